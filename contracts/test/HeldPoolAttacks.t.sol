// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPuller, IV4Manager, InfinityPoolKey, PoolKey} from "../src/Interfaces.sol";
import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {RouterHost} from "../src/RouterHost.sol";
import {SharedExecutor} from "../src/SharedExecutor.sol";
import {HeldPoolSteps} from "../src/vm/HeldPoolSteps.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {V3Steps} from "../src/vm/V3Steps.sol";
import {HeldPoolBase} from "./base/HeldPoolBase.sol";
import {HostileHolder, IUnlocked, Insider, SettlingToken} from "./base/HostileHolder.sol";
import {Steps} from "./base/Steps.sol";
import {Hook} from "./base/V4Market.sol";

/// Who has control while a manager or vault is unlocked: contracts that pretend to be one, hooks, tokens and strangers.
contract HeldPoolAttacksTest is HeldPoolBase {
    /// The shared executor and the caller's own, each pulling and paying, then the core wallet and the account with code.
    uint256 private constant HOSTS = 6;

    /// None of the tricks gets more than the step sells, on any host, whether it pulls or pays.
    function test_rule3_holdersThatMisuseTheCallback() public {
        for (uint8 i; i <= uint8(type(HostileHolder.Trick).max); ++i) {
            for (uint256 host; host < HOSTS; ++host) {
                HostileHolder hostile = _hostile(HostileHolder.Trick(i));
                uint256 held = _owned();
                bytes memory failure = _failureOf(hostile, HostileHolder.Trick(i));
                if (failure.length != 0) vm.expectRevert(failure);
                _trade(host, address(hostile));
                assertEq(held - _owned(), failure.length == 0 ? ONE : 0);
                assertEq(hostile.opened(), 0);
                _isEmpty(address(shared));
            }
        }
    }

    /// Who calls back again while it is paid, while it swaps and while it pays, is refused each time.
    function test_rule3_callsBackAgain() public {
        HostileHolder.Trick[3] memory tricks = [
            HostileHolder.Trick.AgainWhilePaid,
            HostileHolder.Trick.AgainWhileSwapping,
            HostileHolder.Trick.AgainWhileTaken
        ];
        for (uint256 i; i < tricks.length; ++i) {
            for (uint256 host; host < HOSTS; ++host) {
                HostileHolder hostile = _hostile(tricks[i]);
                a.mint(address(shared), ONE); // there would be more to take
                _trade(host, address(hostile));
                assertEq(hostile.refused(), 3);
                assertEq(hostile.opened(), 0);
                assertEq(a.balanceOf(address(shared)), (HOSTS * i + host + 1) * ONE);
            }
        }
    }

    function test_rule3_replayOfASale() public {
        HostileHolder hostile = _hostile(HostileHolder.Trick.None);
        for (uint256 host; host < HOSTS; ++host) {
            _trade(host, address(hostile));
            a.mint(address(shared), ONE);
            vm.expectRevert(abi.encodeWithSelector(V3Steps.UnexpectedCallback.selector, address(hostile)));
            hostile.replay();
        }
    }

    function test_rule3_strangersCallBack() public {
        callAs(user, order(ONE, address(0), user), honest(user));
        _executeIn(0, overPair(user)); // both are deployed now
        address[4] memory hosts = [address(shared), own(user), coreWallet, account7702];
        address[3] memory strangers = [attacker, address(manager), address(holder)];
        bytes memory sale = abi.encode(uint256(32), ONE, attacker);
        for (uint256 i; i < hosts.length; ++i) {
            a.mint(hosts[i], ONE);
            for (uint256 k; k < strangers.length; ++k) {
                bytes memory reason = abi.encodeWithSelector(V3Steps.UnexpectedCallback.selector, strangers[k]);
                vm.expectRevert(reason);
                vm.prank(strangers[k]);
                IUnlocked(hosts[i]).unlockCallback(sale);
                vm.expectRevert(reason);
                vm.prank(strangers[k]);
                IUnlocked(hosts[i]).lockAcquired("");
            }
        }
        // A wallet that delegate-calls has no such function at all.
        (bool ok,) = address(delegateExecutor).call(abi.encodeCall(IUnlocked.unlockCallback, (sale)));
        assertTrue(!ok, "no callback by delegate call");
    }

    /// Addresses without code, of holders and of pools, answer nothing.
    function test_holderThatIsNone() public {
        expectStepFailed(0, attacker, "");
        routeAs(user, order(ONE, address(0), user), _program(_sellTo(false, attacker)));
        expectStepFailed(0, address(shared), abi.encodeWithSelector(V3Steps.UnexpectedCallback.selector, shared));
        routeAs(user, order(ONE, address(0), user), _program(_sellTo(false, address(shared))));
    }

    /// A hook before and after the swap finds every door shut, and the payment made.
    function test_rule3_hooks() public {
        Hook hook = Hook(payable(address(uint160(0xC0))));
        vm.etch(address(hook), address(new Hook()).code);
        (address token0, address token1) = _sorted(address(a));
        PoolKey memory hooked = market.open(token0, token1, address(hook));
        a.mint(address(hook), ONE);
        vm.prank(address(hook));
        a.approve(address(router), ONE);

        bytes memory data = abi.encodeCall(Router.route, (order(ONE, address(0), user), honest(user)));
        assertTrue(_tries(hook, hooked, address(router), data) == Router.Locked.selector, "a route");
        data = abi.encodeCall(IPuller.pull, (attacker, 1));
        assertTrue(_tries(hook, hooked, address(router), data) == Router.OnlyExecutor.selector, "a pull");
        data = abi.encodeCall(SharedExecutor.run, (ONE, _program(_v4(true, false, attacker))));
        assertTrue(_tries(hook, hooked, address(shared), data) == RouterHost.OnlyRouter.selector, "a program");
        data = abi.encodeCall(IUnlocked.unlockCallback, (""));
        assertTrue(_tries(hook, hooked, address(shared), data) == V3Steps.UnexpectedCallback.selector, "a callback");
        data = abi.encodeCall(IV4Manager.unlock, (""));
        assertTrue(_tries(hook, hooked, address(manager), data) == bytes4(keccak256("AlreadyUnlocked()")), "a sale");

        hook.tell(address(hook), abi.encodeCall(Hook.grab, (manager, address(a))));
        _sell(hooked);
        assertTrue(hook.ok(), "it settled");
        assertEq(a.balanceOf(address(hook)), ONE);
    }

    /// Who is called while the input moves can settle it for himself; then the trade is undone.
    function test_paymentTakenOnTheWay() public {
        SettlingToken token = new SettlingToken(manager, attacker);
        token.mint(address(market), DEPTH);
        token.mint(user, ONE);
        (address token0, address token1) = _sorted(address(token));
        PoolKey memory other = market.open(token0, token1, address(0));
        vm.prank(user);
        token.approve(address(router), ONE);
        token.arm();
        bool zeroForOne = address(token) == token0;
        Route memory o = order(ONE, address(0), user);
        o.tokenIn = address(token);
        bytes memory pull = Steps.v4Pull(1, 1, zeroForOne, address(manager), user, other);
        bytes memory reason = abi.encodeWithSelector(HeldPoolSteps.NotPrepaid.selector, 0, ONE);
        expectStepFailed(0, address(manager), reason);
        routeAs(user, o, _program(pull));

        token.mint(coreWallet, ONE);
        token.arm();
        bytes memory pay = Steps.v4Pay(1, 1, zeroForOne, address(manager), user, other);
        expectStepFailed(0, address(manager), reason);
        _executeIn(0, _program(pay));
        assertEq(token.balanceOf(user) + token.balanceOf(coreWallet), 2 * ONE);
    }

    /// A vault that somebody has open writes down what the shared executor owes by a swap of its manager. It closes with nobody's
    /// debt, so there is none to leave behind; and inside it opens no second time.
    function test_rule10_debt_inAVaultThatIsOpen() public {
        Insider insider = new Insider(router, holder);
        a.mint(address(insider), ONE);
        Route memory o = order(ONE, address(0), user);
        bytes memory step = Steps.infinity(PULL_TICKS, 1, 1, _aToB(), address(insider), user, infinityKey);
        vm.expectRevert("CurrencyNotSettled");
        insider.go(o, _program(step));
        step = _infinity(PULL_TICKS, false, user);
        expectStepFailed(0, address(holder), text("locked"));
        insider.go(o, _program(step));
    }

    function _hostile(HostileHolder.Trick trick) private returns (HostileHolder hostile) {
        hostile = new HostileHolder(b, trick);
        b.mint(address(hostile), DEPTH);
    }

    /// What a trade of the trick reverts with; nothing where it goes through.
    function _failureOf(HostileHolder hostile, HostileHolder.Trick trick) private view returns (bytes memory) {
        address target = address(hostile);
        if (trick == HostileHolder.Trick.NeverCall || trick == HostileHolder.Trick.HideTheFailure) {
            return abi.encodeWithSelector(V3Steps.CallbackMissing.selector, 0, target);
        }
        bytes memory reason;
        if (trick == HostileHolder.Trick.AnswerNothing) {
            reason = abi.encode(uint256(32), uint256(0));
        } else if (trick == HostileHolder.Trick.BySomebodyElse) {
            reason = abi.encodeWithSelector(V3Steps.UnexpectedCallback.selector, hostile.messenger());
        } else if (trick >= HostileHolder.Trick.CallTwice && trick <= HostileHolder.Trick.AsAPool) {
            reason = abi.encodeWithSelector(V3Steps.UnexpectedCallback.selector, target);
        } else if (trick == HostileHolder.Trick.PaidLess) {
            reason = abi.encodeWithSelector(HeldPoolSteps.NotPrepaid.selector, ONE - 1, ONE);
        } else if (trick == HostileHolder.Trick.TakesPart) {
            reason = abi.encodeWithSelector(V3Steps.PartialFill.selector, 0, ONE - 1, ONE);
        } else if (trick == HostileHolder.Trick.TakesNothing) {
            reason = abi.encodeWithSelector(V3Steps.PartialFill.selector, 0, 0, ONE);
        } else if (trick == HostileHolder.Trick.GivesNothing) {
            reason = abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 0);
        } else if (trick == HostileHolder.Trick.SwapsWithoutAnswer) {
            reason = _stepFailed(0, target, "");
        } else if (trick == HostileHolder.Trick.RefusesToSwap) {
            reason = _stepFailed(0, target, text("refused"));
        } else {
            return "";
        }
        return _stepFailed(0, target, reason);
    }

    /// Sells ONE of a to what says that it is a manager, where the host pulls, or a vault, where it pays.
    function _trade(uint256 host, address hostile) private {
        bool pay = host != 0 && host != 2;
        bytes memory program = _program(_sellTo(pay, hostile));
        if (host < 2) routeAs(user, _orderFor(pay, address(shared)), program);
        else if (host < 4) callAs(user, _orderFor(pay, own(user)), program);
        else _executeIn(host - 4, program);
    }

    function _sellTo(bool pay, address hostile) private view returns (bytes memory) {
        InfinityPoolKey memory other = infinityKey;
        other.poolManager = hostile;
        return pay
            ? Steps.infinity(PAY_TICKS, 1, 1, _aToB(), hostile, user, other)
            : Steps.v4Pull(1, 1, _aToB(), hostile, user, key);
    }

    /// Of a, by those who sell.
    function _owned() private view returns (uint256) {
        return a.balanceOf(user) + a.balanceOf(coreWallet) + a.balanceOf(account7702);
    }

    /// What the hook tries while the user sells fails.
    function _tries(Hook hook, PoolKey memory hooked, address target, bytes memory data) private returns (bytes4) {
        hook.tell(target, data);
        _sell(hooked);
        assertTrue(!hook.ok(), "an open door");
        return bytes4(hook.answer());
    }

    function _sell(PoolKey memory hooked) private {
        bytes memory step = Steps.v4Pull(1, 1, _aToB(), address(manager), user, hooked);
        assertTrue(routeAs(user, order(ONE, address(0), user), _program(step)) > ONE * 99 / 100, "at the pool's price");
    }
}
