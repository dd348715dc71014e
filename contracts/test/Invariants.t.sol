// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPuller} from "../src/Interfaces.sol";
import {Router} from "../src/Router.sol";
import {Base} from "./base/Base.sol";
import {Steps} from "./base/Steps.sol";
import {Token} from "./base/Tokens.sol";
import {Pair, Pool} from "./base/Venues.sol";
import {Vm} from "./base/Vm.sol";

/// Runs honest and hostile routes in any order. Counts what went through: a run in which everything reverts proves nothing.
contract Handler {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    Router private immutable router;
    Token private immutable a;
    Token private immutable b;
    Pair private immutable pair;
    Pool private immutable pool;
    address private immutable user;
    address private immutable victim;
    address private immutable attacker;

    uint256 public honestRuns;
    uint256 public honestSuccesses;
    uint256 public hostileRuns;
    uint256 public hostileSuccesses;
    string public broken;

    constructor(Router router_, Pair pair_, Pool pool_, address[3] memory accounts) {
        (router, pair, pool) = (router_, pair_, pool_);
        (a, b) = (pool_.token0(), pool_.token1());
        (user, victim, attacker) = (accounts[0], accounts[1], accounts[2]);
    }

    /// A split over pair and pool, as the program builder writes it.
    function honestRoute(uint64 amount, uint64 shareX64) external {
        uint256 amountIn = uint256(amount) + 1e9;
        uint64 share = uint64(shareX64 % (1 << 63)) + (1 << 62);
        bytes memory program = bytes.concat(
            hex"02",
            Steps.take(2, 1, share),
            Steps.pull(2, address(pair)),
            Steps.v2(2, 2, true, address(pair), user),
            Steps.v3Pull(1, 1, true, address(pool), user)
        );
        a.mint(user, amountIn);
        uint256 held = b.balanceOf(user);
        uint256 rests = _resting();
        vm.prank(user);
        uint256 out = router.route(_order(amountIn, user), program);
        ++honestRuns;
        if (out != 0 && b.balanceOf(user) == held + out) ++honestSuccesses;
        _unless(_resting() == rests, "an honest route left tokens in the contracts");
    }

    /// Three steps with hostile operands around an honest one.
    function hostileRoute(uint256 seed) external {
        bytes memory program =
            bytes.concat(hex"03", Steps.take(3, 1, Steps.HALF), Steps.v3Pull(3, 3, true, address(pool), attacker));
        for (uint256 i; i < seed % 3; ++i) {
            program = bytes.concat(program, _step(uint256(keccak256(abi.encode(seed, i)))));
        }
        _attack(program);
    }

    function randomBytes(bytes calldata noise) external {
        _attack(bytes.concat(hex"04", noise));
    }

    function _attack(bytes memory program) private {
        uint256 amountIn = 1e12;
        a.mint(attacker, amountIn);
        uint256 held = a.balanceOf(attacker);
        uint256 victims = a.balanceOf(victim) + b.balanceOf(victim);
        vm.prank(attacker);
        (bool ok,) = address(router).call(abi.encodeCall(Router.route, (_order(amountIn, attacker), program)));
        ++hostileRuns;
        if (ok) ++hostileSuccesses;
        _unless(a.balanceOf(victim) + b.balanceOf(victim) >= victims, "a bystander lost tokens");
        _unless(a.balanceOf(attacker) + amountIn >= held, "a caller lost more than amountIn");
    }

    function _step(uint256 pick) private view returns (bytes memory) {
        address executor = address(router.executor());
        address who = [victim, attacker, address(router), executor, address(pair), address(a)][(pick >> 8) % 6];
        uint256 kind = pick % 10;
        if (kind == 0) return Steps.call(address(a), abi.encodeCall(Token.transferFrom, (victim, who, 1)));
        if (kind == 1) return Steps.call(address(a), abi.encodeCall(Token.approve, (who, 1e30)));
        if (kind == 2) return Steps.call(address(router), abi.encodeCall(IPuller.pull, (who, (pick >> 16) % 2e12)));
        if (kind == 3) return Steps.pull(1, who);
        if (kind == 4) return Steps.v3Pull(1, 2, pick & 256 == 0, address(pool), attacker);
        if (kind == 5) return Steps.take(2, 1, uint64(pick >> 32));
        if (kind == 6) return Steps.v2(1, 1, pick & 256 == 0, address(pair), attacker);
        if (kind == 7) return Steps.send(1, address(a), who);
        if (kind == 8) return Steps.add(2, 1);
        return Steps.call(address(router), abi.encodeCall(Router.route, (_order(1e12, who), hex"01")));
    }

    function _order(uint256 amountIn, address receiver) private view returns (Router.Route memory) {
        return Router.Route(address(a), amountIn, address(0), address(b), 1, receiver, block.timestamp);
    }

    /// What hostile programs left in router and executor.
    function _resting() private view returns (uint256) {
        address executor = address(router.executor());
        return
            a.balanceOf(address(router)) + b.balanceOf(address(router)) + a.balanceOf(executor) + b.balanceOf(executor);
    }

    function _unless(bool condition, string memory claim) private {
        if (!condition) broken = claim;
    }
}

