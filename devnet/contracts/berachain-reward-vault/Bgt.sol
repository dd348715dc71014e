// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {TokenLedger} from "../TokenLedger.sol";

/// Own minimal contract with the ABI of Berachain's BGT: nobody but the distributor can send it. Anyone may mint: this is play money.
/// https://github.com/berachain/contracts/blob/8d7a834ad1/src/pol/BGT.sol
contract Bgt is TokenLedger {
    string public constant name = "Bera Governance Token";
    string public constant symbol = "BGT";
    uint8 public constant decimals = 18;

    address public immutable distributor;

    error NotApprovedSender();

    constructor(address distributor_) {
        distributor = distributor_;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from != distributor) revert NotApprovedSender();
        super._move(from, to, value);
    }
}
