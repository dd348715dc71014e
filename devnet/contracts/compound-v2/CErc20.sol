// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CToken} from "./CToken.sol";
import {Comptroller} from "./Comptroller.sol";

interface IUnderlying {
    function balanceOf(address owner) external view returns (uint256);
    // Some tokens answer nothing.
    function transfer(address to, uint256 amount) external;
    function transferFrom(address from, address to, uint256 amount) external;
    function withdraw(uint256 amount) external;
}

/// A market of a token; where it unwraps, it pays the native currency.
contract CErc20 is CToken {
    address public immutable underlying;
    bool private immutable unwraps;

    constructor(
        string memory name_,
        string memory symbol_,
        Comptroller comptroller_,
        uint256 rate,
        bool bySecond,
        address underlying_,
        bool unwraps_
    ) CToken(name_, symbol_, comptroller_, rate, bySecond) {
        (underlying, unwraps) = (underlying_, unwraps_);
    }

    receive() external payable {}

    function mint(uint256 amount) external returns (uint256) {
        accrueInterest();
        _mint(amount);
        return 0;
    }

    function repayBorrow(uint256 amount) external returns (uint256) {
        accrueInterest();
        _repay(amount);
        return 0;
    }

    function _cash() internal view override returns (uint256) {
        return IUnderlying(underlying).balanceOf(address(this));
    }

    function _take(address from, uint256 amount) internal override returns (uint256) {
        uint256 before = _cash();
        IUnderlying(underlying).transferFrom(from, address(this), amount);
        return _cash() - before;
    }

    function _pay(address to, uint256 amount) internal override {
        if (!unwraps) return IUnderlying(underlying).transfer(to, amount);
        IUnderlying(underlying).withdraw(amount);
        (bool paid,) = to.call{value: amount}("");
        require(paid, "transfer failed");
    }
}
