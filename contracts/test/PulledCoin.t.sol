// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPuller} from "../src/Interfaces.sol";
import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {HeldPoolSteps} from "../src/vm/HeldPoolSteps.sol";
import {V3Steps} from "../src/vm/V3Steps.sol";
import {GreedyHolder, Swallower} from "./base/GreedyHolder.sol";
import {HeldPoolBase} from "./base/HeldPoolBase.sol";
import {HostileHolder} from "./base/HostileHolder.sol";
import {Steps} from "./base/Steps.sol";
import {Hook} from "./base/V4Market.sol";

/// Coin that stays with the router until a step has it pay a V4 manager or a vault of Infinity.
contract PulledCoinTest is HeldPoolBase {
    function test_inEitherExecutor() public {
        bytes[3] memory steps = _coinPulled();
        for (uint256 i; i < 6; ++i) {
            uint256 held = user.balance;
            uint256 had = b.balanceOf(user);
            uint256 out = _sell(_in(i % 2, _program(steps[i / 2])));
            if (i != 1) assertEq(out, _paid(i / 2 * 2));
            assertEq(_gain(b, had), out);
            assertEq(held - user.balance, ONE);
        }
        _nothingStays();
    }

    function test_inParts() public {
        bytes memory program = bytes.concat(
            hex"03",
            Steps.take(2, 1, Steps.HALF),
            Steps.v4Pull(2, 2, true, address(manager), user, native),
            Steps.take(3, 1, Steps.HALF),
            Steps.infinity(PULL_TICKS, 3, 3, true, address(holder), user, infinityNative),
            Steps.infinity(PULL_BINS, 1, 1, true, address(holder), user, infinityNative)
        );
        uint256 held = address(holder).balance;
        for (uint256 i; i < 2; ++i) {
            _sell(_in(i, program));
        }
        assertEq(user.balance, FUNDS - 2 * ONE);
        assertEq(address(holder).balance, held + ONE);
        _nothingStays();
    }

    function test_nothingMayBeLeft() public {
        bytes memory half = Steps.v4Pull(2, 2, true, address(manager), user, native);
        half = bytes.concat(hex"02", Steps.take(2, 1, Steps.HALF), half);
        bytes memory none = bytes.concat(hex"01", Steps.set(1, 1));
        for (uint256 i; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Router.CoinLeft.selector, ONE / 2));
            _sell(_in(i, half));
            vm.expectRevert(abi.encodeWithSelector(Router.CoinLeft.selector, ONE));
            _sell(_in(i, none));
        }
    }

    function test_notMoreThanThereIs() public {
        vm.deal(address(router), ONE); // as by SELFDESTRUCT
        bytes[3] memory steps = _coinPulled();
        for (uint256 i; i < steps.length; ++i) {
            bytes memory twice = bytes.concat(hex"01", steps[i], Steps.set(1, uint128(ONE)), steps[i]);
            for (uint256 k; k < 2; ++k) {
                expectStepFailed(2, _holderOf(2 * i), _exceeds(ONE, 0));
                _sell(_in(k, twice));
            }
            expectStepFailed(1, _holderOf(2 * i), _exceeds(ONE + 1, ONE));
            _sell(bytes.concat(hex"01", Steps.set(1, uint128(ONE) + 1), steps[i]));
        }
        assertEq(address(router).balance, ONE);
    }

    /// Coin is no token, and no step that pulls a token moves it.
    function test_stepsOfTokensPullNoCoin() public {
        bytes memory exceeds = abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, ONE, 0);
        expectStepFailed(0, address(pair), exceeds);
        _sell(_program(Steps.pull(1, address(pair))));
        expectStepFailed(0, address(wrappedPool), _exceeds(ONE, 0));
        _sell(_program(Steps.v3Pull(1, 1, true, address(wrappedPool), user)));
        bytes[6] memory steps = _all(user);
        for (uint256 i; i < steps.length; i += 2) {
            expectStepFailed(0, _holderOf(i), _exceeds(ONE, 0));
            _sell(_program(steps[i]));
        }
    }

    /// Nor is coin there where the route begins with a token, be it wrapped coin.
    function test_stepsOfCoinPullNoTokens() public {
        bytes[3] memory steps = _coinPulled();
        Route memory wraps = order(ONE, address(0), user);
        wraps.tokenIn = address(wrapped);
        vm.deal(address(router), ONE);
        for (uint256 i; i < steps.length; ++i) {
            expectStepFailed(0, _holderOf(2 * i), _exceeds(ONE, 0));
            routeAs(user, order(ONE, address(0), user), _program(steps[i]));
            expectStepFailed(0, _holderOf(2 * i), _exceeds(ONE, 0));
            vm.prank(user);
            router.route{value: ONE}(wraps, _program(steps[i]));
            expectStepFailed(0, _holderOf(2 * i), _exceeds(ONE, 0));
            vm.prank(user);
            router.route{value: ONE}(_coin(address(shared)), _program(steps[i]));
        }
    }

    /// Coin that does not stay goes to the executor that runs the program, and to nobody else.
    function test_payTo() public {
        address[4] memory others = [user, address(pair), own(user), address(router)];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Router.InvalidPayTo.selector, address(0)));
            vm.prank(user);
            router.route{value: ONE}(_coin(others[i]), _program(_nativeIn()[0]));
        }
        vm.expectRevert(abi.encodeWithSelector(Router.InvalidPayTo.selector, address(0)));
        vm.prank(user);
        router.route{value: ONE}(_coin(address(shared)), _in(1, _program(_nativeIn()[0])));
    }

    /// A token that somebody else told the holder to look at does not stand in the way of coin.
    function test_afterSync() public {
        bytes[3] memory steps = _coinPulled();
        for (uint256 i; i < steps.length; ++i) {
            manager.sync(address(a));
            holder.sync(address(a));
            assertEq(_sell(_program(steps[i])), _paid(2 * i));
        }
    }

    function test_rule3_holdersThatMisuseTheCallback() public {
        uint256 sold;
        for (uint8 i; i <= uint8(type(HostileHolder.Trick).max); ++i) {
            HostileHolder hostile = new HostileHolder(b, HostileHolder.Trick(i));
            b.mint(address(hostile), ONE);
            for (uint256 k; k < 2; ++k) {
                uint256 held = user.balance;
                uint256 had = b.balanceOf(user);
                bytes memory program = _in(k, _program(_to(address(hostile))));
                vm.prank(user);
                (bool ok,) =
                    address(router).call{value: ONE}(abi.encodeCall(Router.route, (_coin(address(0)), program)));
                assertEq(held - user.balance, ok ? ONE : 0);
                assertEq(_gain(b, had), ok ? ONE : 0);
                assertEq(hostile.opened(), 0);
                if (ok) {
                    ++sold;
                    b.mint(address(hostile), ONE);
                }
            }
            _nothingStays();
        }
        assertTrue(sold >= 8, "harmless ones trade");
    }

    function test_paymentOfAnotherAmount() public {
        HostileHolder hostile = new HostileHolder(b, HostileHolder.Trick.PaidLess);
        bytes memory reason = abi.encodeWithSelector(HeldPoolSteps.NotPrepaid.selector, ONE - 1, ONE);
        expectStepFailed(0, address(hostile), reason);
        _sell(_program(_to(address(hostile))));
    }

    /// Who is paid has control, and finds every door shut.
    function test_rule3_whilePaid() public {
        GreedyHolder greedy = new GreedyHolder(b);
        b.mint(address(greedy), ONE);
        greedy.tell(address(router), abi.encodeCall(IPuller.pullCoin, (address(greedy), 1)));
        greedy.tell(address(router), abi.encodeCall(IPuller.pull, (address(greedy), 1)));
        greedy.tell(address(router), abi.encodeCall(Router.route, (order(ONE, address(0), user), honest(user))));
        bytes memory half = Steps.v4Pull(2, 2, true, address(greedy), user, native);
        bytes memory rest = Steps.v4Pull(1, 1, true, address(manager), user, native);
        _sell(bytes.concat(hex"02", Steps.take(2, 1, Steps.HALF), half, rest));
        bytes4[3] memory reasons =
            [Router.OnlyExecutor.selector, Router.OnlyExecutor.selector, Router.Locked.selector];
        for (uint256 i; i < reasons.length; ++i) {
            assertTrue(bytes4(greedy.answers(i)) == reasons[i], "an open door");
        }
        assertEq(address(greedy).balance, ONE / 2);
        _nothingStays();
    }

    function test_rule3_hooks() public {
        Hook hook = Hook(payable(address(uint160(0xC0))));
        vm.etch(address(hook), address(new Hook()).code);
        vm.deal(address(market), DEPTH);
        native = market.open(address(0), address(b), address(hook));
        hook.tell(address(router), abi.encodeCall(IPuller.pullCoin, (attacker, 1)));
        _sell(_program(_coinPulled()[0]));
        assertTrue(!hook.ok() && bytes4(hook.answer()) == Router.OnlyExecutor.selector, "a pull");
        hook.tell(address(hook), abi.encodeCall(Hook.grab, (manager, address(0))));
        _sell(_program(_coinPulled()[0]));
        assertEq(address(hook).balance, 0);
    }

    function test_rule3_strangersPullNothing() public {
        address[5] memory strangers = [user, attacker, own(attacker), own(user), address(manager)];
        vm.deal(address(router), ONE);
        for (uint256 i; i < strangers.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Router.OnlyExecutor.selector));
            vm.prank(strangers[i]);
            router.pullCoin(attacker, 0);
        }
        // No route runs, so that there is nothing for the shared executor either.
        vm.expectRevert(abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, 1, 0));
        vm.prank(address(shared));
        router.pullCoin(attacker, 1);
    }

    /// The caller's own executor may call `pullCoin`, too: for who is no holder that is unlocked, nothing is paid.
    function test_rule1_whoIsNoHolder() public {
        address swallower = address(new Swallower());
        address[8] memory others = [
            swallower,
            address(wrapped),
            address(a),
            address(router),
            address(shared),
            own(user),
            attacker,
            address(manager)
        ];
        for (uint256 i; i < others.length; ++i) {
            bytes memory pull = abi.encodeCall(IPuller.pullCoin, (others[i], ONE));
            vm.expectPartialRevert(bytes4(keccak256("StepFailed(uint256,address,bytes)")));
            _sell(_in(1, _program(Steps.call(address(router), pull))));
            // As the holder of a step they never call back.
            vm.expectPartialRevert(bytes4(keccak256("StepFailed(uint256,address,bytes)")));
            if (others[i] != address(manager)) _sell(_program(_to(others[i])));
            else _sell(_program(Steps.v4Pull(1, 1, true, address(manager), user, key)));
        }
        assertEq(user.balance, FUNDS);
    }

    /// What is paid is what is sold, whatever else the router was given.
    function testFuzz_I10_exactlyWhatIsSold(uint64 amountIn, uint8 which, uint96 forced) public {
        uint256 amount = uint256(amountIn) + 1000;
        address from = _holderOf(which % 3 * 2);
        vm.deal(address(router), forced);
        vm.deal(user, amount);
        uint256 held = from.balance;
        Route memory o = _coin(address(0));
        o.amountIn = amount;
        vm.prank(user);
        router.route{value: amount}(o, _program(_coinPulled()[which % 3]));
        assertEq(from.balance, held + amount);
        assertEq(address(router).balance, forced);
        assertEq(user.balance, 0);
        _isEmpty(address(shared));
    }

    /// From ONE of coin to b.
    function _coin(address payTo) private view returns (Route memory o) {
        o = order(ONE, payTo, user);
        o.tokenIn = address(0);
    }

    function _sell(bytes memory program) private returns (uint256) {
        Route memory o = _coin(address(0));
        vm.prank(user);
        return router.route{value: ONE}(o, program);
    }

    /// In the shared executor, or in the user's own.
    function _in(uint256 executor, bytes memory program) private pure returns (bytes memory) {
        return executor == 0 ? program : bytes.concat(hex"00", program);
    }

    function _to(address hostile) private view returns (bytes memory) {
        return Steps.v4Pull(1, 1, true, hostile, user, native);
    }

    function _exceeds(uint256 amount, uint256 left) private pure returns (bytes memory) {
        bytes memory reason = abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, amount, left);
        return abi.encodeWithSelector(V3Steps.PullFailed.selector, reason);
    }

    function _nothingStays() private view {
        _isEmpty(address(router));
        _isEmpty(address(shared));
        _isEmpty(own(user));
    }
}
