// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {V3Steps} from "../src/vm/V3Steps.sol";
import {Base} from "./base/Base.sol";
import {GreedyPool} from "./base/Hostile.sol";
import {Steps} from "./base/Steps.sol";
import {ISwapCallback} from "./base/Venues.sol";

/// Rule 3: what pools, and those who pretend to be one, may ask for in a callback.
contract CallbacksTest is Base {
    uint256 private constant ONE = 1e18;

    function test_rule3_callback_whenNoSwapIsRunning() public {
        bytes[2] memory payments = [bytes(""), abi.encode(address(a), 1)];
        a.mint(address(shared), ONE);
        for (uint256 i; i < payments.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(V3Steps.UnexpectedCallback.selector, attacker));
            vm.prank(attacker);
            ISwapCallback(address(shared)).uniswapV3SwapCallback(1, -1, payments[i]);
        }
    }

    function test_rule3_callback_tricks_whilePulling() public {
        for (uint8 i; i <= uint8(type(GreedyPool.Trick).max); ++i) {
            GreedyPool greedy = _greedy(GreedyPool.Trick(i));
            // The pool names no token here: the router knows it.
            bool harmless = GreedyPool.Trick(i) == GreedyPool.Trick.NameAnotherToken;
            if (!harmless) _expectTrickFails(GreedyPool.Trick(i));
            uint256 out = routeAs(
                user,
                order(ONE, address(0), user),
                bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(greedy), user))
            );
            if (harmless) assertEq(out, ONE);
        }
        assertEq(a.balanceOf(user), FUNDS - ONE);
    }

    function test_rule3_callback_tricks_whilePaying() public {
        b.mint(address(shared), 5 * ONE);
        a.mint(address(shared), 5 * ONE);
        for (uint8 i; i <= uint8(type(GreedyPool.Trick).max); ++i) {
            bytes memory pay = Steps.v3Pay(1, 1, true, address(_greedy(GreedyPool.Trick(i))), user, address(a));
            _expectTrickFails(GreedyPool.Trick(i));
            routeAs(user, order(ONE, address(shared), user), bytes.concat(hex"01", pay));
        }
        assertEq(b.balanceOf(address(shared)), 5 * ONE);
        assertEq(a.balanceOf(address(shared)), 5 * ONE);
    }

    function test_rule3_callback_neverAskedIsNamed() public {
        GreedyPool greedy = _greedy(GreedyPool.Trick.NeverAsk);
        vm.expectRevert(abi.encodeWithSelector(V3Steps.CallbackMissing.selector, 0, address(greedy)));
        routeAs(
            user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(greedy), user))
        );
    }

    /// A second swap cannot be paid with the first one's right: it names another pool.
    function test_rule3_callback_foreignPool() public {
        GreedyPool greedy = _greedy(GreedyPool.Trick.SendAnother);
        vm.expectPartialRevert(ProgramReader.StepFailed.selector);
        routeAs(
            user,
            order(ONE, address(0), user),
            bytes.concat(
                hex"02",
                Steps.take(2, 1, Steps.HALF),
                Steps.v3Pull(2, 2, true, address(pool), user),
                Steps.v3Pull(1, 1, true, address(greedy), user)
            )
        );
    }

    function _expectTrickFails(GreedyPool.Trick trick) private {
        bool silent = trick == GreedyPool.Trick.NeverAsk;
        vm.expectPartialRevert(silent ? V3Steps.CallbackMissing.selector : ProgramReader.StepFailed.selector);
    }

    function _greedy(GreedyPool.Trick trick) private returns (GreedyPool greedy) {
        greedy = new GreedyPool(a, b, trick, b);
        b.mint(address(greedy), DEPTH);
    }
}
