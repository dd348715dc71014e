// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "./Vm.sol";

/// What a handler notes: how many of its calls went through, and the first claim that was broken.
abstract contract Ledger {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    uint256 public calls;
    uint256 public successes;
    uint256 public donated;
    string public broken;

    function _count() internal {
        ++calls;
    }

    function _succeed() internal {
        ++successes;
    }

    function _unless(bool condition, string memory claim) internal {
        if (!condition && bytes(broken).length == 0) broken = claim;
    }
}
