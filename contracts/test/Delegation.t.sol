// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DelegateExecutor} from "../src/hosts/DelegateExecutor.sol";
import {MultiOrder, Order} from "../src/hosts/Order.sol";
import {WalletVM} from "../src/hosts/WalletVM.sol";
import {
    DelegatingProxy,
    GuardedAccount,
    HandledWallet,
    ModularAccount,
    NotingAccount,
    SilentAccount,
    WrappingAccount
} from "./base/Forwarding.sol";
import {Steps} from "./base/Steps.sol";
import {WalletBase} from "./base/WalletBase.sol";

/// Rule 11: accounts that hand calls on to the delegate executor as they come have opened it to nobody but themselves.
contract DelegationTest is WalletBase {
    uint256 private constant ONE = 1e18;
    // https://eips.ethereum.org/EIPS/eip-7825
    uint256 private constant MOST_GAS = 1 << 24;

    function test_rule11_designator() public {
        _become(account7702, address(delegateExecutor));
        _closedToStrangers(account7702);
    }

    /// The account's code names a proxy, and that the delegate executor; likewise through two.
    function test_rule11_designatorOfAProxy() public {
        DelegatingProxy proxy = new DelegatingProxy(address(delegateExecutor));
        _become(account7702, address(proxy));
        _closedToStrangers(account7702);
        _become(account7702, address(new DelegatingProxy(address(proxy))));
        _closedToStrangers(account7702);
    }

    function test_rule11_proxyOfAWallet() public {
        DelegatingProxy proxy = new DelegatingProxy(address(delegateExecutor));
        _fill(address(proxy));
        _closedToStrangers(address(proxy));
    }

    function test_rule11_facetOrFallbackHandler() public {
        ModularAccount[2] memory accounts = [new ModularAccount(user), ModularAccount(new WrappingAccount(user))];
        for (uint256 i; i < accounts.length; ++i) {
            _install(accounts[i]);
            _fill(address(accounts[i]));
            _closedToStrangers(address(accounts[i]));
        }
    }

    /// Known limit: the question does not get through to this code, or its answer does not come back, where a stranger's call
    /// does. Such an account has to check its callers itself.
    function test_knownLimit_accountsThatAreNotRecognised() public {
        ModularAccount[3] memory accounts = [
            ModularAccount(new NotingAccount(user)), // writes before it hands on
            ModularAccount(new GuardedAccount(user)), // locks before it hands on
            ModularAccount(new SilentAccount(user)) // keeps the answer
        ];
        for (uint256 i; i < accounts.length; ++i) {
            _install(accounts[i]);
            _fill(address(accounts[i]));
            vm.prank(attacker);
            (bool ok,) = address(accounts[i]).call{gas: MOST_GAS}(_calls(attacker)[0]);
            assertTrue(ok, "recognised after all");
            assertEq(a.balanceOf(address(accounts[i])), FUNDS - ONE);
        }
    }

    /// Known limit: where an honest wallet writes or logs whatever is asked of it, the question, which must not, burns all the
    /// gas that it gets: 63 of 64 parts.
    function test_knownLimit_questionOfAWalletThatWrites() public {
        ModularAccount[2] memory wallets = [new ModularAccount(user), ModularAccount(new NotingAccount(user))];
        for (uint256 i; i < wallets.length; ++i) {
            _fill(address(wallets[i]));
            uint256 start = gasleft();
            vm.prank(user);
            wallets[i].delegate{gas: MOST_GAS}(address(delegateExecutor), _calls(user)[0]);
            uint256 used = start - gasleft();
            assertTrue(i == 0 ? used < 200_000 : used > MOST_GAS * 9 / 10, "gas");
            assertEq(a.balanceOf(address(wallets[i])), FUNDS - ONE);
        }
    }

    /// One function is enough, whichever it is.
    function test_rule11_facetOfOneFunction() public {
        bytes[3] memory calls = _calls(attacker);
        for (uint256 i; i < calls.length; ++i) {
            ModularAccount account = new ModularAccount(user);
            account.install(bytes4(calls[i]), address(delegateExecutor));
            _fill(address(account));
            vm.prank(attacker);
            vm.expectRevert(abi.encodeWithSelector(DelegateExecutor.OnlyAccount.selector, attacker));
            (bool ok,) = address(account).call(calls[i]);
            ok;
            assertEq(a.balanceOf(address(account)), FUNDS);
        }
    }

    /// A wallet that calls its handler, or has none, and an account with a facet for something else, run what their owner sent.
    function test_rule11_honestWallets() public {
        address[2] memory handlers = [address(vault), address(delegateExecutor)];
        for (uint256 i; i < handlers.length; ++i) {
            HandledWallet wallet = new HandledWallet(user, handlers[i]);
            _fill(address(wallet));
            _runsForItsOwner(
                address(wallet), abi.encodeCall(wallet.delegate, (address(delegateExecutor), _calls(user)[0]))
            );
            vm.prank(attacker);
            (bool ok,) = address(wallet).call(_calls(attacker)[0]);
            assertTrue(!ok, "a stranger ran a program");
        }
        ModularAccount account = new ModularAccount(user);
        account.install(bytes4(0x12345678), address(delegateExecutor));
        _fill(address(account));
        _runsForItsOwner(
            address(account), abi.encodeCall(account.delegate, (address(delegateExecutor), _calls(user)[0]))
        );
    }

    /// Nothing is left of the question: the next program of the same transaction runs, and so does a nested answer.
    function test_rule11_twiceInOneTransaction() public {
        vm.startPrank(user);
        safe.delegate(address(delegateExecutor), _calls(user)[0]);
        safe.delegate(address(delegateExecutor), _calls(user)[0]);
        vm.stopPrank();
        assertEq(a.balanceOf(user), FUNDS + 2 * ONE);
    }

    function _runsForItsOwner(address wallet, bytes memory data) private {
        uint256 held = a.balanceOf(user);
        _call(user, wallet, data, 0);
        assertEq(a.balanceOf(user), held + ONE);
        assertEq(a.balanceOf(wallet), FUNDS - ONE);
    }

    function _closedToStrangers(address account) private {
        uint256 held = a.balanceOf(account);
        bytes[3] memory calls = _calls(attacker);
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(attacker);
            (bool ok,) = account.call(calls[i]);
            assertTrue(!ok, "a stranger ran a program");
        }
        assertEq(a.balanceOf(account), held);
        vm.prank(account);
        (bool own_,) = account.call(_calls(user)[0]);
        assertTrue(own_, "the account itself");
        assertEq(a.balanceOf(account), held - ONE);
    }

    function _install(ModularAccount account) private {
        bytes[3] memory calls = _calls(attacker);
        for (uint256 i; i < calls.length; ++i) {
            account.install(bytes4(calls[i]), address(delegateExecutor));
        }
    }

    /// Each function, taking one of `a` to `to`.
    function _calls(address to) private view returns (bytes[3] memory) {
        bytes memory take = bytes.concat(hex"01", Steps.set(1, uint128(ONE)), Steps.send(1, address(a), to));
        MultiOrder memory many = MultiOrder(new uint256[](1), address(a), ONE, to, block.timestamp);
        many.amountsIn[0] = ONE;
        return [
            abi.encodeCall(WalletVM.run, (block.timestamp, take)),
            abi.encodeCall(WalletVM.execute, (Order(ONE, address(a), ONE, to, block.timestamp), take)),
            abi.encodeCall(WalletVM.executeMulti, (many, take))
        ];
    }
}
