// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Route} from "../src/Route.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {RegisterSteps} from "../src/vm/RegisterSteps.sol";
import {V3Steps} from "../src/vm/V3Steps.sol";
import {Base} from "./base/Base.sol";
import {Steps} from "./base/Steps.sol";
import {FeeToken} from "./base/Tokens.sol";
import {Pair, Vault} from "./base/Venues.sol";

/// What each step does, and how it fails.
contract StepsTest is Base {
    uint256 private constant ONE = 1e18;

    function test_v2_paidFirst() public {
        bytes memory program = bytes.concat(hex"01", Steps.v2(1, 1, true, address(pair), user));
        uint256 out = routeAs(user, order(ONE, address(pair), user), program);
        assertEq(b.balanceOf(user), out);
        assertEq(a.balanceOf(user), FUNDS - ONE);
    }

    function test_v2_pulled_bothDirections() public {
        bytes memory there =
            bytes.concat(hex"01", Steps.pull(1, address(pair)), Steps.v2(1, 1, true, address(pair), user));
        uint256 out = routeAs(user, order(ONE, address(0), user), there);
        Route memory back = order(out, address(pair), user);
        (back.tokenIn, back.tokenOut) = (back.tokenOut, back.tokenIn);
        uint256 returned = routeAs(user, back, bytes.concat(hex"01", Steps.v2(1, 1, false, address(pair), user)));
        assertTrue(returned < ONE && returned > ONE * 99 / 100, "two fees lie between");
    }

    function test_v2_amountBeyondTheReserveType() public {
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 2));
        bytes memory program = bytes.concat(
            hex"02", Steps.set(2, type(uint112).max), Steps.add(1, 2), Steps.v2(1, 1, true, address(pair), user)
        );
        routeAs(user, order(ONE, address(0), user), program);
    }

    function test_v2_wholeFeeIsInvalid() public {
        bytes memory program = abi.encodePacked(hex"01200101", uint8(1), uint24(1_000_000), address(pair), user);
        expectInvalidOperand(0);
        routeAs(user, order(ONE, address(pair), user), program);
    }

    function test_v2_failureOfThePair() public {
        bytes memory program = abi.encodePacked(hex"01200101", uint8(1), uint24(0), address(pair), user);
        expectStepFailed(0, address(pair), text("UniswapV2: K"));
        routeAs(user, order(ONE, address(pair), user), program);
    }

    /// For random reserves the step takes all that a pair can pay: one more would break its invariant.
    function testFuzz_v2_amountOutIsTheLargest(uint96 amountIn, uint96 depthA, uint96 depthB) public {
        amountIn |= 1 << 80;
        depthA |= 1 << 90;
        depthB |= 1 << 90;
        Pair fresh = new Pair(a, b);
        a.mint(address(fresh), depthA);
        b.mint(address(fresh), depthB);
        fresh.sync();
        a.mint(user, amountIn);
        uint256 inAfterFee = uint256(amountIn) * 997;
        uint256 expected = inAfterFee * depthB / (uint256(depthA) * 1000 + inAfterFee);
        uint256 scaledDepth = uint256(depthA) * 1000 + inAfterFee;
        assertTrue(scaledDepth * (depthB - expected - 1) < uint256(depthA) * depthB * 1000, "one more is too much");
        bytes memory program = bytes.concat(hex"01", Steps.v2(1, 1, true, address(fresh), user));
        assertEq(routeAs(user, order(amountIn, address(fresh), user), program), expected);
    }

    function test_I17_v2Measured_tokenWithFee() public {
        FeeToken fee = new FeeToken();
        Pair feePair = new Pair(fee, b);
        fee.mint(address(feePair), DEPTH);
        b.mint(address(feePair), DEPTH);
        feePair.sync();
        fee.mint(user, ONE);
        vm.prank(user);
        fee.approve(address(router), ONE);
        Route memory o = order(ONE, address(feePair), user);
        o.tokenIn = address(fee);

        expectStepFailed(0, address(feePair), text("UniswapV2: K"));
        routeAs(user, o, bytes.concat(hex"01", Steps.v2(1, 1, true, address(feePair), user)));

        bytes memory measured = bytes.concat(hex"01", Steps.v2Measured(1, true, address(feePair), user, address(fee)));
        uint256 out = routeAs(user, o, measured);
        uint256 inAfterFee = ONE * 99 / 100 * 997;
        assertEq(out, inAfterFee * DEPTH / (DEPTH * 1000 + inAfterFee));
    }

    function test_v3_pullsOnDemand() public {
        assertEq(routeAs(user, order(ONE, address(0), user), honest(user)), ONE);
        assertEq(a.balanceOf(address(shared)), 0);
    }

    function test_v3_paysFromTheExecutor() public {
        bytes memory program = bytes.concat(hex"01", Steps.v3Pay(1, 1, true, address(pool), user, address(a)));
        assertEq(routeAs(user, order(ONE, address(shared), user), program), ONE);
        assertEq(a.balanceOf(address(shared)), 0);
    }

    function test_v3_partialFillReverts() public {
        pool.setLimit(ONE - 1);
        vm.expectRevert(abi.encodeWithSelector(V3Steps.PartialFill.selector, 0, ONE - 1, ONE));
        routeAs(user, order(ONE, address(0), user), honest(user));
    }

    function test_v3_failureOfThePayment() public {
        vm.prank(user);
        a.approve(address(router), 1);
        vm.expectPartialRevert(ProgramReader.StepFailed.selector);
        routeAs(user, order(ONE, address(0), user), honest(user));
    }

    function test_v3_amountZero() public {
        bytes memory program = bytes.concat(hex"02", Steps.v3Pull(2, 1, true, address(pool), user));
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 0));
        routeAs(user, order(ONE, address(0), user), program);
    }

    function test_call_returnWordFeedsTheNextCall() public {
        Route memory o = order(ONE, address(0), user);
        o.tokenOut = address(vault);
        Steps.Call memory deposit = Steps.Call({
            target: address(vault),
            value: 0,
            out: 1,
            outWord: 0,
            approvals: Steps.approval(1, address(b)),
            splices: Steps.splice(1, 4),
            data: abi.encodeCall(Vault.deposit, (0, user))
        });
        bytes memory program = bytes.concat(
            hex"01",
            Steps.v3Pull(1, 1, true, address(pool), own(user)),
            Steps.call(deposit),
            Steps.atLeast(1, uint128(ONE))
        );
        assertEq(callAs(user, o, program), ONE);
    }

    function test_call_secondReturnWord_valueAndSplices() public {
        Route memory o = order(ONE, own(user), user);
        o.tokenIn = address(0);
        o.tokenOut = address(wrapped);
        Steps.Call memory echo = Steps.Call({
            target: address(vault),
            value: 2,
            out: 3,
            outWord: 1,
            approvals: "",
            splices: bytes.concat(Steps.splice(2, 4), Steps.splice(1, 36)),
            data: abi.encodeCall(Vault.echo, (0, 0))
        });
        Steps.Call memory wrap;
        (wrap.target, wrap.value, wrap.data) = (address(wrapped), 1, abi.encodeCall(wrapped.deposit, ()));
        bytes memory program = bytes.concat(
            hex"0003",
            Steps.take(2, 1, Steps.HALF),
            Steps.call(echo), // half + half of value
            Steps.atLeast(3, uint128(ONE)),
            Steps.call(wrap),
            Steps.send(1, address(wrapped), user)
        );
        vm.prank(user);
        assertEq(router.route{value: ONE}(o, program), ONE / 2);
    }

    function test_call_outWordThatIsNotThere() public {
        Steps.Call memory c;
        (c.target, c.out, c.outWord, c.data) = (address(vault), 1, 2, abi.encodeCall(Vault.echo, (1, 2)));
        expectInvalidOperand(0);
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.call(c)));
        (c.out, c.outWord) = (0, 1);
        expectInvalidOperand(0);
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.call(c)));
    }

    /// Both words that a call returned, and none beyond them.
    function test_word_readsWhatTheCallBeforeReturned() public {
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.echo, (7, 9)));
        bytes memory swap = Steps.v3Pull(1, 1, true, address(pool), user);
        bytes memory words = bytes.concat(Steps.call(c), Steps.word(2, 1), Steps.word(3, 0));
        bytes memory program = bytes.concat(hex"03", words, Steps.add(3, 2), Steps.atLeast(3, 16), swap);
        callAs(user, order(ONE, address(0), user), program);
        program = bytes.concat(hex"03", words, Steps.add(3, 2), Steps.atLeast(3, 17), swap);
        vm.expectRevert(abi.encodeWithSelector(RegisterSteps.BelowMinimum.selector, 4, 16, 17));
        callAs(user, order(ONE, address(0), user), program);
        expectInvalidOperand(1);
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"03", Steps.call(c), Steps.word(2, 2)));
    }

    function test_call_accountWithoutCode() public {
        expectStepFailed(0, address(0xdead), "");
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.call(address(0xdead), hex"12345678")));
    }

    function test_call_keepsTheCustomErrorAndNamesTheStep() public {
        Steps.Call memory c;
        (c.target, c.splices) = (address(vault), Steps.splice(1, 4));
        c.data = abi.encodeCall(Vault.refuse, (0));
        bytes memory program = bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(pool), user), Steps.call(c));
        expectStepFailed(1, address(vault), abi.encodeWithSelector(Vault.TooPicky.selector, ONE));
        callAs(user, order(ONE, address(0), user), program);
    }

    function test_call_tokenWithoutAllowanceFunction() public {
        Steps.Call memory c;
        (c.target, c.data) = (address(vault), abi.encodeCall(Vault.ignore, ()));
        c.approvals = Steps.approval(1, address(pair));
        vm.expectPartialRevert(ProgramReader.StepFailed.selector);
        callAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.call(c)));
    }

    function test_gain_leavesADonationWhereItWas() public {
        b.mint(address(shared), 7);
        bytes memory program = bytes.concat(
            hex"02",
            Steps.balance(2, address(b)),
            Steps.v3Pull(1, 1, true, address(pool), address(shared)),
            Steps.gain(2, address(b)),
            Steps.send(2, address(b), user)
        );
        assertEq(routeAs(user, order(ONE, address(0), user), program), ONE);
        assertEq(b.balanceOf(address(shared)), 7);
    }

    function test_gain_thatIsALoss() public {
        bytes memory program = bytes.concat(hex"02", Steps.set(2, 1), Steps.gain(2, address(b)));
        vm.expectRevert(abi.encodeWithSelector(ProgramReader.AmountOutOfRange.selector, 1));
        routeAs(user, order(ONE, address(0), user), program);
    }

    function test_balance_ofNoToken() public {
        expectStepFailed(0, user, "");
        routeAs(user, order(ONE, address(0), user), bytes.concat(hex"01", Steps.balance(1, user)));
    }

    /// Three legs in shares, of which two meet again in one register.
    function testFuzz_takeAndAdd_partsAddUp(uint72 amount, uint64 first, uint64 second) public {
        amount |= 1 << 30; // no share of it is nothing
        first = (first | 1 << 50) % Steps.HALF; // neither nothing nor all
        second = (second | 1 << 50) % Steps.HALF;
        a.mint(user, amount);
        bytes memory program = bytes.concat(
            hex"03",
            Steps.take(2, 1, first),
            Steps.take(3, 1, second),
            Steps.add(1, 2),
            Steps.v3Pull(3, 3, true, address(pool), user),
            Steps.v3Pull(1, 1, true, address(pool), user)
        );
        assertEq(routeAs(user, order(amount, address(0), user), program), amount);
    }

    function test_take_roundsDown() public {
        bytes memory program = bytes.concat(
            hex"02",
            Steps.set(1, 3),
            Steps.take(2, 1, Steps.HALF),
            Steps.pull(2, user),
            Steps.atLeast(1, 2),
            Steps.atLeast(2, 2)
        );
        vm.expectRevert(abi.encodeWithSelector(RegisterSteps.BelowMinimum.selector, 4, 1, 2));
        routeAs(user, order(ONE, address(0), user), program);
    }

    function test_add_emptiesItsSource() public {
        bytes memory program = bytes.concat(
            hex"02", Steps.set(2, 5), Steps.add(2, 1), Steps.atLeast(2, uint128(ONE + 5)), Steps.atLeast(1, 1)
        );
        vm.expectRevert(abi.encodeWithSelector(RegisterSteps.BelowMinimum.selector, 3, 0, 1));
        routeAs(user, order(ONE, address(0), user), program);
    }

    function test_send_nativeAndItsFailure() public {
        Route memory o = order(ONE, address(0), address(0xCAFE));
        (o.tokenIn, o.tokenOut) = (address(wrapped), address(0));
        Steps.Call memory unwrap;
        (unwrap.target, unwrap.splices) = (address(wrapped), Steps.splice(1, 4));
        unwrap.data = abi.encodeCall(wrapped.withdraw, (0));
        bytes memory program = bytes.concat(hex"01", Steps.pull(1, own(user)), Steps.call(unwrap));
        vm.prank(user);
        uint256 out =
            router.route{value: ONE}(o, bytes.concat(hex"00", program, Steps.send(1, address(0), address(0xCAFE))));
        assertEq(out, ONE);
        assertEq(address(0xCAFE).balance, ONE);
        expectStepFailed(2, address(pool), ""); // takes no coin
        vm.prank(user);
        router.route{value: ONE}(o, bytes.concat(hex"00", program, Steps.send(1, address(0), address(pool))));
    }
}