contract InvariantsTest is Base {
    Handler private handler;

    function setUp() public override {
        super.setUp();
        handler = new Handler(router, pair, pool, [user, victim, attacker]);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_nobodyLosesWhatTheyDidNotOffer() public view {
        assertTrue(bytes(handler.broken()).length == 0, handler.broken());
        assertTrue(a.balanceOf(victim) >= FUNDS, "the victim keeps its tokens");
    }

    function invariant_allowancesOfTheExecutorAreZero() public view {
        address[5] memory spenders = [user, victim, attacker, address(pair), address(router)];
        for (uint256 i; i < spenders.length; ++i) {
            assertEq(a.allowance(address(executor), spenders[i]) + b.allowance(address(executor), spenders[i]), 0);
        }
    }

    function invariant_honestRoutesGoThrough() public view {
        assertEq(handler.honestSuccesses(), handler.honestRuns());
    }

    /// What the runs are worth: hostile programs must often get to the end.
    function test_handlerIsNotVacuous() public {
        for (uint256 seed; seed < 300; ++seed) {
            handler.hostileRoute(seed);
        }
        for (uint64 i; i < 20; ++i) {
            handler.honestRoute(i * 1e16, i << 58);
        }
        assertTrue(handler.hostileSuccesses() * 4 > handler.hostileRuns(), "a quarter of the hostile routes succeeds");
        assertEq(handler.honestSuccesses(), 20);
        assertTrue(bytes(handler.broken()).length == 0, handler.broken());
    }

    /// Bytes at random: only the victim matters.
    function testFuzz_randomBytes(bytes calldata noise, uint8 registers) public {
        bytes memory program = bytes.concat(bytes1(registers), noise);
        vm.prank(attacker);
        (bool ok,) = address(router).call(abi.encodeCall(Router.route, (order(1e18, address(0), attacker), program)));
        assertTrue(!ok || b.balanceOf(attacker) != 0, "success without output");
        assertEq(a.balanceOf(victim), FUNDS);
        assertTrue(a.balanceOf(attacker) >= FUNDS - 1e18, "lost more than amountIn");
        assertEq(a.balanceOf(address(router)) + b.balanceOf(address(router)), 0);
    }

    function testFuzz_hostileSteps(uint256 seed) public {
        handler.hostileRoute(seed);
        assertTrue(bytes(handler.broken()).length == 0, handler.broken());
    }

    /// Either the receiver gains at least the minimum, or nothing moved.
    function testFuzz_minimumOrNothing(uint64 amountIn, uint64 minAmountOut, uint64 paid) public {
        vm.assume(amountIn != 0 && minAmountOut != 0);
        pool.setLimit(paid);
        Router.Route memory o = order(amountIn, address(0), user);
        o.minAmountOut = minAmountOut;
        vm.prank(user);
        (bool ok,) = address(router).call(abi.encodeCall(Router.route, (o, honest(user))));
        assertTrue(ok == (paid >= amountIn && amountIn >= minAmountOut), "goes through exactly when it may");
        assertEq(b.balanceOf(user), ok ? amountIn : 0);
        assertEq(a.balanceOf(user), ok ? FUNDS - amountIn : FUNDS);
    }
}
