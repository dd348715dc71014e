// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Pot} from "./Pot.sol";

interface Dai {
    function mint(address to, uint256 value) external;
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Own minimal contract with the ABI of Maker's Savings Dai, with the original's rounding. It keeps the Dai itself and mints the interest
/// when it pays, which in the original the Dai adapter does.
contract SavingsDai is ERC20 {
    uint256 private constant RAY = 1e27;

    Dai public immutable dai;
    Pot public immutable pot;

    event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares);
    event Withdraw(
        address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares
    );

    constructor(Dai dai_, Pot pot_) ERC20("Savings Dai", "sDAI") {
        dai = dai_;
        pot = pot_;
    }

    function asset() external view returns (address) {
        return address(dai);
    }

    function totalAssets() external view returns (uint256) {
        return convertToAssets(totalSupply());
    }

    function convertToShares(uint256 assets) public view returns (uint256) {
        return assets * RAY / _chi();
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return shares * _chi() / RAY;
    }

    function maxDeposit(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function previewDeposit(uint256 assets) external view returns (uint256) {
        return convertToShares(assets);
    }

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        shares = assets * RAY / _drip();
        _enter(assets, shares, receiver);
    }

    function maxMint(address) external pure returns (uint256) {
        return type(uint256).max;
    }

    function previewMint(uint256 shares) external view returns (uint256) {
        return _divUp(shares * _chi(), RAY);
    }

    function mint(uint256 shares, address receiver) external returns (uint256 assets) {
        assets = _divUp(shares * _drip(), RAY);
        _enter(assets, shares, receiver);
    }

    function maxWithdraw(address owner) external view returns (uint256) {
        return convertToAssets(balanceOf(owner));
    }

    function previewWithdraw(uint256 assets) external view returns (uint256) {
        return _divUp(assets * RAY, _chi());
    }

    function withdraw(uint256 assets, address receiver, address owner) external returns (uint256 shares) {
        shares = _divUp(assets * RAY, _drip());
        _leave(assets, shares, receiver, owner);
    }

    function maxRedeem(address owner) external view returns (uint256) {
        return balanceOf(owner);
    }

    function previewRedeem(uint256 shares) external view returns (uint256) {
        return convertToAssets(shares);
    }

    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
        assets = shares * _drip() / RAY;
        _leave(assets, shares, receiver, owner);
    }

    function _enter(uint256 assets, uint256 shares, address receiver) private {
        dai.transferFrom(msg.sender, address(this), assets);
        pot.join(shares);
        _mint(receiver, shares);
        emit Deposit(msg.sender, receiver, assets, shares);
    }

    function _leave(uint256 assets, uint256 shares, address receiver, address owner) private {
        if (owner != msg.sender) _spendAllowance(owner, msg.sender, shares);
        _burn(owner, shares);
        pot.exit(shares);
        uint256 held = dai.balanceOf(address(this));
        if (held < assets) dai.mint(address(this), assets - held);
        dai.transfer(receiver, assets);
        emit Withdraw(msg.sender, receiver, owner, assets, shares);
    }

    function _drip() private returns (uint256) {
        return block.timestamp > pot.rho() ? pot.drip() : pot.chi();
    }

    /// What `drip` would make of the accumulator now: the same rounding, without writing.
    function _chi() private view returns (uint256) {
        uint256 n = block.timestamp - pot.rho();
        if (n == 0) return pot.chi();
        uint256 x = pot.dsr();
        uint256 z = n % 2 == 1 ? x : RAY;
        for (n /= 2; n != 0; n /= 2) {
            x = (x * x + RAY / 2) / RAY;
            if (n % 2 == 1) z = (z * x + RAY / 2) / RAY;
        }
        return z * pot.chi() / RAY;
    }

    function _divUp(uint256 x, uint256 y) private pure returns (uint256) {
        return x == 0 ? 0 : (x - 1) / y + 1;
    }
}
