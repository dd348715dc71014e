// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Input, MultiRoute} from "../../src/Route.sol";
import {Router} from "../../src/Router.sol";
import {Base} from "./Base.sol";
import {Steps} from "./Steps.sol";
import {Token} from "./Tokens.sol";
import {Pair, Pool} from "./Venues.sol";

/// Two tokens that a signer sells for `b`: `a` over the pair, `c` over a pool that is paid by the executor.
abstract contract MultiBase is Base {
    uint256 internal constant ONE = 1e18;

    Token internal c;
    Pool internal poolC;

    function setUp() public virtual override {
        super.setUp();
        c = new Token();
        poolC = new Pool(c, b);
        b.mint(address(poolC), DEPTH);
        _fundWithC(user);
        _fundWithC(attacker);
    }

    function _fundWithC(address account) internal {
        c.mint(account, FUNDS);
        vm.prank(account);
        c.approve(address(router), type(uint256).max);
    }

    /// One of `a`, in the pair, and half as much of `c`, in the executor.
    function both(address executor, address receiver) internal view returns (MultiRoute memory o) {
        o.inputs = new Input[](2);
        o.inputs[0] = Input(address(a), ONE, address(pair));
        o.inputs[1] = Input(address(c), ONE / 2, executor);
        (o.tokenOut, o.minAmountOut, o.receiver, o.deadline) = (address(b), ONE, receiver, block.timestamp);
    }

    function selling(address receiver) internal view returns (bytes memory) {
        return bytes.concat(
            hex"02",
            Steps.v2(1, 1, true, address(pair), receiver),
            Steps.v3Pay(2, 2, true, address(poolC), receiver, address(c))
        );
    }

    function routeMultiAs(address who, MultiRoute memory o, bytes memory program) internal returns (uint256) {
        vm.prank(who);
        return router.routeMulti(o, program);
    }
}
