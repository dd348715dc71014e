// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Our own stand-in for the authorizer of Balancer V3: one account may do everything.
contract Authorizer {
    address public immutable operator;

    constructor(address operator_) {
        operator = operator_;
    }

    function canPerform(bytes32, address account, address) external view returns (bool) {
        return account == operator;
    }
}
