// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {Base} from "./base/Base.sol";
import {RouterHandler} from "./base/RouterHandler.sol";
import {WalletBase} from "./base/WalletBase.sol";
import {WalletHandler} from "./base/WalletHandler.sol";

/// Any order of honest and hostile calls. Each claim names its invariant; all are looked at after every call, in one run.
contract RouterInvariantsTest is Base {
    RouterHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new RouterHandler(RouterHandler.World(router, pair, pool, wrappedPool, vault, user, victim, attacker));
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    function targetSelectors() public view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        bytes4[] memory selectors = new bytes4[](9);
        selectors[0] = RouterHandler.honestSplit.selector;
        selectors[1] = RouterHandler.honestDeposit.selector;
        selectors[2] = RouterHandler.honestNativeIn.selector;
        selectors[3] = RouterHandler.honestNativeOut.selector;
        selectors[4] = RouterHandler.donate.selector;
        selectors[5] = RouterHandler.hostileRoute.selector;
        selectors[6] = RouterHandler.knock.selector;
        selectors[7] = RouterHandler.honestPosition.selector;
        selectors[8] = RouterHandler.honestCoin.selector;
        targets[0] = FuzzSelector(address(handler), selectors);
    }

    function invariant_router() public view {
        assertTrue(bytes(handler.broken()).length == 0, handler.broken());
        assertTrue(a.balanceOf(victim) >= FUNDS, "I1: a bystander lost tokens");
        assertTrue(address(router).balance == 0, "I2: the router holds coin");
        assertTrue(wrapped.balanceOf(address(router)) == 0, "I2: the router holds wrapped coin");
        assertTrue(wrapped.balanceOf(address(shared)) == 0, "I3: the executor holds wrapped coin");
        assertTrue(wrapped.balanceOf(own(user)) == 0, "I3: the own executor holds wrapped coin");
        address[6] memory spenders = [user, victim, attacker, address(pair), address(router), address(vault)];
        address[2] memory executors = [address(shared), own(user)];
        for (uint256 i; i < spenders.length * 2; ++i) {
            (address from, address to) = (executors[i % 2], spenders[i / 2]);
            assertTrue(a.allowance(from, to) + b.allowance(from, to) == 0, "I4: the executor left an allowance");
        }
    }

    /// Not for the short sequences that a failure is shrunk to.
    function afterInvariant() public view {
        if (handler.calls() < 50) return;
        assertTrue(handler.successes() * 2 >= handler.calls(), "half of the calls succeed");
    }

    /// What the runs are worth: hostile programs must often get to the end.
    function test_handlerIsNotVacuous() public {
        for (uint256 seed = 1; seed <= 300; ++seed) {
            handler.hostileRoute(seed);
        }
        assertTrue(handler.hostileSuccesses() * 5 > handler.hostileRuns() * 2, "two of five hostile routes succeed");
        for (uint64 i; i < 20; ++i) {
            handler.honestSplit(i * 1e16, i << 58);
            handler.honestDeposit(i * 1e16);
            handler.honestPosition(i * 1e16);
            handler.honestNativeIn(i * 1e16);
            handler.honestNativeOut(i * 1e16);
            handler.honestCoin(i * 1e16 + i, i << 58);
            handler.donate(i, i);
            handler.knock(i);
        }
        assertEq(handler.successes() - handler.hostileSuccesses(), 160);
        invariant_router();
    }

    /// I11: bytes at random.
    function testFuzz_I11_randomBytes(bytes calldata noise, uint8 registers) public {
        handler.attack(order(1e12, address(0), attacker), bytes.concat(bytes1(registers), noise));
        assertTrue(bytes(handler.broken()).length == 0, handler.broken());
        assertEq(a.balanceOf(address(router)) + b.balanceOf(address(router)), 0);
    }

    function testFuzz_I1_hostileSteps(uint256 seed) public {
        handler.hostileRoute(seed);
        assertTrue(bytes(handler.broken()).length == 0, handler.broken());
    }

    /// I6: either the receiver gains at least the minimum, or nothing moved.
    function testFuzz_I6_minimumOrNothing(uint64 amountIn, uint64 minAmountOut, uint64 paid) public {
        vm.assume(amountIn != 0 && minAmountOut != 0);
        pool.setLimit(paid);
        Route memory o = order(amountIn, address(0), user);
        o.minAmountOut = minAmountOut;
        vm.prank(user);
        (bool ok,) = address(router).call(abi.encodeCall(Router.route, (o, honest(user))));
        assertTrue(ok == (paid >= amountIn && amountIn >= minAmountOut), "goes through exactly when it may");
        assertEq(b.balanceOf(user), ok ? amountIn : 0);
        assertEq(a.balanceOf(user), ok ? FUNDS - amountIn : FUNDS);
    }
}

/// The same for accounts of one owner.
contract WalletInvariantsTest is WalletBase {
    WalletHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new WalletHandler(
            WalletHandler.World(delegateExecutor, factory, safe, account7702, pair, pool, vault, user, attacker)
        );
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_wallets() public view {
        assertTrue(bytes(handler.broken()).length == 0, handler.broken());
        assertTrue(address(delegateExecutor).balance == 0, "I13: the shared code holds coin");
        assertTrue(a.balanceOf(address(delegateExecutor)) == 0, "I13: the shared code holds tokens");
    }

    /// Not for the short sequences that a failure is shrunk to.
    function afterInvariant() public view {
        if (handler.calls() < 50) return;
        assertTrue(handler.successes() * 2 >= handler.calls(), "half of the calls succeed");
    }

    function test_handlerIsNotVacuous() public {
        for (uint8 i; i < 60; ++i) {
            handler.honestSwap(i, i);
            handler.knock(i, i);
        }
        assertEq(handler.successes(), 120);
        for (uint8 i; i < 150; ++i) {
            handler.oddProgram(i, i);
        }
        assertTrue(handler.successes() > 120 + 60, "two of five odd programs get to their end");
        invariant_wallets();
    }

    function testFuzz_I13_randomBytes(bytes calldata noise, uint8 registers) public {
        vm.record();
        vm.prank(user);
        (bool ok,) = address(safe)
            .call(abi.encodeCall(safe.delegate, (address(delegateExecutor), bytes.concat(hex"00000000", noise))));
        assertTrue(!ok, "no function without a name");
        bytes memory program = bytes.concat(bytes1(registers), noise);
        vm.prank(user);
        (ok,) = address(safe)
            .call(
                abi.encodeCall(
                    safe.delegate,
                    (address(delegateExecutor), abi.encodeCall(delegateExecutor.run, (block.timestamp, program)))
                )
            );
        (, bytes32[] memory writes) = vm.accesses(address(safe));
        assertTrue(writes.length == 0, "I13: a program wrote to the wallet's storage");
    }
}
