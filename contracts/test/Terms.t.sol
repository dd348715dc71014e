// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {TokenTransfer} from "../src/TokenTransfer.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {Base} from "./base/Base.sol";
import {Steps} from "./base/Steps.sol";

/// Rule 2: no check passes vacuously.
contract TermsTest is Base {
    uint256 private constant ONE = 1e18;

    function test_rule2_zeroAmountIn() public {
        vm.expectRevert(abi.encodeWithSelector(Router.ZeroAmountIn.selector));
        routeAs(user, order(0, address(0), user), honest(user));
    }

    function test_rule2_zeroMinAmountOut() public {
        Route memory o = order(ONE, address(0), user);
        o.minAmountOut = 0;
        vm.expectRevert(abi.encodeWithSelector(Router.ZeroMinAmountOut.selector));
        routeAs(user, o, honest(user));
    }

    function test_rule2_receiverThatIsNobody() public {
        address[3] memory receivers = [address(0), address(router), address(shared)];
        for (uint256 i; i < receivers.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Router.InvalidReceiver.selector, receivers[i]));
            routeAs(user, order(ONE, address(0), receivers[i]), honest(user));
            vm.expectRevert(abi.encodeWithSelector(Router.InvalidReceiver.selector, receivers[i]));
            routeAs(user, position(ONE, receivers[i]), honest(user));
        }
    }

    function test_rule2_sameToken() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenOut = address(a);
        vm.expectRevert(abi.encodeWithSelector(Router.SameToken.selector, a));
        routeAs(user, o, honest(user));
        (o.tokenIn, o.tokenOut) = (address(0), address(0));
        vm.expectRevert(abi.encodeWithSelector(Router.SameToken.selector, address(0)));
        vm.prank(user);
        router.route{value: ONE}(o, honest(user));
    }

    function test_rule2_tokenOutWithoutCode() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenOut = address(0xdead);
        vm.expectRevert(abi.encodeWithSelector(Router.NotAToken.selector, address(0xdead)));
        routeAs(user, o, honest(user));
    }

    function test_rule2_tokenInWithoutCode() public {
        Route memory o = order(ONE, address(pair), user);
        o.tokenIn = address(0xdead);
        vm.expectRevert(abi.encodeWithSelector(TokenTransfer.TokenCallFailed.selector, address(0xdead), ""));
        routeAs(user, o, bytes.concat(hex"01", Steps.v2(1, 1, true, address(pair), user)));
    }

    function test_rule2_emptyProgram() public {
        bytes memory pull = Steps.pull(1, address(pair));
        bytes[5] memory programs = [bytes(""), hex"01", hex"00", hex"0001", bytes.concat(hex"0000", pull)];
        for (uint256 i; i < programs.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ProgramReader.EmptyProgram.selector));
            routeAs(user, order(ONE, address(0), user), programs[i]);
        }
    }

    function test_rule2_minimumOfZeroInsideAProgram() public {
        expectInvalidOperand(1);
        routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.set(1, 1), Steps.atLeast(1, 0)));
    }

    function test_rule2_recipientZero() public {
        bytes[6] memory steps = [
            Steps.pull(1, address(0)),
            Steps.send(1, address(a), address(0)),
            Steps.v2(1, 1, true, address(pair), address(0)),
            Steps.v2Measured(1, true, address(pair), address(0), address(a)),
            Steps.v3Pull(1, 1, true, address(pool), address(0)),
            Steps.v3Pay(1, 1, true, address(pool), address(0), address(a))
        ];
        for (uint256 i; i < steps.length; ++i) {
            expectInvalidOperand(0);
            routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", steps[i]));
        }
    }

    function test_I16_deadline() public {
        Route memory o = order(ONE, address(0), user);
        routeAs(user, o, honest(user)); // the last second counts
        vm.warp(o.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(Router.Expired.selector, o.deadline));
        routeAs(user, o, honest(user));
    }
}
