// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPuller} from "../src/Interfaces.sol";
import {Input, MultiRoute} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {TokenTransfer} from "../src/TokenTransfer.sol";
import {RegisterSteps} from "../src/vm/RegisterSteps.sol";
import {MultiBase} from "./base/MultiBase.sol";
import {Steps} from "./base/Steps.sol";
import {Token} from "./base/Tokens.sol";
import {Vault} from "./base/Venues.sol";

/// routeMulti: one to five tokens in, each where the program needs it.
contract MultiTest is MultiBase {
    function test_routeMulti_inEitherExecutor() public {
        uint256 shared_ = routeMultiAs(user, both(address(shared), user), selling(user));
        assertEq(b.balanceOf(user), shared_);
        assertEq(a.balanceOf(user), FUNDS - ONE);
        assertEq(c.balanceOf(user), FUNDS - ONE / 2);
        uint256 own_ = routeMultiAs(user, both(own(user), user), bytes.concat(hex"00", selling(user)));
        assertEq(b.balanceOf(user), shared_ + own_);
        assertEq(c.balanceOf(address(shared)) + c.balanceOf(own(user)), 0);
    }

    function test_routeMulti_oneInput_isAsRoute() public {
        MultiRoute memory o = _one(address(a), ONE, address(pair));
        uint256 out = routeMultiAs(user, o, bytes.concat(hex"01", Steps.v2(1, 1, true, address(pair), user)));
        assertEq(b.balanceOf(user), out);
    }

    /// Five, each in a register of its own; six, or none, are refused.
    function test_routeMulti_oneToFive() public {
        for (uint256 count; count <= 6; ++count) {
            MultiRoute memory o = both(address(shared), user);
            o.inputs = new Input[](count);
            bytes memory program = bytes.concat(hex"06", Steps.v2(1, 6, true, address(pair), user));
            for (uint256 i; i < count; ++i) {
                Token token = i == 0 ? a : new Token();
                token.mint(user, ONE);
                vm.prank(user);
                token.approve(address(router), ONE);
                uint256 amount = i == 0 ? ONE : 100 + i;
                o.inputs[i] = Input(address(token), amount, i == 0 ? address(pair) : address(shared));
                uint8 register = uint8(i + 1);
                program = bytes.concat(program, Steps.atLeast(register, uint128(amount)));
                if (i > 0) program = bytes.concat(program, Steps.send(register, address(token), victim));
            }
            o.minAmountOut = 1;
            if (count == 0 || count > 5) {
                vm.expectRevert(abi.encodeWithSelector(Router.InvalidInputs.selector, count));
            }
            routeMultiAs(user, o, program);
            for (uint256 i = 1; i < count && count < 6; ++i) {
                assertEq(Token(o.inputs[i].token).balanceOf(victim), 100 + i);
            }
        }
    }

    /// Registers are exactly the amounts.
    function test_routeMulti_registers() public {
        bytes memory program = bytes.concat(selling(user), Steps.atLeast(2, uint128(ONE / 2 + 1)));
        vm.expectRevert(abi.encodeWithSelector(RegisterSteps.BelowMinimum.selector, 2, ONE / 2, ONE / 2 + 1));
        routeMultiAs(user, both(address(shared), user), program);
        expectInvalidOperand(0); // fewer registers than inputs
        routeMultiAs(user, both(address(shared), user), bytes.concat(hex"01", Steps.set(1, 1)));
    }

    /// Coin as it is, beside a token; the program wraps it by a call.
    function test_routeMulti_nativeAsItIs() public {
        MultiRoute memory o = both(own(user), user);
        o.inputs[1] = Input(address(0), ONE / 2, address(0));
        Steps.Call memory wrap;
        (wrap.target, wrap.value, wrap.data) = (address(wrapped), 2, abi.encodeCall(wrapped.deposit, ()));
        bytes memory program = bytes.concat(
            hex"0002",
            Steps.v2(1, 1, true, address(pair), user),
            Steps.call(wrap),
            Steps.v3Pay(2, 2, true, address(wrappedPool), user, address(wrapped))
        );
        vm.prank(user);
        router.routeMulti{value: ONE / 2}(o, program);
        assertEq(user.balance, FUNDS - ONE / 2);
        vm.expectRevert(); // where all are one account nothing wraps it
        vm.prank(user);
        router.routeMulti{value: ONE / 2}(o, selling(user));
    }

    function test_I8_routeMulti_valueIsThatOfTheNativeInput() public {
        MultiRoute memory o = both(own(user), user);
        vm.expectRevert(abi.encodeWithSelector(Router.WrongValue.selector, 0, 1));
        vm.prank(user);
        router.routeMulti{value: 1}(o, selling(user));
        o.inputs[1] = Input(address(0), ONE, address(0));
        uint256[3] memory values = [uint256(0), ONE - 1, ONE + 1];
        for (uint256 i; i < values.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Router.WrongValue.selector, ONE, values[i]));
            vm.prank(user);
            router.routeMulti{value: values[i]}(o, selling(user));
        }
    }

    function test_rule2_routeMulti_tokens() public {
        bytes memory program = selling(user);
        MultiRoute memory o = both(address(shared), user);
        o.inputs[1].token = address(a);
        vm.expectRevert(abi.encodeWithSelector(Router.SameToken.selector, address(a)));
        routeMultiAs(user, o, program);
        (o.inputs[0].token, o.inputs[1].token) = (address(0), address(0));
        vm.expectRevert(abi.encodeWithSelector(Router.SameToken.selector, address(0)));
        routeMultiAs(user, o, program);
        for (uint256 i; i < 2; ++i) {
            o = both(address(shared), user);
            o.inputs[i].token = address(b);
            vm.expectRevert(abi.encodeWithSelector(Router.SameToken.selector, address(b)));
            routeMultiAs(user, o, program);
            o = both(address(shared), user);
            o.inputs[i].amount = 0;
            vm.expectRevert(abi.encodeWithSelector(Router.ZeroAmountIn.selector));
            routeMultiAs(user, o, program);
            o = both(address(shared), user);
            o.inputs[i].payTo = address(0);
            vm.expectRevert(abi.encodeWithSelector(Router.InvalidPayTo.selector, o.inputs[i].token));
            routeMultiAs(user, o, program);
            o = both(address(shared), user);
            o.inputs[i].token = address(0xdead);
            vm.expectRevert(abi.encodeWithSelector(TokenTransfer.TokenCallFailed.selector, address(0xdead), ""));
            routeMultiAs(user, o, program);
        }
        assertEq(a.balanceOf(user), FUNDS);
    }

    /// Wherever the two are.
    function test_rule2_routeMulti_aTokenTwiceAmongFive() public {
        MultiRoute memory o = both(address(shared), user);
        for (uint256 first; first < 5; ++first) {
            for (uint256 second = first + 1; second < 5; ++second) {
                o.inputs = new Input[](5);
                for (uint256 i; i < 5; ++i) {
                    o.inputs[i] = Input(address(uint160(0x1000 + i)), ONE, address(shared));
                }
                o.inputs[second].token = o.inputs[first].token;
                vm.expectRevert(abi.encodeWithSelector(Router.SameToken.selector, o.inputs[first].token));
                routeMultiAs(user, o, selling(user));
            }
        }
    }

    function test_rule2_routeMulti_terms() public {
        bytes memory program = selling(user);
        MultiRoute memory o = both(address(shared), user);
        o.minAmountOut = 0;
        vm.expectRevert(abi.encodeWithSelector(Router.ZeroMinAmountOut.selector));
        routeMultiAs(user, o, program);
        o.minAmountOut = 2 * ONE;
        vm.expectPartialRevert(Router.ReceivedTooLittle.selector);
        routeMultiAs(user, o, program);
        (o.minAmountOut, o.tokenOut) = (1, address(router));
        vm.expectRevert(abi.encodeWithSelector(Router.MinAmountOutWithoutToken.selector, 1));
        routeMultiAs(user, o, program);
        address[3] memory receivers = [address(0), address(router), address(shared)];
        for (uint256 i; i < receivers.length; ++i) {
            o = both(address(shared), receivers[i]);
            vm.expectRevert(abi.encodeWithSelector(Router.InvalidReceiver.selector, receivers[i]));
            routeMultiAs(user, o, program);
        }
        o = both(address(shared), user);
        vm.warp(o.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(Router.Expired.selector, o.deadline));
        routeMultiAs(user, o, program);
    }

    /// Where no token comes out the program's own minimum decides.
    function test_rule2_routeMulti_position() public {
        MultiRoute memory o = both(own(user), user);
        (o.tokenOut, o.minAmountOut) = (address(router), 0);
        bytes memory swaps = bytes.concat(
            hex"0002",
            Steps.v2(1, 1, true, address(pair), own(user)),
            Steps.v3Pay(2, 2, true, address(poolC), own(user), address(c)),
            Steps.add(1, 2)
        );
        Steps.Call memory deposit;
        (deposit.target, deposit.out, deposit.data) = (address(vault), 1, abi.encodeCall(Vault.deposit, (0, user)));
        (deposit.approvals, deposit.splices) = (Steps.approval(1, address(b)), Steps.splice(1, 4));
        bytes memory program = bytes.concat(swaps, Steps.call(deposit));
        assertEq(routeMultiAs(user, o, bytes.concat(program, Steps.atLeast(1, uint128(ONE)))), 0);
        assertTrue(vault.balanceOf(user) >= ONE, "credited");
        vm.expectPartialRevert(RegisterSteps.BelowMinimum.selector);
        routeMultiAs(user, o, bytes.concat(program, Steps.atLeast(1, uint128(2 * ONE))));
    }

    /// Nothing is left to pull: all inputs are where they go.
    function test_rule1_routeMulti_nothingToPull() public {
        bytes memory pull = bytes.concat(hex"02", Steps.pull(2, user));
        vm.expectPartialRevert(bytes4(keccak256("StepFailed(uint256,address,bytes)")));
        routeMultiAs(user, both(address(shared), user), pull);
        bytes memory called =
            bytes.concat(hex"0002", Steps.call(address(router), abi.encodeCall(IPuller.pull, (attacker, 1))));
        expectStepFailed(0, address(router), abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, 1, 0));
        routeMultiAs(user, both(own(user), user), called);
    }

    function test_I9_routeMulti_lock() public {
        bytes memory nested = abi.encodeCall(Router.routeMulti, (both(address(shared), attacker), selling(attacker)));
        bytes memory program = bytes.concat(hex"0002", Steps.call(address(router), nested));
        expectStepFailed(0, address(router), abi.encodeWithSelector(Router.Locked.selector));
        routeMultiAs(attacker, both(own(attacker), attacker), program);
        expectStepFailed(0, address(router), abi.encodeWithSelector(Router.Locked.selector));
        routeAs(attacker, order(ONE, address(0), attacker), program);
        routeMultiAs(attacker, both(address(shared), attacker), selling(attacker));
        routeMultiAs(attacker, both(address(shared), attacker), selling(attacker)); // opens again
    }

    /// msg.sender's tokens alone.
    function test_I1_routeMulti_strangersAllowances() public {
        _fundWithC(victim);
        uint256 held = b.balanceOf(attacker);
        vm.prank(attacker);
        c.transfer(victim, FUNDS);
        vm.expectPartialRevert(TokenTransfer.TokenCallFailed.selector);
        routeMultiAs(attacker, both(address(shared), attacker), selling(attacker));
        vm.expectPartialRevert(TokenTransfer.TokenCallFailed.selector); // nor the receiver's
        routeMultiAs(attacker, both(address(shared), victim), selling(victim));
        assertEq(b.balanceOf(attacker), held);
        assertEq(a.balanceOf(victim), FUNDS);
    }

    function _one(address token, uint256 amount, address payTo) private view returns (MultiRoute memory o) {
        o = both(address(shared), user);
        o.inputs = new Input[](1);
        o.inputs[0] = Input(token, amount, payTo);
        o.minAmountOut = 1;
    }
}
