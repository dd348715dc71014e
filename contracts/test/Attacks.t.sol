// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Route} from "../src/Route.sol";
import {Router} from "../src/Router.sol";
import {ProgramReader} from "../src/vm/ProgramReader.sol";
import {V3Steps} from "../src/vm/V3Steps.sol";
import {Base} from "./base/Base.sol";
import {ClaimingPair, ReentrantPair, ReentrantReceiver, TwoRoutes} from "./base/Hostile.sol";
import {Steps} from "./base/Steps.sol";
import {HookToken, Token} from "./base/Tokens.sol";
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
            Steps.v3Pull(2, 2, true, address(pool), address(shared)), // rests
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
        Route memory o = order(ONE, address(0), attacker);
        bytes memory nested = abi.encodeCall(Router.route, (o, honest(attacker)));
        expectStepFailed(0, address(router), abi.encodeWithSelector(Router.Locked.selector));
        callAs(attacker, o, bytes.concat(hex"01", Steps.call(address(router), nested)));
    }

    /// Neither into nor out of a route that names no token: its balances would be compared by nobody.
    function test_I9_lockOfRoutesWithoutAToken() public {
        Route[2] memory orders = [order(ONE, address(0), attacker), position(ONE, attacker)];
        for (uint256 i; i < orders.length; ++i) {
            bytes memory nested = abi.encodeCall(Router.route, (orders[i], honest(attacker)));
            expectStepFailed(0, address(router), abi.encodeWithSelector(Router.Locked.selector));
            callAs(attacker, orders[1 - i], bytes.concat(hex"01", Steps.call(address(router), nested)));
        }
        callAs(attacker, orders[1], honest(attacker));
        callAs(attacker, orders[1], honest(attacker)); // the lock opens again
        assertEq(b.balanceOf(attacker), 2 * ONE);
    }

    function test_I9_fromAReceiverOfCoin() public {
        ReentrantReceiver receiver = new ReentrantReceiver(router);
        a.mint(address(receiver), ONE);
        vm.prank(address(receiver));
        a.approve(address(router), ONE);
        receiver.prepare(abi.encodeCall(Router.route, (order(ONE, address(0), attacker), honest(attacker))));
        Route memory o = order(ONE, address(0), address(receiver));
        (o.tokenIn, o.tokenOut) = (address(wrapped), address(0));
        Steps.Call memory unwrap;
        (unwrap.target, unwrap.splices) = (address(wrapped), Steps.splice(1, 4));
        unwrap.data = abi.encodeCall(wrapped.withdraw, (0));
        bytes memory program = bytes.concat(
            hex"01", Steps.pull(1, own(user)), Steps.call(unwrap), Steps.send(1, address(0), address(receiver))
        );
        vm.prank(user);
        router.route{value: ONE}(o, bytes.concat(hex"00", program));
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
        Route memory o = order(ONE, address(0), address(receiver));
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
        Route memory first = order(ONE, address(0), address(two));
        bytes memory half = bytes.concat(
            hex"0002", Steps.take(2, 1, Steps.HALF), Steps.v3Pull(2, 2, true, address(pool), address(two))
        );
        Route memory second = order(ONE, address(0), address(two));
        second.tokenIn = address(0);
        bytes memory reach = bytes.concat(hex"0002", Steps.set(2, 1), Steps.pull(2, attacker));
        expectStepFailed(1, attacker, abi.encodeWithSelector(Router.PullExceedsAmountIn.selector, 1, 0));
        vm.prank(user);
        two.go{value: ONE}(
            address(router),
            a,
            abi.encodeCall(Router.route, (first, half)),
            abi.encodeCall(Router.route, (second, reach))
        );
    }

    // Venues that cheat

    function test_pairThatPaysLess() public {
        Pair shallow = new Pair(a, b);
        a.mint(address(shallow), ONE);
        b.mint(address(shallow), ONE);
        shallow.sync();
        Route memory o = order(ONE, address(shallow), user);
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

    /// A program that leaves a part of amountIn unpulled has no minimum for it, so nobody would miss what the pool took of it.
    function test_hostilePoolTakesNothingOfWhatIsLeftUnpulled() public {
        Pool[2] memory pools = [pool, new Taker(a, b)];
        b.mint(address(pools[1]), DEPTH);
        Route memory o = order(ONE, address(0), user);
        o.minAmountOut = ONE / 2;
        for (uint256 i; i < pools.length; ++i) {
            bytes memory program = bytes.concat(
                hex"03",
                Steps.take(2, 1, Steps.HALF),
                Steps.v3Pull(2, 2, true, address(pool), user), // a larger one before bounds none after
                Steps.take(3, 1, Steps.HALF),
                Steps.v3Pull(3, 3, true, address(pools[i]), user)
            );
            if (i == 1) {
                bytes memory reason = abi.encodeWithSelector(V3Steps.UnexpectedCallback.selector, address(pools[i]));
                expectStepFailed(3, address(pools[i]), reason);
            }
            routeAs(user, o, program);
        }
        assertEq(a.balanceOf(user), FUNDS - ONE * 3 / 4);
    }

    function test_greedyPoolOfASplitTakesNothingOfTheOtherLeg() public {
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
