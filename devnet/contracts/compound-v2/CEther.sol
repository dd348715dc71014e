// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {CToken} from "./CToken.sol";
import {Comptroller} from "./Comptroller.sol";

/// The market of the native currency.
contract CEther is CToken {
    constructor(string memory name_, string memory symbol_, Comptroller comptroller_, uint256 rate, bool bySecond)
        CToken(name_, symbol_, comptroller_, rate, bySecond)
    {}

    function mint() external payable {
        accrueInterest();
        _mint(msg.value);
    }

    function repayBorrow() external payable {
        accrueInterest();
        _repay(msg.value);
    }

    /// What came with the call is not there yet.
    function _cash() internal view override returns (uint256) {
        return address(this).balance - msg.value;
    }

    function _take(address, uint256 amount) internal view override returns (uint256) {
        require(msg.value == amount, "value mismatch");
        return amount;
    }

    function _pay(address to, uint256 amount) internal override {
        payable(to).transfer(amount);
    }
}
