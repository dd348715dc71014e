// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DelegateExecutor} from "../src/hosts/DelegateExecutor.sol";
import {MultiOrder, Order} from "../src/hosts/Order.sol";
import {WalletVM} from "../src/hosts/WalletVM.sol";
import {
    BurningHook,
    CostlyHandler,
    DelegatingProxy,
    ForgivingAccount,
    GuardedAccount,
    HandledWallet,
    HookedAccount,
    ModularAccount,
    NotingAccount,
    OwningHook,
    ReadingAccount,
    SelflessAccount,
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

    /// Whatever an account does before or after it hands a call on.
    function test_rule11_accountsThatWriteOrKeepTheAnswer() public {
        ModularAccount[3] memory accounts = [
            ModularAccount(new NotingAccount(user)),
            ModularAccount(new SilentAccount(user)),
            ModularAccount(new HookedAccount(user))
        ];
        for (uint256 i; i < accounts.length; ++i) {
            _install(accounts[i]);
            _fill(address(accounts[i]));
            _closedToStrangers(address(accounts[i]));
        }
    }

    /// The answer has a word, as that of `execute`: an account that reads it does not undo the answer by reverting.
    function test_rule11_accountThatReadsTheAnswer() public {
        ModularAccount account = new ReadingAccount(user);
        _install(account);
        _fill(address(account));
        bytes[3] memory calls = _calls(attacker);
        for (uint256 i = 1; i < calls.length; ++i) {
            _refused(address(account), calls[i]);
        }
    }

    /// The owner's own program, in the middle of the question, does not end it: a stranger's call would be his otherwise.
    function test_rule11_programsWhileTheAccountIsAsked() public {
        OwningHook hook = new OwningHook();
        HookedAccount account = new HookedAccount(address(hook));
        bytes[3] memory calls = _calls(attacker);
        account.install(bytes4(calls[0]), address(delegateExecutor));
        account.setHook(address(hook));
        _fill(address(account));
        hook.prepare(abi.encodeCall(account.delegate, (address(delegateExecutor), _calls(user)[1])));
        _refused(address(account), calls[0]);
        vm.prank(address(hook));
        account.delegate(address(delegateExecutor), _calls(user)[1]); // sound, when nothing is asked
        assertEq(a.balanceOf(address(account)), FUNDS - ONE);
    }

    /// A stranger decides how much gas there is: the question may not fail for want of it, and the program go on with the rest.
    function test_rule11_questionThatRunsOutOfGas() public {
        HookedAccount account = new HookedAccount(user);
        _install(account);
        account.setHook(address(new BurningHook()));
        _fill(address(account));
        bytes[3] memory calls = _calls(attacker);
        uint256 limit = 1 << 18;
        bool tooLittle;
        for (; limit <= MOST_GAS; limit += limit / 4) {
            for (uint256 i; i < calls.length; ++i) {
                vm.prank(attacker);
                (bool ok, bytes memory answer) = address(account).call{gas: limit}(calls[i]);
                assertTrue(!ok, "a stranger ran a program");
                if (bytes4(answer) == DelegateExecutor.TooLittleGas.selector) tooLittle = true;
            }
        }
        assertTrue(tooLittle, "not the gas");
        assertEq(a.balanceOf(address(account)), FUNDS);
    }

    /// Nor where the account hides the failure, and has a second 64th part left besides.
    function test_rule11_questionThatRunsOutOfGasUnseen() public {
        CostlyHandler handler = new CostlyHandler();
        ForgivingAccount account = new ForgivingAccount(user, address(handler));
        _install(account);
        _fill(address(account));
        bytes[3] memory calls = _calls(attacker);
        uint256[3] memory limits = [MOST_GAS, 2 * handler.WORK() - 500_000, handler.WORK() + 500_000];
        for (uint256 i; i < limits.length; ++i) {
            for (uint256 j; j < calls.length; ++j) {
                vm.prank(attacker);
                (bool ok,) = address(account).call{gas: limits[i]}(calls[j]);
                assertTrue(ok, "it hides the failure");
                assertEq(a.balanceOf(address(account)), FUNDS);
            }
        }
    }

    /// Known limit: the question does not get through to this code where a stranger's call does. Such an account has to check
    /// its callers itself.
    function test_knownLimit_accountsThatAreNotRecognised() public {
        ModularAccount[2] memory accounts = [
            ModularAccount(new GuardedAccount(user)), // locks before it hands on
            ModularAccount(new SelflessAccount(user)) // refuses its own calls
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

    /// An honest wallet that writes whatever is asked of it notes the question too, which costs what its writing costs.
    function test_rule11_questionOfAWalletThatWrites() public {
        ModularAccount[2] memory wallets = [new ModularAccount(user), ModularAccount(new NotingAccount(user))];
        uint256[2] memory used;
        for (uint256 i; i < wallets.length; ++i) {
            wallets[i].install(bytes4(0x12345678), address(delegateExecutor));
            _fill(address(wallets[i]));
            uint256 start = gasleft();
            vm.prank(user);
            wallets[i].delegate{gas: MOST_GAS}(address(delegateExecutor), _calls(user)[0]);
            used[i] = start - gasleft();
            assertEq(a.balanceOf(address(wallets[i])), FUNDS - ONE);
        }
        assertEq(NotingAccount(payable(address(wallets[1]))).calls(), 1);
        assertTrue(used[1] < used[0] + 50_000, "gas");
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

    function _refused(address account, bytes memory data) private {
        vm.prank(attacker);
        (bool ok,) = account.call(data);
        assertTrue(!ok, "a stranger ran a program");
        assertEq(a.balanceOf(account), FUNDS);
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
