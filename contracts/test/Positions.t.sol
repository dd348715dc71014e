// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {RegisterSteps} from "../src/vm/RegisterSteps.sol";
import {Base} from "./base/Base.sol";
import {Steps} from "./base/Steps.sol";

/// Rule 2, where no token comes out: the program's own minimum stands in for the router's, and every other check stays.
contract PositionsTest is Base {
    uint256 private constant ONE = 1e18;

    function test_rule2_position_theProgramsMinimumDecides() public {
        bytes memory deposit = depositing(user, own(user));
        assertEq(callAs(user, position(ONE, user), bytes.concat(deposit, Steps.atLeast(2, uint128(ONE)))), 0);
        assertEq(vault.balanceOf(user), ONE);
        vm.expectRevert(abi.encodeWithSelector(RegisterSteps.BelowMinimum.selector, 2, ONE, ONE + 1));
        callAs(user, position(ONE, user), bytes.concat(deposit, Steps.atLeast(2, uint128(ONE + 1))));
        assertEq(a.balanceOf(user), FUNDS - ONE);
    }

    function test_rule2_position_nativeIn() public {
        Route memory o = position(ONE, user);
        o.tokenIn = address(wrapped);
        bytes memory half =
            bytes.concat(hex"02", Steps.take(2, 1, Steps.HALF), Steps.v3Pull(2, 2, true, address(wrappedPool), user));
        vm.prank(user);
        assertEq(router.route{value: ONE}(o, bytes.concat(half, Steps.atLeast(2, uint128(ONE / 2)))), 0);
        assertEq(wrapped.balanceOf(user), ONE / 2);
        assertEq(wrapped.balanceOf(address(router)), 0);
    }

    function test_rule2_position_minAmountOut() public {
        Route memory o = position(ONE, user);
        uint256[2] memory minimums = [uint256(1), type(uint256).max];
        for (uint256 i; i < minimums.length; ++i) {
            o.minAmountOut = minimums[i];
            vm.expectRevert(abi.encodeWithSelector(Router.MinAmountOutWithoutToken.selector, minimums[i]));
            callAs(user, o, depositing(user, own(user)));
        }
    }

    /// Only the router itself stands for no token; the executor, or an account without code, is a token like any other.
    function test_rule2_position_isNamedByTheRouterAlone() public {
        address[4] memory others = [address(0), own(user), address(vault), address(0xdead)];
        Route memory o = position(ONE, user);
        for (uint256 i; i < others.length; ++i) {
            (o.tokenOut, o.minAmountOut) = (others[i], 0);
            vm.expectRevert(abi.encodeWithSelector(Router.ZeroMinAmountOut.selector));
            callAs(user, o, depositing(user, own(user)));
        }
        (o.tokenOut, o.minAmountOut) = (own(user), 1);
        vm.expectRevert(abi.encodeWithSelector(Router.NotAToken.selector, own(user)));
        callAs(user, o, depositing(user, own(user)));
    }

    function test_rule2_position_otherChecksStay() public {
        Route memory o = position(0, user);
        vm.expectRevert(abi.encodeWithSelector(Router.ZeroAmountIn.selector));
        callAs(user, o, depositing(user, own(user)));
        (o.amountIn, o.tokenIn) = (ONE, address(router));
        vm.expectRevert(abi.encodeWithSelector(Router.SameToken.selector, address(router)));
        callAs(user, o, depositing(user, own(user)));
        o.tokenIn = address(0);
        vm.expectRevert(abi.encodeWithSelector(Router.WrongValue.selector, ONE, 0));
        callAs(user, o, depositing(user, own(user)));
        o = position(ONE, user);
        vm.warp(o.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(Router.Expired.selector, o.deadline));
        callAs(user, o, depositing(user, own(user)));
    }

    function test_rule2_position_pullNeverExceedsAmountIn() public {
        bytes memory twice = bytes.concat(hex"01", Steps.pull(1, attacker), Steps.pull(1, attacker));
        expectStepFailed(1, attacker, abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, ONE, 0));
        routeAs(attacker, position(ONE, attacker), twice);
    }
}
