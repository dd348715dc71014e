// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {InfinityPoolKey, PoolKey} from "../src/Interfaces.sol";
import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {SharedExecutor} from "../src/SharedExecutor.sol";
import {WalletVM} from "../src/hosts/WalletVM.sol";
import {HeldPoolSteps} from "../src/vm/HeldPoolSteps.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {V3Steps} from "../src/vm/V3Steps.sol";
import {HeldPoolBase} from "./base/HeldPoolBase.sol";
import {InfinityManager, InfinityVault} from "./base/InfinityMarket.sol";
import {Steps} from "./base/Steps.sol";

/// What the steps refuse that have a V4 manager or a vault of Infinity unlocked.
contract HeldPoolTermsTest is HeldPoolBase {
    /// Without anything to pull: what came in was sent already, tokens or coin.
    function test_pull_whereNothingIsToBePulled() public {
        bytes memory reason = abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, ONE, 0);
        reason = abi.encodeWithSelector(V3Steps.PullFailed.selector, reason);
        expectStepFailed(0, address(manager), reason);
        routeAs(user, order(ONE, address(shared), user), _program(_v4(false, false, user)));
        Route memory o = order(ONE, own(user), user);
        o.tokenIn = address(0);
        bytes memory step = Steps.v4Pull(1, 1, true, address(manager), user, native);
        expectStepFailed(0, address(manager), reason);
        vm.prank(user);
        router.route{value: ONE}(o, bytes.concat(hex"00", _program(step)));
    }

    /// The holder was told to look at one token, and the route's is another.
    function test_pull_ofAnotherCurrency() public {
        bytes memory reason = abi.encodeWithSelector(HeldPoolSteps.NotPrepaid.selector, 0, ONE);
        for (uint256 i; i < 6; i += 2) {
            bytes memory step = i == 0 ? _v4(false, true, user) : _infinity(uint8(0x24 + i), true, user);
            expectStepFailed(0, _holderOf(i), reason);
            routeAs(user, order(ONE, address(0), user), _program(step));
        }
    }

    /// Not what a token would lend; and nobody lends coin.
    function test_rule10_sharedExecutorPaysOnlyWhatItHolds() public {
        bytes[3] memory coin = _nativeIn();
        for (uint256 i; i < coin.length; ++i) {
            expectStepFailed(0, _holderOf(2 * i), "");
            routeAs(user, order(ONE, address(0), user), _program(coin[i]));
        }
        a.mint(address(shared), ONE - 1);
        bytes[6] memory steps = _all(user);
        for (uint256 i = 1; i < steps.length; i += 2) {
            bytes memory reason = abi.encodeWithSelector(SharedExecutor.NotHeld.selector, address(a), ONE);
            expectStepFailed(0, _holderOf(i), reason);
            routeAs(user, order(ONE, address(0), user), _program(steps[i]));
        }
    }

    function test_rule9_walletsDoNotPull() public {
        bytes[6] memory steps = _all(user);
        for (uint256 i; i < steps.length; i += 2) {
            for (uint256 wallet; wallet < 2; ++wallet) {
                vm.expectRevert(abi.encodeWithSelector(ProgramReader.InvalidOpcode.selector, 0, 0x24 + i));
                _executeIn(wallet, _program(steps[i]));
            }
        }
    }

    function test_rule9_noneByDelegateCall() public {
        bytes[6] memory steps = _all(user);
        for (uint256 i; i < steps.length; ++i) {
            bytes memory data = abi.encodeCall(WalletVM.execute, (orderOf(ONE, user), _program(steps[i])));
            vm.expectRevert(abi.encodeWithSelector(ProgramReader.InvalidOpcode.selector, 0, 0x24 + i));
            vm.prank(user);
            safe.delegate(address(delegateExecutor), data);
        }
    }

    function test_rule9_zeroAndUnknownOperands() public {
        bytes[6] memory steps = _all(user);
        for (uint256 i; i < steps.length; ++i) {
            Route memory o = _orderFor(_paysItself(i), address(shared));
            for (uint256 place = 1; place < 4; ++place) {
                // in, out, direction
                for (uint8 value; value < 4; value += 3) {
                    bytes memory wrong = bytes.concat(steps[i]);
                    wrong[place] = bytes1(value);
                    expectInvalidOperand(0);
                    routeAs(user, o, _program(wrong));
                }
            }
        }
        steps = _all(address(0));
        for (uint256 i; i < steps.length; ++i) {
            expectInvalidOperand(0);
            routeAs(user, order(ONE, address(0), user), _program(steps[i]));
        }
    }

    function test_zeroAndImpossibleAmounts() public {
        bytes[6] memory steps = _all(user);
        uint256[3] memory amounts = [0, uint256(1 << 127), type(uint256).max];
        for (uint256 i; i < steps.length; ++i) {
            for (uint256 k; k < amounts.length; ++k) {
                bytes memory program = bytes.concat(hex"01", Steps.setWide(1, amounts[k]), steps[i]);
                vm.expectRevert(abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 1));
                routeAs(user, order(ONE, address(0), user), program);
            }
            // The largest amount only lacks its payment.
            vm.expectPartialRevert(ProgramReader.StepFailed.selector);
            bytes memory largest = bytes.concat(hex"01", Steps.setWide(1, (1 << 127) - 1), steps[i]);
            routeAs(user, order(ONE, address(0), user), largest);
        }
    }

    function test_partialFill() public {
        a.mint(user, DEPTH);
        bytes memory reason = abi.encodeWithSelector(V3Steps.PartialFill.selector, 0, MOST, MOST + 1);
        expectStepFailed(0, address(holder), reason);
        routeAs(user, order(MOST + 1, address(0), user), _program(_infinity(PULL_TICKS, false, user)));
        expectStepFailed(0, address(holder), _stepFailed(0, infinityKey.poolManager, text("OutOfLiquidity")));
        routeAs(user, order(MOST + 1, address(0), user), _program(_infinity(PULL_BINS, false, user)));
        // What V4 takes is up to the end of its liquidity.
        vm.prank(user);
        (bool ok, bytes memory answer) = address(router)
            .call(abi.encodeCall(Router.route, (order(DEPTH, address(0), user), _program(_v4(false, false, user)))));
        assertTrue(!ok && bytes4(_reasonIn(answer)) == V3Steps.PartialFill.selector, "part of the input");
    }

    function test_nothingPaid() public {
        bytes[6] memory steps = _all(user);
        bytes memory reason = abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 0);
        for (uint256 i; i < steps.length; i += 2) {
            expectStepFailed(0, _holderOf(i), reason);
            routeAs(user, order(1, address(0), user), _program(steps[i]));
        }
    }

    /// A pool that is not there, a manager that is none, and one that keeps its books with another vault.
    function test_poolsThatAreNone() public {
        PoolKey memory closed = key;
        closed.fee = 500;
        bytes memory step = Steps.v4Pull(1, 1, _aToB(), address(manager), user, closed);
        bytes memory uninitialised = abi.encodeWithSignature("PoolNotInitialized()");
        expectStepFailed(0, address(manager), _stepFailed(0, address(manager), uninitialised));
        routeAs(user, order(ONE, address(0), user), _program(step));

        InfinityPoolKey memory other = infinityKey;
        other.poolManager = address(0xdead);
        expectStepFailed(0, address(holder), _stepFailed(0, address(0xdead), ""));
        routeAs(user, order(ONE, address(0), user), _program(_ofKey(other)));
        other.poolManager = address(new InfinityManager(new InfinityVault(), MOST));
        expectStepFailed(0, address(holder), text("CurrencyNotSettled"));
        routeAs(user, order(ONE, address(0), user), _program(_ofKey(other)));
    }

    /// A recipient that takes no coin.
    function test_nativeOut_toWhoTakesNone() public {
        bytes memory step = Steps.v4Pull(1, 1, false, address(manager), address(shared), native);
        Route memory o = _back(address(0), address(0));
        vm.expectPartialRevert(ProgramReader.StepFailed.selector);
        routeAs(user, o, _program(step));
    }

    function _ofKey(InfinityPoolKey memory other) private view returns (bytes memory) {
        return Steps.infinity(PULL_TICKS, 1, 1, _aToB(), address(holder), user, other);
    }

    /// What the target of a failed step reverted with.
    function _reasonIn(bytes memory answer) private pure returns (bytes memory reason) {
        bytes memory arguments = new bytes(answer.length - 4);
        for (uint256 i; i < arguments.length; ++i) {
            arguments[i] = answer[i + 4];
        }
        (,, reason) = abi.decode(arguments, (uint256, address, bytes));
    }
}
