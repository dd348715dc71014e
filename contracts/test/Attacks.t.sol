// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Router} from "../src/Router.sol";
import {CallSteps} from "../src/vm/CallSteps.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {Base} from "./base/Base.sol";
import {ClaimingPair, ReentrantPair, ReentrantReceiver, Thief, TwoRoutes} from "./base/Hostile.sol";
import {Steps} from "./base/Steps.sol";
import {HookToken, OddToken, Token} from "./base/Tokens.sol";
import {ISwapCallback, Pair, Pool} from "./base/Venues.sol";

/// Attacks with funds, allowances and a good moment; each is shown to work where the defence is not in its way.
contract AttacksTest is Base {
    uint256 private constant ONE = 1e18;

    // Rule 3 and I9: re-entry

    /// The hostile pair has control while half is not pulled yet and output rests in the executor.
    function test_I9_everyDoorIsClosed() public {
        ReentrantPair hostile = new ReentrantPair(router, pool);
        a.mint(address(hostile), DEPTH);
        b.mint(address(hostile), DEPTH);
        hostile.sync();
        bytes memory program = bytes.concat(
            hex"03",
            Steps.take(2, 1, Steps.HALF / 2),
            Steps.v3Pull(2, 2, true, address(pool), address(executor)), // rests
            Steps.take(3, 1, Steps.HALF),
            Steps.pull(3, address(hostile)),
            Steps.v2(3, 3, true, address(hostile), user),
            Steps.v3Pull(1, 1, true, address(pool), user), // pulled last
            Steps.send(2, address(b), user)
        );
        uint256 out = routeAs(user, order(ONE, address(0), user), program);
        assertTrue(out > ONE * 99 / 100, "the user's route is untouched");
        assertEq(hostile.tries(), 6);
        assertEq(hostile.opened(), 0);

        uint256 before = b.balanceOf(address(hostile));
        hostile.ownRoute(); // valid when no route is running
        assertTrue(b.balanceOf(address(hostile)) > before, "the attempt itself was sound");
    }

    function test_I9_lockIsNamed() public {
        Router.Route memory o = order(ONE, address(0), attacker);
        bytes memory nested = abi.encodeCall(Router.route, (o, honest(attacker)));
        expectStepFailed(0, address(router), abi.encodeWithSelector(Router.Locked.selector));
        routeAs(attacker, o, bytes.concat(hex"01", Steps.call(address(router), nested)));
    }

    /// Neither into nor out of a route that names no token: its balances would be compared by nobody.
    function test_I9_lockOfRoutesWithoutAToken() public {
        Router.Route[2] memory orders = [order(ONE, address(0), attacker), position(ONE, attacker)];
        for (uint256 i; i < orders.length; ++i) {
            bytes memory nested = abi.encodeCall(Router.route, (orders[i], honest(attacker)));
            expectStepFailed(0, address(router), abi.encodeWithSelector(Router.Locked.selector));
            routeAs(attacker, orders[1 - i], bytes.concat(hex"01", Steps.call(address(router), nested)));
        }
        routeAs(attacker, orders[1], honest(attacker));
        routeAs(attacker, orders[1], honest(attacker)); // the lock opens again
        assertEq(b.balanceOf(attacker), 2 * ONE);
    }

    function test_I9_fromAReceiverOfCoin() public {
        ReentrantReceiver receiver = new ReentrantReceiver(router);
        a.mint(address(receiver), ONE);
        vm.prank(address(receiver));
        a.approve(address(router), ONE);
        receiver.prepare(abi.encodeCall(Router.route, (order(ONE, address(0), attacker), honest(attacker))));
        Router.Route memory o = order(ONE, address(0), address(receiver));
        (o.tokenIn, o.tokenOut) = (address(wrapped), address(0));
        Steps.Call memory unwrap;
        (unwrap.target, unwrap.splices) = (address(wrapped), Steps.splice(1, 4));
        unwrap.data = abi.encodeCall(wrapped.withdraw, (0));
        bytes memory program = bytes.concat(
            hex"01", Steps.pull(1, address(executor)), Steps.call(unwrap), Steps.send(1, address(0), address(receiver))
        );
        vm.prank(user);
        router.route{value: ONE}(o, program);
        assertTrue(receiver.answer() == Router.Locked.selector, "refused by the lock alone");
    }

    function test_I9_fromATokensHook() public {
        HookToken hooked = new HookToken();
        Pool hookedPool = new Pool(a, hooked);
        hooked.mint(address(hookedPool), ONE);
        ReentrantReceiver receiver = new ReentrantReceiver(router);
        a.mint(address(receiver), ONE);
        vm.prank(address(receiver));
        a.approve(address(router), ONE);
        receiver.prepare(abi.encodeCall(Router.route, (order(ONE, address(0), attacker), honest(attacker))));
        Router.Route memory o = order(ONE, address(0), address(receiver));
        o.tokenOut = address(hooked);
        bytes memory swap = Steps.v3Pull(1, 1, true, address(hookedPool), address(receiver));
        assertEq(routeAs(user, o, bytes.concat(hex"01", swap)), ONE);
        assertTrue(receiver.answer() == Router.Locked.selector, "refused by the lock alone");
    }

    function test_I9_routesOneAfterTheOther() public {
        routeAs(user, order(ONE, address(0), user), honest(user));
        routeAs(user, order(ONE, address(0), user), honest(user)); // the lock opens again
        assertEq(b.balanceOf(user), 2 * ONE);
    }

    function test_secondRouteInOneTransactionReachesNoLeftover() public {
        TwoRoutes two = new TwoRoutes();
        a.mint(address(two), ONE);
        Router.Route memory first = order(ONE, address(0), address(two));
        bytes memory half =
            bytes.concat(hex"02", Steps.take(2, 1, Steps.HALF), Steps.v3Pull(2, 2, true, address(pool), address(two)));
        Router.Route memory second = order(ONE, address(0), address(two));
        second.tokenIn = address(0);
        bytes memory reach = bytes.concat(hex"02", Steps.set(2, 1), Steps.pull(2, attacker));
        expectStepFailed(1, attacker, abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, 1, 0));
        vm.prank(user);
        two.go{value: ONE}(
            address(router),
            a,
            abi.encodeCall(Router.route, (first, half)),
            abi.encodeCall(Router.route, (second, reach))
        );
    }

    // Rule 3: rights planted in the executor

    function test_rule3_planted_knownNamesAreRefused() public {
        bytes[7] memory grants = [
            abi.encodeWithSignature("approve(address,uint256)", attacker, 1),
            abi.encodeWithSignature("increaseAllowance(address,uint256)", attacker, 1),
            abi.encodeWithSignature("increaseApproval(address,uint256)", attacker, 1),
            abi.encodeWithSignature("setApprovalForAll(address,bool)", attacker, true),
            abi.encodeWithSignature("authorizeOperator(address)", attacker),
            abi.encodeWithSignature("approve(address,address,uint160,uint48)", address(b), attacker, 1, 1),
            abi.encodeWithSignature("allow(address,bool)", attacker, true)
        ];
        for (uint256 i; i < grants.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(CallSteps.ForbiddenCall.selector, 0, address(b)));
            routeAs(
                attacker, order(ONE, address(0), attacker), bytes.concat(hex"01", Steps.call(address(b), grants[i]))
            );
        }
    }

    /// The selector is judged as it is sent, after splices.
    function test_rule3_planted_selectorPutTogetherBySplices() public {
        Steps.Call memory c;
        (c.target, c.data) = (address(b), new bytes(68));
        c.splices = Steps.splice(2, 0);
        bytes memory word = abi.encodePacked(bytes4(0x095ea7b3), bytes28(bytes20(attacker)));
        Steps.Call memory literal;
        (literal.target, literal.out) = (address(vault), 2);
        literal.data = abi.encodeWithSignature("echo(uint256,uint256)", bytes32(word), 0);
        vm.expectRevert(abi.encodeWithSelector(CallSteps.ForbiddenCall.selector, 1, address(b)));
        routeAs(attacker, order(ONE, address(0), attacker), bytes.concat(hex"02", Steps.call(literal), Steps.call(c)));
    }

    /// A right under a name on no list. It gains nothing where nothing rests in the executor: how programs are built.
    function test_rule3_planted_unknownNameGainsNothingWithoutParking() public {
        (OddToken odd, Pool oddPool, Thief thief) = _plant();
        Router.Route memory o = order(ONE, address(0), victim);
        o.tokenOut = address(odd);
        bytes memory call = abi.encodeCall(Thief.take, (odd, address(executor), 1));
        bytes memory program =
            bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(oddPool), victim), Steps.call(address(thief), call));
        vm.expectPartialRevert(ProgramReader.StepFailed.selector); // nothing there to take
        routeAs(victim, o, program);
    }

    /// Known limit: what rests in the executor while a stranger has control is in reach of such a right, down to minAmountOut.
    function test_knownLimit_parkedTokensBoundedByTheMinimum() public {
        (OddToken odd, Pool oddPool, Thief thief) = _plant();
        Router.Route memory o = order(ONE, address(0), victim);
        (o.tokenOut, o.minAmountOut) = (address(odd), ONE * 99 / 100);
        routeAs(victim, o, _parking(odd, oddPool, thief, ONE / 100));
        assertEq(odd.balanceOf(address(thief)), ONE / 100);

        vm.expectRevert(abi.encodeWithSelector(Router.ReceivedTooLittle.selector, o.minAmountOut - 1, o.minAmountOut));
        routeAs(victim, o, _parking(odd, oddPool, thief, ONE / 100 + 1));
    }

    function _plant() private returns (OddToken odd, Pool oddPool, Thief thief) {
        odd = new OddToken();
        oddPool = new Pool(a, odd);
        thief = new Thief();
        odd.mint(address(oddPool), DEPTH);
        bytes memory grant = abi.encodeCall(OddToken.entrust, (address(thief)));
        bytes memory swap = Steps.v3Pull(1, 1, true, address(pool), attacker);
        routeAs(
            attacker, order(ONE, address(0), attacker), bytes.concat(hex"01", Steps.call(address(odd), grant), swap)
        );
    }

    function _parking(OddToken odd, Pool from, Thief thief, uint256 loot) private view returns (bytes memory) {
        return bytes.concat(
            hex"02",
            Steps.v3Pull(1, 1, true, address(from), address(executor)),
            Steps.call(address(thief), abi.encodeCall(Thief.take, (odd, address(executor), loot))),
            Steps.balance(2, address(odd)),
            Steps.send(2, address(odd), victim)
        );
    }

    // Venues that cheat

    function test_pairThatPaysLess() public {
        Pair shallow = new Pair(a, b);
        a.mint(address(shallow), ONE);
        b.mint(address(shallow), ONE);
        shallow.sync();
        Router.Route memory o = order(ONE, address(shallow), user);
        o.minAmountOut = ONE * 9 / 10;
        vm.expectPartialRevert(Router.ReceivedTooLittle.selector);
        routeAs(user, o, bytes.concat(hex"01", Steps.v2(1, 1, true, address(shallow), user)));
    }

    /// Known limit of every balance check: tokens that were the receiver's anyway count as output. It needs a hostile pool on
    /// the path, so routes pass only through pools of known factories.
    function test_knownLimit_receiversOwnClaimCountsAsOutput() public {
        ClaimingPair hostile = new ClaimingPair(a, b);
        a.mint(address(hostile), DEPTH);
        b.mint(address(hostile), DEPTH);
        hostile.sync();
        hostile.owe(ONE);
        bytes memory program = bytes.concat(hex"01", Steps.v2(1, 1, true, address(hostile), user));
        uint256 out = routeAs(user, order(ONE, address(hostile), user), program);
        assertEq(b.balanceOf(user), out);
    }

    function test_greedyPoolOfASplitStarvesTheOtherLeg_andTheRouteReverts() public {
        Pool taker = new Taker(a, b);
        b.mint(address(taker), DEPTH);
        bytes memory program = bytes.concat(
            hex"02",
            Steps.take(2, 1, Steps.HALF),
            Steps.v3Pull(2, 2, true, address(taker), user),
            Steps.v3Pull(1, 1, true, address(pool), user)
        );
        vm.expectPartialRevert(ProgramReader.StepFailed.selector);
        routeAs(user, order(ONE, address(0), user), program);
        assertEq(a.balanceOf(user), FUNDS);
    }
}

/// Asks for all of amountIn instead of its leg.
contract Taker is Pool {
    constructor(Token token0_, Token token1_) Pool(token0_, token1_) {}

    function swap(address to, bool, int256 amount, uint160, bytes calldata data)
        external
        override
        returns (int256, int256)
    {
        token1.transfer(to, uint256(amount));
        ISwapCallback(msg.sender).uniswapV3SwapCallback(amount * 2, -amount, data);
        return (amount, -amount);
    }
}
