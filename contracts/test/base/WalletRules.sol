// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Order} from "../../src/hosts/Order.sol";
import {WalletVM} from "../../src/hosts/WalletVM.sol";
import {ProgramReader} from "../../src/vm/ProgramReader.sol";
import {RegisterSteps} from "../../src/vm/RegisterSteps.sol";
import {Steps} from "./Steps.sol";
import {Token} from "./Tokens.sol";
import {Vault} from "./Venues.sol";
import {WalletBase} from "./WalletBase.sol";

/// What holds for every account that runs programs for its owner.
abstract contract WalletRules is WalletBase {
    uint256 internal constant ONE = 1e18;

    function _account() internal view virtual returns (address);

    /// The owner has the account run this call of `WalletVM`, with value. Exactly one call that can revert.
    function _send(bytes memory data, uint256 value) internal virtual returns (bytes memory answer);

    function _execute(Order memory o, bytes memory program) internal returns (uint256) {
        bytes memory answer = _send(abi.encodeCall(WalletVM.execute, (o, program)), 0);
        return answer.length == 0 ? 0 : abi.decode(answer, (uint256)); // no answer: a revert that was expected
    }

    function _run(bytes memory program) internal {
        _send(abi.encodeCall(WalletVM.run, (block.timestamp, program)), 0);
    }

    function test_execute() public {
        uint256 out = _execute(orderOf(ONE, attacker), overPair(attacker));
        assertEq(b.balanceOf(attacker), out);
        assertEq(a.balanceOf(_account()), FUNDS - ONE);
    }

    function test_execute_againInTheSameTransaction() public {
        _execute(orderOf(ONE, user), overPair(user));
        _execute(orderOf(ONE, user), overPair(user)); // the lock opens again
        assertEq(a.balanceOf(_account()), FUNDS - 2 * ONE);
    }

    function test_execute_toTheAccountItself() public {
        uint256 out = _execute(orderOf(ONE, _account()), overPair(_account()));
        assertEq(b.balanceOf(_account()), out);
    }

    /// Coin arrives with the 2,300 gas that a wrapper gives.
    function test_execute_nativeOut() public {
        wrapped.mint(_account(), ONE);
        vm.deal(address(wrapped), ONE);
        Steps.Call memory unwrap;
        (unwrap.target, unwrap.splices) = (address(wrapped), Steps.splice(1, 4));
        unwrap.data = abi.encodeCall(wrapped.withdraw, (0));
        Order memory o = orderOf(ONE, address(0xCAFE));
        o.tokenOut = address(0);
        bytes memory program = bytes.concat(hex"01", Steps.call(unwrap), Steps.send(1, address(0), address(0xCAFE)));
        assertEq(_execute(o, program), ONE);
        assertEq(address(0xCAFE).balance, ONE);
    }

    function test_run_startsWithNothing_andTakesValue() public {
        vm.deal(user, FUNDS);
        uint256 before = _account().balance;
        bytes memory program = bytes.concat(
            hex"02", Steps.set(2, uint128(ONE)), Steps.send(2, address(0), address(0xCAFE)), Steps.atLeast(1, 1)
        );
        vm.expectRevert(abi.encodeWithSelector(RegisterSteps.BelowMinimum.selector, 2, 0, 1));
        _run(program);
        bytes memory send =
            bytes.concat(hex"01", Steps.set(1, uint128(ONE)), Steps.send(1, address(0), address(0xCAFE)));
        _send(abi.encodeCall(WalletVM.run, (block.timestamp, send)), ONE);
        assertEq(address(0xCAFE).balance, ONE);
        assertTrue(_account().balance == before || _account().balance == before - ONE, "value went on");
    }

    function test_run_mayGrantRights() public {
        _run(bytes.concat(hex"01", Steps.call(address(b), abi.encodeCall(Token.approve, (address(vault), 7)))));
        assertEq(b.allowance(_account(), address(vault)), 7);
    }

    // Rule 2: no check passes vacuously.

    function test_rule2_zeroAmountIn() public {
        vm.expectRevert(abi.encodeWithSelector(WalletVM.ZeroAmountIn.selector));
        _execute(orderOf(0, user), overPair(user));
    }

    function test_rule2_zeroMinAmountOut() public {
        Order memory o = orderOf(ONE, user);
        o.minAmountOut = 0;
        vm.expectRevert(abi.encodeWithSelector(WalletVM.ZeroMinAmountOut.selector));
        _execute(o, overPair(user));
    }

    function test_rule2_receiverThatIsNobody() public {
        address[2] memory receivers = [address(0), _code()];
        for (uint256 i; i < receivers.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(WalletVM.InvalidReceiver.selector, receivers[i]));
            _execute(orderOf(ONE, receivers[i]), overPair(user));
        }
    }

    function test_rule2_tokenOutWithoutCode() public {
        Order memory o = orderOf(ONE, user);
        o.tokenOut = address(0xdead);
        vm.expectRevert(abi.encodeWithSelector(WalletVM.NotAToken.selector, address(0xdead)));
        _execute(o, overPair(user));
    }

    function test_rule2_emptyProgram() public {
        bytes[3] memory programs = [bytes(""), hex"01", bytes.concat(hex"00", Steps.set(1, 1))];
        for (uint256 i; i < programs.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ProgramReader.EmptyProgram.selector));
            _execute(orderOf(ONE, user), programs[i]);
            vm.expectRevert(abi.encodeWithSelector(ProgramReader.EmptyProgram.selector));
            _run(programs[i]);
        }
    }

    function test_I16_deadline() public {
        Order memory o = orderOf(ONE, user);
        _execute(o, overPair(user)); // the last second counts
        vm.warp(o.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(WalletVM.Expired.selector, o.deadline));
        _execute(o, overPair(user));
    }

    function test_I16_deadlineOfARun() public {
        bytes memory program = bytes.concat(hex"01", Steps.set(1, 1), Steps.send(1, address(a), user));
        uint256 deadline = block.timestamp + 3600;
        _send(abi.encodeCall(WalletVM.run, (deadline, program)), 0);
        vm.warp(deadline); // the last second counts
        _send(abi.encodeCall(WalletVM.run, (deadline, program)), 0);
        vm.warp(deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(WalletVM.Expired.selector, deadline));
        _send(abi.encodeCall(WalletVM.run, (deadline, program)), 0);
        assertEq(a.balanceOf(user), FUNDS + 2);
    }

    // Rule 4: the receiver's own gain decides.

    function test_rule4_receiverGetsTheMinimumOrNothingHappens() public {
        Order memory o = orderOf(ONE, user);
        o.minAmountOut = ONE;
        vm.expectPartialRevert(WalletVM.ReceivedTooLittle.selector);
        _execute(o, overPair(user));
        assertEq(a.balanceOf(_account()), FUNDS);
        vm.expectRevert(abi.encodeWithSelector(WalletVM.ReceivedTooLittle.selector, 0, 1));
        _execute(orderOf(ONE, user), overPair(attacker)); // paid to another
    }

    function test_rule4_aLossIsNoGain() public {
        b.mint(_account(), ONE);
        vm.expectRevert(abi.encodeWithSelector(WalletVM.ReceivedTooLittle.selector, 0, 1));
        _execute(orderOf(ONE, _account()), bytes.concat(hex"01", Steps.send(1, address(b), user)));
    }

    // Rule 7: the owner alone.

    function test_rule7_strangers() public {
        _execute(orderOf(ONE, user), overPair(user)); // deployed from here on
        bytes memory program = overPair(attacker);
        address[3] memory strangers = [attacker, victim, address(router)];
        for (uint256 i; i < strangers.length; ++i) {
            bytes[2] memory calls = [
                abi.encodeCall(WalletVM.execute, (orderOf(ONE, strangers[i]), program)),
                abi.encodeCall(WalletVM.run, (block.timestamp, program))
            ];
            for (uint256 k; k < calls.length; ++k) {
                vm.prank(strangers[i]);
                (bool ok,) = _account().call(calls[k]);
                assertTrue(!ok, "a stranger ran a program");
                // What an owner calls is not the owner, though the transaction is his.
                vm.prank(strangers[i], user);
                (ok,) = _account().call(calls[k]);
                vm.prank(strangers[i], _account());
                (bool asAccount,) = _account().call(calls[k]);
                assertTrue(!ok && !asAccount, "a stranger ran a program in the owner's transaction");
            }
        }
        assertEq(b.balanceOf(attacker) + b.balanceOf(victim) + b.balanceOf(address(router)), 0);
    }

    // Rule 8: approvals are exact, and used up or taken back.

    function test_rule8_approvals() public {
        b.mint(_account(), ONE);
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.ignore, ()));
        c.approvals = Steps.approval(1, address(b));
        bytes memory deposit = abi.encodeCall(Vault.deposit, (ONE / 2, user));
        _run(bytes.concat(hex"01", Steps.set(1, uint128(ONE)), Steps.call(c)));
        assertEq(b.allowance(_account(), address(vault)), 0);
        c.data = deposit;
        _run(bytes.concat(hex"01", Steps.set(1, uint128(ONE)), Steps.call(c)));
        assertEq(vault.allowanceSeen(), ONE);
        assertEq(b.allowance(_account(), address(vault)), 0);
    }

    function test_rule9_stepsThatPullAreInvalid() public {
        bytes[2] memory steps = [Steps.pull(1, user), Steps.v3Pull(1, 1, true, address(pool), user)];
        for (uint256 i; i < steps.length; ++i) {
            uint8 opcode = uint8(steps[i][0]);
            vm.expectRevert(abi.encodeWithSelector(ProgramReader.InvalidOpcode.selector, 1, opcode));
            _execute(orderOf(ONE, user), bytes.concat(hex"01", Steps.set(1, 1), steps[i]));
        }
    }

    function test_failureNamesItsStep() public {
        bytes memory refuse = Steps.call(address(vault), abi.encodeCall(Vault.refuse, (5)));
        expectStepFailed(1, address(vault), abi.encodeWithSelector(Vault.TooPicky.selector, 5));
        _run(bytes.concat(hex"01", Steps.set(1, 1), refuse));
    }

    function testFuzz_I6_minimumOrNothing(uint64 amountIn, uint64 minAmountOut) public {
        Order memory o = orderOf(uint256(amountIn) + 1e6, attacker);
        o.minAmountOut = uint256(minAmountOut) + 1;
        try this.attempt(o) returns (uint256 out) {
            assertTrue(out >= o.minAmountOut, "below the minimum");
            assertEq(b.balanceOf(attacker), out);
        } catch {
            assertEq(a.balanceOf(_account()), FUNDS);
            assertEq(b.balanceOf(attacker), 0);
        }
    }

    function attempt(Order calldata o) external returns (uint256) {
        return _execute(o, overPair(o.receiver));
    }

    /// Where the code of the account is.
    function _code() internal view virtual returns (address);
}
