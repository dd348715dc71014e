// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HostileHolder} from "./HostileHolder.sol";
import {Token} from "./Tokens.sol";

/// Has control while the router pays it, and tries what it was told to.
contract GreedyHolder is HostileHolder {
    address private target;
    bytes[] private calls;
    /// What each try failed with; success is an empty one.
    bytes[] public answers;

    constructor(Token token) HostileHolder(token, Trick.None) {}

    function tell(address target_, bytes calldata data) external {
        target = target_;
        calls.push(data);
    }

    function settleFor(address) external payable override returns (uint256 paid) {
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory answer) = target.call(calls[i]);
            answers.push(ok ? bytes("") : answer);
        }
        return settle();
    }
}

/// Takes coin that comes with any call, and answers nothing, as a wrapper does.
contract Swallower {
    fallback() external payable {}
}
