// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Executor} from "../src/Executor.sol";
import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {RouterHost} from "../src/RouterHost.sol";
import {SharedExecutor} from "../src/SharedExecutor.sol";
import {CoreWallet} from "../src/hosts/CoreWallet.sol";
import {MultiOrder, Order} from "../src/hosts/Order.sol";
import {WalletVM} from "../src/hosts/WalletVM.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {RegisterSteps} from "../src/vm/RegisterSteps.sol";
import {Steps} from "./base/Steps.sol";
import {CallingPair, LastWord, LoudToken, NumberToken, StrictPool} from "./base/Strict.sol";
import {Token} from "./base/Tokens.sol";
import {Vault} from "./base/Venues.sol";
import {WalletBase} from "./base/WalletBase.sol";

/// Where a constant, a width or one open door among many decides, and nothing else would tell.
contract BoundariesTest is WalletBase {
    uint256 private constant ONE = 1e18;

    // Doors

    /// Both entries of every executor, from a contract and from who signed the transaction itself.
    function test_rule1_everyEntryOfAnExecutorIsForTheRouter() public {
        callAs(user, order(ONE, address(0), user), honest(user)); // deploys
        address[3] memory executors = [address(shared), own(user), address(router.executorImplementation())];
        bytes memory take = bytes.concat(hex"01", Steps.set(1, 1), Steps.send(1, address(a), attacker));
        bytes[2] memory calls =
            [abi.encodeCall(Executor.run, (1, take)), abi.encodeCall(Executor.runMulti, (new uint256[](1), take))];
        for (uint256 i; i < executors.length; ++i) {
            a.mint(executors[i], 4);
            for (uint256 k; k < calls.length; ++k) {
                address[2] memory origins = [attacker, user];
                for (uint256 n; n < origins.length; ++n) {
                    vm.prank(attacker, origins[n]);
                    (bool ok, bytes memory reason) = executors[i].call(calls[k]);
                    assertTrue(!ok && bytes4(reason) == RouterHost.OnlyRouter.selector, "a stranger ran a program");
                }
            }
            assertEq(a.balanceOf(executors[i]), 4);
        }
    }

    /// All 160 bits of an address are its owner.
    function test_I14_ownersThatDifferInOneBit() public {
        vm.prank(user);
        factory.run(block.timestamp, bytes.concat(hex"01", Steps.set(1, 1)));
        bytes memory take = bytes.concat(hex"01", Steps.set(1, 1), Steps.send(1, address(a), attacker));
        for (uint256 bit; bit < 160; ++bit) {
            address near = address(uint160(user) ^ uint160(1 << bit));
            assertTrue(router.executorOf(near) != router.executorOf(user), "an executor of two callers");
            assertTrue(factory.walletOf(near) != coreWallet, "a wallet of two owners");
            vm.expectRevert(abi.encodeWithSelector(CoreWallet.OnlyOwner.selector, near));
            vm.prank(near);
            CoreWallet(payable(coreWallet)).run(block.timestamp, take);
        }
    }

    // Coin

    /// What comes with a call of the factory is the wallet's.
    function test_rule4_factoryKeepsNoCoin() public {
        bytes memory pay = bytes.concat(hex"01", Steps.send(1, address(a), user));
        MultiOrder memory many = MultiOrder(new uint256[](1), address(a), ONE, user, block.timestamp);
        many.amountsIn[0] = ONE;
        bytes[3] memory calls = [
            abi.encodeCall(WalletVM.run, (block.timestamp, pay)),
            abi.encodeCall(WalletVM.execute, (Order(ONE, address(a), ONE, user, block.timestamp), pay)),
            abi.encodeCall(WalletVM.executeMulti, (many, pay))
        ];
        for (uint256 i; i < calls.length; ++i) {
            _call(user, address(factory), calls[i], ONE);
            assertEq(coreWallet.balance, FUNDS + (i + 1) * ONE);
            assertEq(address(factory).balance, 0);
        }
    }

    /// BALANCE and GAIN of token 0 are the account's own coin, whoever asks.
    function test_balanceAndGain_ofCoin() public {
        vm.deal(user, 7 * FUNDS);
        _runInSafe(bytes.concat(hex"01", Steps.balance(1, address(0)), Steps.atLeast(1, uint128(FUNDS))));
        _expectBelow(1, FUNDS, FUNDS + 1);
        _runInSafe(bytes.concat(hex"01", Steps.balance(1, address(0)), Steps.atLeast(1, uint128(FUNDS + 1))));
        bytes memory gain = bytes.concat(hex"01", Steps.set(1, uint128(FUNDS - 1)), Steps.gain(1, address(0)));
        _runInSafe(bytes.concat(gain, Steps.atLeast(1, 1)));
        _expectBelow(2, 1, 2);
        _runInSafe(bytes.concat(gain, Steps.atLeast(1, 2)));
    }

    // Widths

    function test_literals_allOf16Bytes() public {
        for (uint256 bit; bit < 128; ++bit) {
            uint128 literal = uint128(1 << bit);
            _runInSafe(bytes.concat(hex"01", Steps.set(1, literal), Steps.atLeast(1, literal)));
            if (bit == 0) continue;
            _expectBelow(1, literal - 1, literal);
            _runInSafe(bytes.concat(hex"01", Steps.set(1, literal - 1), Steps.atLeast(1, literal)));
        }
    }

    /// Data and offsets are of two bytes.
    function test_call_spliceBeyond255Bytes() public {
        Steps.Call memory c;
        (c.target, c.out, c.data) = (address(new LastWord()), 2, new bytes(4 + 320));
        c.splices = Steps.splice(1, 4 + 288);
        bytes memory program = bytes.concat(hex"02", Steps.set(1, uint128(ONE)), Steps.call(c));
        _runInSafe(bytes.concat(program, Steps.atLeast(2, uint128(ONE))));
        _expectBelow(2, ONE, ONE + 1);
        _runInSafe(bytes.concat(program, Steps.atLeast(2, uint128(ONE + 1))));
    }

    // Answers

    /// A refusal is no answer, though it has words enough.
    function test_rule2_refusalThatIsLongEnoughForAnAnswer() public {
        address loud = address(new LoudToken());
        bytes memory reason = text("more than a word, so that it could be taken for an answer");
        expectStepFailed(0, loud, reason);
        routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.balance(1, loud)));
        vm.expectRevert(abi.encodeWithSelector(SharedExecutor.NotHeld.selector, loud, ONE));
        routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.send(1, loud, user)));
        Route memory o = order(ONE, address(0), user);
        o.tokenOut = loud;
        vm.expectRevert(abi.encodeWithSelector(Router.NotAToken.selector, loud));
        routeAs(user, o, honest(user));
        Order memory w = orderOf(ONE, user);
        w.tokenOut = loud;
        bytes memory data = abi.encodeCall(WalletVM.execute, (w, overPair(user)));
        vm.expectRevert(abi.encodeWithSelector(WalletVM.NotAToken.selector, loud));
        vm.prank(user);
        safe.delegate(address(delegateExecutor), data);
    }

    /// Of the words, 1 alone is a yes.
    function test_I18_tokensThatReturnAnotherWord() public {
        NumberToken number = new NumberToken();
        number.mint(address(shared), ONE);
        expectStepFailed(0, address(number), abi.encode(2));
        routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.send(1, address(number), user)));
    }

    // Operands

    function test_rule2_spenderThatIsNobody() public {
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.ignore, ()));
        expectInvalidOperand(0);
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.callVia(address(0), c)));
    }

    function test_v2_amountZero() public {
        bytes[2] memory steps =
            [Steps.v2(2, 1, true, address(pair), user), Steps.v2Measured(1, true, address(pair), user, address(a))];
        for (uint256 i; i < steps.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 0));
            routeAs(user, order(ONE, address(0), user), bytes.concat(hex"02", steps[i]));
        }
    }

    // Venues as strict as the originals, in both directions

    function test_v2_pairIsToldNothing() public {
        CallingPair calling = new CallingPair(a, b);
        (Token[2] memory tokens, uint256 amountOut) = ([a, b], ONE * 997 * DEPTH / (DEPTH * 1000 + ONE * 997));
        b.mint(user, ONE);
        for (uint256 i; i < tokens.length; ++i) {
            a.mint(address(calling), DEPTH - a.balanceOf(address(calling)));
            b.mint(address(calling), DEPTH - b.balanceOf(address(calling)));
            calling.sync();
            Route memory o = _between(tokens[i], tokens[1 - i], address(calling));
            bytes memory swap = Steps.v2(1, 1, i == 0, address(calling), user);
            assertEq(routeAs(user, o, bytes.concat(hex"01", swap)), amountOut);
            vm.prank(address(calling)); // back to the same reserves
            tokens[i].transfer(attacker, ONE);
        }
    }

    function test_v3_limitsAndAmountsOfBothDirections() public {
        StrictPool strict = new StrictPool(a, b);
        Token[2] memory tokens = [a, b];
        b.mint(user, 2 * ONE);
        for (uint256 i; i < tokens.length; ++i) {
            tokens[1 - i].mint(address(strict), 3 * ONE);
            bytes memory atLeast = Steps.atLeast(1, uint128(ONE));
            bytes memory pull = Steps.v3Pull(1, 1, i == 0, address(strict), user);
            assertEq(
                routeAs(user, _between(tokens[i], tokens[1 - i], address(0)), bytes.concat(hex"01", pull, atLeast)), ONE
            );
            bytes memory pay = Steps.v3Pay(1, 1, i == 0, address(strict), user, address(tokens[i]));
            assertEq(
                routeAs(user, _between(tokens[i], tokens[1 - i], address(shared)), bytes.concat(hex"01", pay, atLeast)),
                ONE
            );
            tokens[i].mint(address(prepaid), ONE);
            assertEq(prepaid.swap(address(strict), i == 0, ONE, user), ONE);
        }
    }

    function _between(Token tokenIn, Token tokenOut, address payTo) private view returns (Route memory o) {
        o = order(ONE, payTo, user);
        (o.tokenIn, o.tokenOut) = (address(tokenIn), address(tokenOut));
    }

    function _runInSafe(bytes memory program) private {
        bytes memory data = abi.encodeCall(WalletVM.run, (block.timestamp, program));
        vm.prank(user);
        safe.delegate(address(delegateExecutor), data);
    }

    function _expectBelow(uint256 step, uint256 actual, uint256 minimum) private {
        vm.expectRevert(abi.encodeWithSelector(RegisterSteps.BelowMinimum.selector, step, actual, minimum));
    }
}
