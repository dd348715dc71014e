// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {Steps} from "./base/Steps.sol";
import {FeeToken, NonzeroToken, RebasingToken, Token, Uint96Token} from "./base/Tokens.sol";
import {Pair, Pool, Vault} from "./base/Venues.sol";
import {WalletBase} from "./base/WalletBase.sol";

/// Invariants that need no history; the stateful ones are in Invariants.t.sol.
contract PropertiesTest is WalletBase {
    uint256 private constant ONE = 1e18;

    // I10: gifts, before or during a route, neither harm nor block anybody.

    function testFuzz_I10_donations(uint64 toExecutor, uint64 toPair, uint64 coin) public {
        uint256 fair = _overBoth();
        b.mint(address(shared), toExecutor);
        a.mint(address(shared), toExecutor);
        a.mint(address(pair), toPair);
        b.mint(address(vault), toPair);
        a.mint(address(router), toExecutor);
        vm.deal(address(shared), coin);
        uint256 out = _overBoth();
        assertTrue(out <= fair && out > fair * 999 / 1000, "moved by more than the first route's own impact");
        assertEq(b.balanceOf(address(shared)), toExecutor);
    }

    function _overBoth() private returns (uint256) {
        bytes memory program = bytes.concat(
            hex"03",
            Steps.take(2, 1, Steps.HALF),
            Steps.pull(2, address(pair)),
            Steps.v2(2, 2, true, address(pair), user),
            Steps.balance(3, address(b)),
            Steps.v3Pull(1, 1, true, address(pool), address(shared)),
            Steps.gain(3, address(b)),
            Steps.send(3, address(b), user)
        );
        return routeAs(user, order(ONE, address(0), user), program);
    }

    /// What a pool gives on top during the route belongs to the receiver, or stays where it was put.
    function test_I10_giftDuringARoute() public {
        bytes memory gift = Steps.call(address(b), abi.encodeCall(Token.mint, (user, 7)));
        assertEq(callAs(user, order(ONE, address(0), user), bytes.concat(honest(user), gift)), ONE + 7);
    }

    // I12, rules 5 and 6: nothing to own or upgrade, and nothing that could become so.

    function test_I12_codeHasNoWayToBeAnotherCode() public view {
        _scan(address(router).code, true); // the callers' executors
        _scan(address(shared).code, false);
        _scan(address(router.executorImplementation()).code, false);
        _scan(address(delegateExecutor).code, false);
        _scan(address(factory.implementation()).code, false);
        _scan(address(code7702).code, false);
        _scan(address(prepaid).code, false);
        _scan(address(prepaidV4).code, false);
        _scan(address(prepaidInfinity).code, false);
    }

    function _scan(bytes memory code, bool mayCreate) private pure {
        for (uint256 i; i < code.length; ++i) {
            uint8 op = uint8(code[i]);
            if (op >= 0x60 && op <= 0x7f) {
                i += op - 0x5f; // PUSH1 to PUSH32
                continue;
            }
            bool stores = op == 0x55; // SSTORE
            bool creates = op == 0xf0 || (op == 0xf5 && !mayCreate); // CREATE, CREATE2
            bool lends = op == 0xf2 || op == 0xf4 || op == 0xff; // CALLCODE, DELEGATECALL, SELFDESTRUCT
            assertTrue(!stores && !creates && !lends, "no storage, creation or borrowed code");
        }
    }

    // I15: a fee is one more leg, of the size that was stated.

    function testFuzz_I15_fee(uint96 amountIn, uint16 feeBps) public {
        uint256 amount = uint256(amountIn) + 1e6;
        uint256 fee = amount * (feeBps % 101) / 10_000;
        if (fee == 0) fee = 1;
        a.mint(user, amount);
        b.mint(address(pool), amount);
        bytes memory program = bytes.concat(
            hex"02",
            Steps.set(1, uint128(fee)),
            Steps.set(2, uint128(amount - fee)),
            Steps.pull(1, victim), // the fee's receiver
            Steps.v3Pull(2, 2, true, address(pool), user)
        );
        assertEq(routeAs(user, order(amount, address(0), user), program), amount - fee);
        assertEq(a.balanceOf(victim), FUNDS + fee);
    }

    /// A part of an amount is rounded down, and never more than its share.
    function testFuzz_I15_shareIsNeverMoreThanStated(uint96 amountIn, uint64 shareX64) public {
        uint256 amount = uint256(amountIn) + 1e6;
        shareX64 |= 1 << 50; // no share of it is nothing
        uint256 part = amount * shareX64 / 2 ** 64;
        a.mint(user, amount);
        b.mint(address(pool), amount);
        bytes memory program = bytes.concat(
            hex"02", Steps.take(2, 1, shareX64), Steps.pull(2, victim), Steps.v3Pull(1, 1, true, address(pool), user)
        );
        assertEq(routeAs(user, order(amount, address(0), user), program), amount - part);
        assertEq(a.balanceOf(victim), FUNDS + part);
    }

    // I17: tokens whose balances do not follow their transfers arrive in full, or the route reverts.

    function testFuzz_I17_feeOnTransferOut(uint64 amountIn, uint64 slack) public {
        FeeToken fee = new FeeToken();
        uint256 amount = uint256(amountIn) + 1e6;
        Pool feePool = new Pool(a, fee);
        fee.mint(address(feePool), amount);
        Route memory o = order(amount, address(0), user);
        (o.tokenOut, o.minAmountOut) = (address(fee), amount - amount * (slack % 3) / 100);
        bytes memory program = bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(feePool), user));
        vm.prank(user);
        (bool ok,) = address(router).call(abi.encodeCall(Router.route, (o, program)));
        uint256 arrives = amount - amount / 100;
        assertTrue(ok == (arrives >= o.minAmountOut), "goes through exactly when enough arrives");
        assertEq(fee.balanceOf(user), ok ? arrives : 0);
    }

    function testFuzz_I17_rebasingOut(uint64 amountIn, uint64 index) public {
        RebasingToken odd = new RebasingToken();
        odd.rebase(1e18 + uint256(index) % 1e18);
        uint256 amount = uint256(amountIn) + 1e6;
        Pool oddPool = new Pool(a, Token(address(odd)));
        odd.mint(address(oddPool), amount * 2);
        Route memory o = order(amount, address(0), user);
        (o.tokenOut, o.minAmountOut) = (address(odd), amount - 2);
        uint256 out = routeAs(user, o, bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(oddPool), user)));
        assertEq(out, odd.balanceOf(user));
        assertTrue(out >= amount - 2, "at most two wei stay behind");
    }

    // I18: tokens with opinions.

    function test_I18_tokenThatRefusesNothing() public {
        NonzeroToken picky = new NonzeroToken();
        Pool pickyPool = new Pool(picky, b);
        b.mint(address(pickyPool), DEPTH);
        picky.mint(user, ONE);
        vm.prank(user);
        picky.approve(address(router), ONE);
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(picky);
        bytes memory swap = Steps.v3Pull(1, 1, true, address(pickyPool), user);
        // Register 2 is empty: what is left over is often nothing.
        bytes memory rest = bytes.concat(Steps.balance(2, address(picky)), Steps.send(2, address(picky), user));
        assertEq(routeAs(user, o, bytes.concat(hex"02", swap, rest)), ONE);
    }

    function test_I18_tokenOfUint96() public {
        Uint96Token token = new Uint96Token();
        Pool from = new Pool(a, token);
        Vault tokenVault = new Vault(token);
        token.mint(address(from), DEPTH);
        Steps.Call memory deposit;
        (deposit.target, deposit.data) = (address(tokenVault), abi.encodeCall(Vault.deposit, (0, user)));
        (deposit.approvals, deposit.splices) = (Steps.approval(1, address(token)), Steps.splice(1, 4));
        Route memory o = order(ONE, address(0), user);
        o.tokenOut = address(tokenVault);
        bytes memory swap = Steps.v3Pull(1, 1, true, address(from), own(user));
        assertEq(callAs(user, o, bytes.concat(hex"01", swap, Steps.call(deposit))), ONE);
    }

    // I19: each step does what the same call of the account itself does.

    function testFuzz_I19_v2(uint72 amountIn) public {
        uint256 amount = uint256(amountIn) + 1e6;
        (Pair one, Pair two) = (_pair(), _pair());
        a.mint(user, 2 * amount);
        uint256 expected = amount * 997 * DEPTH / (DEPTH * 1000 + amount * 997);
        vm.startPrank(user);
        a.transfer(address(one), amount);
        one.swap(0, expected, user, "");
        vm.stopPrank();
        bytes memory program = bytes.concat(hex"01", Steps.v2(1, 1, true, address(two), user));
        assertEq(routeAs(user, order(amount, address(two), user), program), expected);
        assertEq(b.balanceOf(address(one)), b.balanceOf(address(two)));
        assertEq(a.balanceOf(address(one)), a.balanceOf(address(two)));
    }

    function _pair() private returns (Pair fresh) {
        fresh = new Pair(a, b);
        a.mint(address(fresh), DEPTH);
        b.mint(address(fresh), DEPTH);
        fresh.sync();
    }

    function testFuzz_I19_call(uint96 assets) public {
        uint256 amount = uint256(assets) + 1;
        b.mint(user, amount);
        b.mint(address(safe), amount);
        vm.startPrank(user);
        b.approve(address(vault), amount);
        uint256 direct = vault.deposit(amount, victim);
        vm.stopPrank();
        Steps.Call memory c;
        (c.target, c.data, c.out) = (address(vault), abi.encodeCall(Vault.deposit, (0, attacker)), 1);
        (c.approvals, c.splices) = (Steps.approval(1, address(b)), Steps.splice(1, 4));
        bytes memory program = bytes.concat(hex"01", Steps.set(1, uint128(amount)), Steps.call(c));
        vm.prank(user);
        safe.delegate(address(delegateExecutor), abi.encodeCall(delegateExecutor.run, (block.timestamp, program)));
        assertEq(vault.balanceOf(attacker), direct);
        assertEq(b.balanceOf(address(safe)), 0);
    }

    // I20: what a step costs is bounded, whatever its operands.

    function test_I20_gasOfAnEntry() public {
        _gasOf(bytes.concat(hex"01", Steps.set(1, 1))); // from here on all is warm
        uint256 one = _gasOf(bytes.concat(hex"01", Steps.set(1, 1)));
        uint256 most = _gasOf(bytes.concat(hex"ff", Steps.set(1, 1)));
        assertTrue(most - one < 5_000, "255 registers");
    }

    function test_I20_gasPerRegisterStep() public {
        bytes[3] memory steps = [Steps.set(1, 1), Steps.take(2, 1, Steps.HALF), Steps.atLeast(3, 1)];
        for (uint256 i; i < steps.length; ++i) {
            bytes memory many = bytes.concat(hex"03", Steps.set(3, 1));
            uint256 before = _gasOf(many);
            for (uint256 k; k < 100; ++k) {
                many = bytes.concat(many, steps[i]);
            }
            assertTrue(_gasOf(many) - before < 100 * 3_000, "a step of no calls");
        }
    }

    function testFuzz_I20_gasOfAnyRefusal(bytes calldata noise) public {
        uint256 start = gasleft();
        vm.prank(user);
        (bool ok,) = address(safe)
            .call(
                abi.encodeCall(
                    safe.delegate,
                    (
                        address(delegateExecutor),
                        abi.encodeCall(delegateExecutor.run, (block.timestamp, bytes.concat(hex"04", noise)))
                    )
                )
            );
        uint256 used = start - gasleft();
        assertTrue(ok || used < 400_000 + noise.length * 2_000, "a refusal that burns gas");
    }

    function _gasOf(bytes memory program) private returns (uint256) {
        bytes memory data = abi.encodeCall(delegateExecutor.run, (block.timestamp, program));
        vm.prank(user);
        uint256 start = gasleft();
        safe.delegate(address(delegateExecutor), data);
        return start - gasleft();
    }
}
