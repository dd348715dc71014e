// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Input, MultiRoute, Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {RegisterSteps} from "../src/vm/RegisterSteps.sol";
import {SharedExecutor} from "../src/SharedExecutor.sol";
import {V3Steps} from "../src/vm/V3Steps.sol";
import {HeldPoolBase} from "./base/HeldPoolBase.sol";
import {Steps} from "./base/Steps.sol";

/// Steps that have a V4 manager or a vault of Infinity unlocked: what they do on each host.
contract HeldPoolsTest is HeldPoolBase {
    function test_sharedExecutor() public {
        bytes[6] memory steps = _all(user);
        for (uint256 i; i < steps.length; ++i) {
            uint256 held = b.balanceOf(user);
            uint256 out = routeAs(user, _orderFor(_paysItself(i), address(shared)), _program(steps[i]));
            // The pool of V4 has moved by the first.
            if (i == 1) assertTrue(out < PAID && out > PAID * 99999 / 100000, "a worse price");
            else assertEq(out, _paid(i));
            assertEq(_gain(b, held), out);
        }
        assertEq(a.balanceOf(user), FUNDS - 6 * ONE);
        _isEmpty(address(shared));
    }

    function test_sharedExecutor_theOtherDirection() public {
        for (uint256 i; i < 6; ++i) {
            bool pay = _paysItself(i);
            bytes memory step = i < 2 ? _v4(pay, true, user) : _infinity(uint8(0x24 + i), true, user);
            Route memory o = _back(address(a), pay ? address(shared) : address(0));
            uint256 held = a.balanceOf(user);
            uint256 out = routeAs(user, o, _program(step));
            if (i != 1) assertEq(out, _paid(i));
            assertEq(_gain(a, held), out);
        }
        assertEq(b.balanceOf(user), FUNDS - 6 * ONE);
        _isEmpty(address(shared));
    }

    function test_v4_payHasTheSamePriceAsPull() public {
        assertEq(routeAs(user, order(ONE, address(shared), user), _program(_v4(true, false, user))), PAID);
    }

    function test_ownExecutor() public {
        bytes[6] memory steps = _all(user);
        for (uint256 i; i < steps.length; ++i) {
            uint256 out = callAs(user, _orderFor(_paysItself(i), own(user)), _program(steps[i]));
            if (i != 1) assertEq(out, _paid(i));
        }
        assertEq(a.balanceOf(user), FUNDS - 6 * ONE);
        _isEmpty(own(user));
    }

    function test_wallets() public {
        bytes[6] memory steps = _all(user);
        address[2] memory accounts = [coreWallet, account7702];
        for (uint256 wallet; wallet < 2; ++wallet) {
            for (uint256 i = 1; i < steps.length; i += 2) {
                uint256 held = b.balanceOf(user);
                _executeIn(wallet, _program(steps[i]));
                if (i != 1 || wallet == 0) assertEq(_gain(b, held), _paid(i));
            }
            assertEq(a.balanceOf(accounts[wallet]), FUNDS - 3 * ONE);
        }
    }

    /// The coin as it is, which comes with the program in either executor.
    function test_nativeIn() public {
        bytes[3] memory steps = _nativeIn();
        for (uint256 i; i < 6; ++i) {
            bytes memory program = _program(steps[i / 2]);
            if (i % 2 == 1) program = bytes.concat(hex"00", program);
            Route memory o = order(ONE, i % 2 == 0 ? address(shared) : own(user), user);
            o.tokenIn = address(0);
            vm.prank(user);
            uint256 out = router.route{value: ONE}(o, program);
            if (i != 1) assertEq(out, _paid(i / 2 * 2));
        }
        _isEmpty(own(user));
        _isEmpty(address(shared));
    }

    function test_nativeIn_ofSeveral() public {
        MultiRoute memory o = MultiRoute(new Input[](2), address(b), 1, user, block.timestamp);
        o.inputs[0] = Input(address(0), ONE, address(0));
        o.inputs[1] = Input(address(a), ONE, address(shared));
        bytes memory coin = Steps.v4Pay(1, 1, true, address(manager), user, native);
        bytes memory token = Steps.v4Pay(2, 2, _aToB(), address(manager), user, key);
        vm.prank(user);
        assertEq(router.routeMulti{value: ONE}(o, bytes.concat(hex"02", coin, token)), 2 * PAID);
        _isEmpty(address(shared));
    }

    function test_nativeIn_ofWallets() public {
        bytes[3] memory steps = _nativeIn();
        for (uint256 wallet; wallet < 2; ++wallet) {
            address account = wallet == 0 ? coreWallet : account7702;
            for (uint256 i = 1; i < steps.length; ++i) {
                uint256 held = b.balanceOf(user);
                _executeIn(wallet, _program(steps[i]));
                assertEq(_gain(b, held), _paid(2 * i));
            }
            _executeIn(wallet, _program(steps[0]));
            assertEq(account.balance, FUNDS - 3 * ONE);
        }
    }

    /// A token that somebody else told the holder to look at does not stand in the way of coin.
    function test_nativeIn_afterSync() public {
        manager.sync(address(a));
        holder.sync(address(a));
        bytes[3] memory steps = _nativeIn();
        for (uint256 i; i < steps.length; ++i) {
            _executeIn(0, _program(steps[i]));
        }
        assertEq(coreWallet.balance, FUNDS - 3 * ONE);
    }

    /// Coin that a program would leave in the shared executor would be whoever's comes next; others' coin is in nobody's way.
    function test_coinThatIsLeftBehind() public {
        bytes memory half = Steps.v4Pay(2, 2, true, address(manager), user, native);
        Route memory o = order(ONE, address(shared), user);
        o.tokenIn = address(0);
        vm.prank(user);
        vm.expectRevert(abi.encodeWithSelector(SharedExecutor.CoinLeft.selector));
        router.route{value: ONE}(o, bytes.concat(hex"02", Steps.take(2, 1, Steps.HALF), half));
        vm.deal(address(shared), ONE);
        vm.prank(user);
        router.route{value: ONE}(o, _program(Steps.v4Pay(1, 1, true, address(manager), user, native)));
        assertEq(address(shared).balance, ONE);
    }

    function test_nativeOut() public {
        for (uint256 i; i < 6; ++i) {
            bool pay = _paysItself(i);
            bytes memory step;
            if (i >= 2) step = Steps.infinity(uint8(0x24 + i), 1, 1, false, address(holder), user, infinityNative);
            else if (pay) step = Steps.v4Pay(1, 1, false, address(manager), user, native);
            else step = Steps.v4Pull(1, 1, false, address(manager), user, native);
            uint256 held = user.balance;
            uint256 out = routeAs(user, _back(address(0), pay ? address(shared) : address(0)), _program(step));
            if (i != 1) assertEq(out, _paid(i));
            assertEq(user.balance - held, out);
        }
        _isEmpty(address(shared));
    }

    /// The register has what the pool paid, for the steps after it.
    function test_outRegister() public {
        bytes[6] memory steps = _all(user);
        for (uint256 i; i < steps.length; ++i) {
            if (i == 1) continue;
            uint256 paid = _paid(i);
            bytes memory program = bytes.concat(_program(steps[i]), Steps.atLeast(1, uint128(paid + 1)));
            vm.expectRevert(abi.encodeWithSelector(RegisterSteps.BelowMinimum.selector, 1, paid, paid + 1));
            routeAs(user, _orderFor(_paysItself(i), address(shared)), program);
        }
    }

    /// From one pool to the next, through the executor, in registers of their own.
    function test_oneAfterTheOther() public {
        bytes memory program = bytes.concat(
            hex"03",
            Steps.v4Pull(1, 2, _aToB(), address(manager), address(shared), key),
            Steps.infinity(PAY_BINS, 2, 3, !_aToB(), address(holder), address(shared), infinityKey),
            Steps.v3Pay(3, 3, true, address(pool), user, address(a))
        );
        assertEq(routeAs(user, order(ONE, address(0), user), program), PAID * 99 / 100);
        _isEmpty(address(shared));
    }

    /// Of a split, each leg pulls its own part, and together no more than there is.
    function test_pullsMoreThanOnce() public {
        bytes memory halves = bytes.concat(
            hex"02",
            Steps.take(2, 1, Steps.HALF),
            Steps.v4Pull(2, 2, _aToB(), address(manager), user, key),
            _infinity(PULL_TICKS, false, user)
        );
        routeAs(user, order(ONE, address(0), user), halves);
        assertEq(a.balanceOf(user), FUNDS - ONE);
        bytes memory again = Steps.infinity(PULL_BINS, 2, 2, _aToB(), address(holder), user, infinityKey);
        bytes memory reason = abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, ONE, 0);
        expectStepFailed(2, address(holder), abi.encodeWithSelector(V3Steps.PullFailed.selector, reason));
        routeAs(
            user,
            order(ONE, address(0), user),
            bytes.concat(hex"02", Steps.set(2, uint128(ONE)), _v4(false, false, user), again)
        );
    }

    function testFuzz_I10_exactlyWhatIsSold(uint64 amountIn, uint8 which, bool back, uint96 inTheHolder) public {
        uint256 amount = uint256(amountIn) + 1000;
        uint256 i = which % 6;
        address from = _holderOf(i);
        (back ? b : a).mint(from, inTheHolder);
        uint256 held = (back ? b : a).balanceOf(from);
        bytes memory step = i < 2 ? _v4(_paysItself(i), back, user) : _infinity(uint8(0x24 + i), back, user);
        address payTo = _paysItself(i) ? address(shared) : address(0);
        Route memory o = back ? _back(address(a), payTo) : order(0, payTo, user);
        o.amountIn = amount;
        routeAs(user, o, _program(step));
        assertEq((back ? b : a).balanceOf(from), held + amount);
        _isEmpty(address(shared));
    }
}
