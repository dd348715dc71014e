// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {StandardToken} from "../StandardToken.sol";

/// Our own stand-in for Infrared's BERA: shares of all deposits, with what the fee receivor has for them swept in first.
contract InfraredBERA is StandardToken {
    InfraredBERAFeeReceivor public immutable receivor;
    uint16 public feeDivisorShareholders;
    uint256 public deposits;

    constructor(InfraredBERAFeeReceivor receivor_) StandardToken("Infrared BERA", "iBERA", 18) {
        receivor = receivor_;
    }

    /// Rewards, losses and terms. Anyone reports.
    function report(uint256 deposits_, uint16 feeDivisor) external {
        (deposits, feeDivisorShareholders) = (deposits_, feeDivisor);
    }

    function compound() public {
        (uint256 amount,) = receivor.distribution();
        if (amount > 0) receivor.sweep();
    }

    function sweep() external payable {
        require(msg.sender == address(receivor), "Unauthorized");
        deposits += msg.value;
    }

    function mint(address receiver) external payable returns (uint256 shares) {
        compound();
        (uint256 before, uint256 supply) = (deposits, totalSupply);
        deposits += msg.value;
        shares = before != 0 && supply != 0 ? (supply * msg.value) / before : msg.value;
        require(shares != 0, "InvalidShares");
        totalSupply += shares;
        balanceOf[receiver] += shares;
        emit Transfer(address(0), receiver, shares);
    }
}

/// Takes what proposers earn, and keeps a part for shareholders.
contract InfraredBERAFeeReceivor {
    InfraredBERA private immutable iBera;
    uint256 public shareholderFees;

    constructor(InfraredBERA iBera_) {
        iBera = iBera_;
    }

    receive() external payable {}

    function distribution() public view returns (uint256 amount, uint256 fees) {
        amount = address(this).balance - shareholderFees;
        uint16 divisor = iBera.feeDivisorShareholders();
        if (divisor > 0) {
            fees = amount / divisor;
            amount -= fees;
        }
    }

    function sweep() external returns (uint256 amount, uint256 fees) {
        (amount, fees) = distribution();
        shareholderFees += fees;
        iBera.sweep{value: amount}();
    }
}
