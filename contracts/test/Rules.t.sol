// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Executor} from "../src/Executor.sol";
import {IPuller} from "../src/Interfaces.sol";
import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {RouterHost} from "../src/RouterHost.sol";
import {TokenTransfer} from "../src/TokenTransfer.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {RegisterSteps} from "../src/vm/RegisterSteps.sol";
import {Base} from "./base/Base.sol";
import {Steps} from "./base/Steps.sol";
import {FalseToken, QuietToken, Token} from "./base/Tokens.sol";
import {Pool, Vault} from "./base/Venues.sol";

/// One test or more per rule that the README states.
contract RulesTest is Base {
    uint256 private constant ONE = 1e18;

    // Rule 1: who holds allowances makes no arbitrary call, and moves only msg.sender's tokens.

    function test_rule1_aProgramHasNoUseOfABystandersAllowance() public {
        bytes memory steal = abi.encodeCall(Token.transferFrom, (victim, attacker, 1));
        vm.expectPartialRevert(ProgramReader.StepFailed.selector);
        callAs(attacker, order(ONE, address(0), attacker), bytes.concat(hex"01", Steps.call(address(a), steal)));
    }

    function test_rule1_pullTakesFromTheCallerAlone() public {
        bytes memory pull = abi.encodeCall(IPuller.pull, (address(pair), ONE));
        bytes memory program =
            bytes.concat(hex"01", Steps.call(address(router), pull), Steps.v2(1, 1, true, address(pair), attacker));
        callAs(attacker, order(ONE, address(0), attacker), program);
        assertEq(a.balanceOf(attacker), FUNDS - ONE);
        assertEq(a.balanceOf(victim), FUNDS);
    }

    function test_rule1_pullNeverExceedsAmountIn() public {
        bytes memory reason = abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, ONE + 1, ONE);
        bytes memory called =
            bytes.concat(hex"01", Steps.call(address(router), abi.encodeCall(IPuller.pull, (attacker, ONE + 1))));
        expectStepFailed(0, address(router), reason);
        callAs(attacker, order(ONE, address(0), attacker), called);

        bytes memory twice = bytes.concat(hex"01", Steps.pull(1, attacker), Steps.pull(1, attacker));
        expectStepFailed(1, attacker, abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, ONE, 0));
        callAs(attacker, order(ONE, address(0), attacker), twice);
    }

    function test_rule1_pullIsForTheExecutor_runIsForTheRouter() public {
        vm.expectRevert(abi.encodeWithSelector(Router.OnlyExecutor.selector));
        router.pull(attacker, 0);
        bytes memory program = bytes.concat(hex"01", Steps.set(1, 1));
        vm.expectRevert(abi.encodeWithSelector(RouterHost.OnlyRouter.selector));
        shared.run(1, program);
        callAs(user, order(ONE, address(0), user), honest(user)); // deploys
        vm.expectRevert(abi.encodeWithSelector(RouterHost.OnlyRouter.selector));
        Executor(payable(own(user))).run(1, program);
        Executor implementation = router.executorImplementation();
        vm.expectRevert(abi.encodeWithSelector(RouterHost.OnlyRouter.selector));
        implementation.run(1, program);
    }

    // Rule 2: no check passes vacuously.

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

    // Rule 2, where no token comes out: the program's own minimum stands in for the router's, and every other check stays.

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

    // Rule 4: the receiver's own gain decides; native value is conserved.

    function test_rule4_receiverGetsTheMinimumOrNothingHappens() public {
        Route memory o = order(ONE, address(0), user);
        o.minAmountOut = ONE + 1;
        vm.expectRevert(abi.encodeWithSelector(Router.ReceivedTooLittle.selector, ONE, ONE + 1));
        routeAs(user, o, honest(user));
        assertEq(a.balanceOf(user), FUNDS);
        vm.expectRevert(abi.encodeWithSelector(Router.ReceivedTooLittle.selector, 0, 1));
        routeAs(user, order(ONE, address(0), user), honest(attacker)); // paid to another
    }

    function test_rule4_receiverThatLosesTokensGainsNothing() public {
        b.mint(user, ONE);
        Route memory o = order(ONE, address(0), address(vault));
        b.mint(address(vault), ONE);
        vm.prank(address(vault));
        b.approve(own(user), ONE);
        bytes memory drain = abi.encodeCall(Token.transferFrom, (address(vault), user, ONE));
        vm.expectRevert(abi.encodeWithSelector(Router.ReceivedTooLittle.selector, 0, 1));
        callAs(user, o, bytes.concat(hex"01", Steps.call(address(b), drain)));
    }

    function test_I8_valueMustEqualAmountIn() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(wrapped);
        uint256[3] memory values = [uint256(1), ONE - 1, ONE + 1];
        for (uint256 i; i < values.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Router.WrongValue.selector, ONE, values[i]));
            vm.prank(user);
            router.route{value: values[i]}(o, honest(user));
        }
        o.tokenIn = address(0);
        vm.expectRevert(abi.encodeWithSelector(Router.WrongValue.selector, ONE, 0));
        routeAs(user, o, honest(user));
    }

    function test_rule4_valueWithATokenThatIsNoWrapper() public {
        vm.prank(user);
        vm.expectRevert();
        router.route{value: ONE}(order(ONE, address(0), user), honest(user));
        assertEq(user.balance, FUNDS);
    }

    function test_rule4_nativeIn_wrappedByTheRouter() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(wrapped);
        vm.prank(user);
        router.route{value: ONE}(o, bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(wrappedPool), user)));
        assertEq(user.balance, FUNDS - ONE);
        assertEq(b.balanceOf(user), ONE);
    }

    function test_rule4_nativeIn_paidFirst() public {
        Route memory o = order(ONE, address(shared), user);
        o.tokenIn = address(wrapped);
        bytes memory pay = Steps.v3Pay(1, 1, true, address(wrappedPool), user, address(wrapped));
        vm.prank(user);
        router.route{value: ONE}(o, bytes.concat(hex"01", pay));
        assertEq(b.balanceOf(user), ONE);
        assertEq(wrapped.balanceOf(address(router)) + wrapped.balanceOf(address(shared)), 0);
    }

    function test_rule4_nativeIn_whatIsNotPulledReturnsToTheCaller() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(wrapped);
        bytes memory half =
            bytes.concat(hex"02", Steps.take(2, 1, Steps.HALF), Steps.v3Pull(2, 2, true, address(wrappedPool), user));
        vm.prank(user);
        router.route{value: ONE}(o, half);
        assertEq(wrapped.balanceOf(user), ONE / 2);
        assertEq(wrapped.balanceOf(address(router)), 0);
    }

    // Rule 8: approvals are exact, and used up or taken back.

    function test_rule8_theTargetSeesTheExactAllowance() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenOut = address(vault);
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.deposit, (0, user)));
        (c.approvals, c.splices) = (Steps.approval(1, address(b)), Steps.splice(1, 4));
        bytes memory swap = Steps.v3Pull(1, 1, true, address(pool), own(user));
        callAs(user, o, bytes.concat(hex"01", swap, Steps.call(c)));
        assertEq(vault.allowanceSeen(), ONE);
        assertEq(b.allowance(own(user), address(vault)), 0);
    }

    function test_rule8_whatTheTargetLeavesIsTakenBack() public {
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.ignore, ()));
        c.approvals = Steps.approval(1, address(b));
        bytes memory swap = Steps.v3Pull(1, 1, true, address(pool), user);
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.call(c), swap));
        assertEq(b.allowance(own(user), address(vault)), 0);
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.callVia(attacker, c), swap));
        assertEq(b.allowance(own(user), attacker), 0);
    }

    function test_rule8_tokenThatRefusesToChangeAnAllowance() public {
        QuietToken quiet = new QuietToken();
        quiet.mint(own(user), 2 * ONE);
        Vault quietVault = new Vault(Token(address(quiet)));
        Steps.Call memory c;
        (c.target, c.data) = (address(quietVault), abi.encodeCall(Vault.ignore, ()));
        c.approvals = Steps.approval(1, address(quiet));
        bytes memory twice =
            bytes.concat(hex"01", Steps.call(c), Steps.call(c), Steps.v3Pull(1, 1, true, address(pool), user));
        callAs(user, order(ONE, address(0), user), twice);
        assertEq(quiet.allowance(own(user), address(quietVault)), 0);
    }

    // Tokens that answer in their own way.

    function test_I18_tokensWithoutReturnValues() public {
        QuietToken quiet = new QuietToken();
        Pool quietPool = new Pool(Token(address(quiet)), b);
        b.mint(address(quietPool), DEPTH);
        quiet.mint(user, ONE);
        vm.prank(user);
        quiet.approve(address(router), ONE);
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(quiet);
        bytes memory program = bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(quietPool), user));
        assertEq(routeAs(user, o, program), ONE);
    }

    function test_I18_tokensThatReturnFalse() public {
        FalseToken liar = new FalseToken();
        liar.mint(address(shared), ONE);
        liar.turn(true);
        expectStepFailed(0, address(liar), abi.encode(false));
        bytes memory send = Steps.send(1, address(liar), user);
        routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", send));
    }
}
