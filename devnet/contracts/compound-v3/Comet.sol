// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CometAccounting} from "./CometAccounting.sol";

interface IToken {
    function balanceOf(address owner) external view returns (uint256);
    // Some tokens answer nothing.
    function transfer(address to, uint256 amount) external;
    function transferFrom(address from, address to, uint256 amount) external;
}

/// Our own stand-in for a market of Compound V3: the functions, switches and arithmetic that an account meets, without
/// liquidations, reserves and governance. Anyone sets rates, prices and pauses.
contract Comet is CometAccounting {
    string public name;
    string public symbol;
    uint8 public immutable decimals;

    constructor(
        string memory name_,
        string memory symbol_,
        address base,
        uint8 decimals_,
        address[] memory assets,
        uint128[] memory caps
    ) CometAccounting(base, decimals_) {
        (name, symbol, decimals) = (name_, symbol_, decimals_);
        for (uint256 i; i < assets.length; ++i) {
            assetList.push(Asset({asset: assets[i], supplyCap: caps[i], price: 0, borrowCollateralFactor: 0}));
        }
    }

    function supply(address asset, uint256 amount) external {
        _supply(msg.sender, asset, amount);
    }

    function supplyTo(address dst, address asset, uint256 amount) external {
        _supply(dst, asset, amount);
    }

    function withdraw(address asset, uint256 amount) external {
        _withdraw(msg.sender, asset, amount);
    }

    function withdrawTo(address to, address asset, uint256 amount) external {
        _withdraw(to, asset, amount);
    }

    function transfer(address dst, uint256 amount) external returns (bool) {
        return _transfer(msg.sender, dst, amount);
    }

    function transferFrom(address src, address dst, uint256 amount) external returns (bool) {
        require(src == msg.sender || isAllowed[src][msg.sender], "Unauthorized");
        return _transfer(src, dst, amount);
    }

    /// Everything or nothing.
    function approve(address spender, uint256 amount) external returns (bool) {
        require(amount == 0 || amount == type(uint256).max, "BadAmount");
        isAllowed[msg.sender][spender] = amount != 0;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function allowance(address owner, address spender) external view returns (uint256) {
        return isAllowed[owner][spender] ? type(uint256).max : 0;
    }

    /// Borrows for anybody who has pledged enough, and pays who calls.
    function borrowFor(address account, uint256 amount) external {
        accrue();
        _debit(account, amount);
        emit Withdraw(account, msg.sender, amount);
        IToken(baseToken).transfer(msg.sender, amount);
    }

    function _supply(address dst, address asset, uint256 amount) private {
        require(pauseFlags & SUPPLY_PAUSED == 0, "Paused");
        uint256 before = IToken(asset).balanceOf(address(this));
        IToken(asset).transferFrom(msg.sender, address(this), amount);
        amount = IToken(asset).balanceOf(address(this)) - before;
        if (asset == baseToken) {
            accrue();
            _credit(dst, amount);
            emit Supply(msg.sender, dst, amount);
        } else {
            Asset storage info = _assetOf(asset);
            totalsCollateral[asset] += uint128(amount);
            require(totalsCollateral[asset] <= info.supplyCap, "SupplyCapExceeded");
            collateralBalanceOf[dst][asset] += uint128(amount);
            emit SupplyCollateral(msg.sender, dst, asset, amount);
        }
    }

    function _withdraw(address to, address asset, uint256 amount) private {
        require(pauseFlags & WITHDRAW_PAUSED == 0, "Paused");
        if (asset == baseToken) {
            accrue();
            _debit(msg.sender, amount);
            emit Withdraw(msg.sender, to, amount);
        } else {
            collateralBalanceOf[msg.sender][asset] -= uint128(amount);
            totalsCollateral[asset] -= uint128(amount);
            require(isBorrowCollateralized(msg.sender), "NotCollateralized");
            emit WithdrawCollateral(msg.sender, to, asset, amount);
        }
        IToken(asset).transfer(to, amount);
    }

    function _transfer(address src, address dst, uint256 amount) private returns (bool) {
        require(pauseFlags & TRANSFER_PAUSED == 0, "Paused");
        require(src != dst, "NoSelfTransfer");
        accrue();
        _debit(src, amount);
        _credit(dst, amount);
        return true;
    }
}
