// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPuller} from "./Interfaces.sol";
import {RawCall} from "./RawCall.sol";
import {ProgramVM} from "./vm/ProgramVM.sol";

/// Makes the calls of a route. Its router alone may run it; nobody gives it an allowance, and what a program leaves here
/// belongs to whoever comes next.
contract Executor is ProgramVM {
    error OnlyRouter();

    address public immutable router;

    constructor(address router_) {
        router = router_;
    }

    /// Runs a program with `amountIn` in register 1.
    function run(uint256 amountIn, bytes calldata program) external payable {
        if (msg.sender != router) revert OnlyRouter();
        _run(program, amountIn);
    }

    function _pull(address to, uint256 amount) internal override returns (bool) {
        return RawCall.tryCall(router, 0, abi.encodeCall(IPuller.pull, (to, amount)));
    }

    /// An allowance or operator right left behind would let its holder take what a later route parks here.
    function _refuse(address, bytes memory data) internal pure override returns (bool) {
        bytes4 selector = bytes4(data);
        return selector == 0x095ea7b3 // approve(address,uint256)
            || selector == 0x39509351 // increaseAllowance(address,uint256)
            || selector == 0xd73dd623 // increaseApproval(address,uint256)
            || selector == 0xa22cb465 // setApprovalForAll(address,bool)
            || selector == 0x959b8c3f // authorizeOperator(address), ERC-777
            || selector == 0x87517c45 // approve(address,address,uint160,uint48), Permit2
            || selector == 0x110496e5; // allow(address,bool), Comet
    }

    function _receivesCallbacks() internal pure override returns (bool) {
        return true;
    }

    receive() external payable {}

    /// Pools of every fork call back under their own name with the same arguments.
    fallback() external {
        _payPool(msg.data[4:]);
    }
}
