// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Executor} from "../../src/Executor.sol";
import {IPuller, PoolKey} from "../../src/Interfaces.sol";
import {Route} from "../../src/Route.sol";
import {Router} from "../../src/Router.sol";
import {HostileHolder, IUnlocked} from "./HostileHolder.sol";
import {Ledger} from "./Ledger.sol";
import {Steps} from "./Steps.sol";
import {Token, Wrapped} from "./Tokens.sol";
import {ISwapCallback, Pair, Pool, Vault} from "./Venues.sol";

/// Runs honest and hostile routes, donations and knocks at closed doors in any order, and looks after each at what moved.
contract RouterHandler is Ledger {
    struct World {
        Router router;
        Pair pair;
        Pool pool;
        Pool wrappedPool;
        Vault vault;
        address user;
        address victim;
        address attacker;
    }

    uint256 private constant AMOUNT = 1e12;

    Router private immutable router;
    /// The user's own.
    address private immutable executor;
    address private immutable shared;
    Token private immutable a;
    Token private immutable b;
    Wrapped private immutable wrapped;
    Pair private immutable pair;
    Pool private immutable pool;
    Pool private immutable wrappedPool;
    Vault private immutable vault;
    address private immutable user;
    address private immutable victim;
    address private immutable attacker;

    HostileHolder private immutable coinHolder;

    uint256 public hostileRuns;
    uint256 public hostileSuccesses;

    constructor(World memory w) {
        (router, pair, pool) = (w.router, w.pair, w.pool);
        (executor, shared) = (w.router.executorOf(w.user), address(w.router.sharedExecutor()));
        (a, b, wrapped) = (w.pool.token0(), w.pool.token1(), Wrapped(address(w.wrappedPool.token0())));
        (wrappedPool, vault) = (w.wrappedPool, w.vault);
        (user, victim, attacker) = (w.user, w.victim, w.attacker);
        coinHolder = new HostileHolder(b, HostileHolder.Trick.None);
    }

    /// A split over pair and pool, as the program builder writes it.
    function honestSplit(uint64 amount, uint64 shareX64) external {
        uint64 share = uint64(shareX64 % (1 << 63)) + (1 << 62);
        _honest(
            _order(uint256(amount) + 1e9, user),
            bytes.concat(
                hex"02",
                Steps.take(2, 1, share),
                Steps.pull(2, address(pair)),
                Steps.v2(2, 2, true, address(pair), user),
                Steps.v3Pull(1, 1, true, address(pool), user)
            )
        );
    }

    /// Output measured in the executor, deposited with an exact approval; another approval is left unused.
    function honestDeposit(uint64 amount) external {
        Route memory o = _order(uint256(amount) + 1e9, user);
        o.tokenOut = address(vault);
        Steps.Call memory deposit;
        (deposit.target, deposit.data) = (address(vault), abi.encodeCall(Vault.deposit, (0, user)));
        (deposit.approvals, deposit.splices) = (Steps.approval(2, address(b)), Steps.splice(2, 4));
        Steps.Call memory unused;
        (unused.target, unused.data) = (address(vault), abi.encodeCall(Vault.ignore, ()));
        unused.approvals = Steps.approval(2, address(b));
        _honest(
            o,
            bytes.concat(
                hex"0002",
                Steps.balance(2, address(b)),
                Steps.v3Pull(1, 1, true, address(pool), executor),
                Steps.gain(2, address(b)),
                Steps.call(deposit),
                Steps.call(unused)
            )
        );
    }

    /// Ends in what is no token, with the program's own minimum.
    function honestPosition(uint64 amount) external {
        Route memory o = _order(uint256(amount) + 1e9, user);
        (o.tokenOut, o.minAmountOut) = (address(router), 0);
        Steps.Call memory deposit;
        (deposit.target, deposit.out) = (address(vault), 2);
        deposit.data = abi.encodeCall(Vault.deposit, (0, user));
        (deposit.approvals, deposit.splices) = (Steps.approval(1, address(b)), Steps.splice(1, 4));
        a.mint(user, o.amountIn);
        uint256 held = vault.balanceOf(user);
        uint256 rests = _resting();
        _count();
        vm.prank(user);
        router.route(
            o,
            bytes.concat(
                hex"0002",
                Steps.v3Pull(1, 1, true, address(pool), executor),
                Steps.call(deposit),
                Steps.atLeast(2, uint128(o.amountIn))
            )
        );
        _unless(vault.balanceOf(user) == held + o.amountIn, "I6: the position is not what was promised");
        _unless(_resting() == rests, "I3: an honest route left tokens in the contracts");
        _succeed();
    }

    /// Coin in; half of it is not pulled and returns wrapped.
    function honestNativeIn(uint64 amount) external {
        Route memory o = _order(uint256(amount) + 1e9, user);
        o.tokenIn = address(wrapped);
        bytes memory swap = Steps.v3Pull(2, 2, true, address(wrappedPool), user);
        vm.deal(user, o.amountIn);
        uint256 kept = wrapped.balanceOf(user);
        _count();
        vm.prank(user);
        router.route{value: o.amountIn}(o, bytes.concat(hex"02", Steps.take(2, 1, Steps.HALF), swap));
        _unless(wrapped.balanceOf(address(router)) == 0, "I2: the router kept tokens");
        _unless(wrapped.balanceOf(user) - kept == o.amountIn - o.amountIn / 2, "I8: coin was lost");
        _succeed();
    }

    /// Coin that the router pays in two parts to who holds the pools' tokens, in either executor.
    function honestCoin(uint64 amount, uint64 shareX64) external {
        Route memory o = _order(uint256(amount) + 1e9, user);
        o.tokenIn = address(0);
        b.mint(address(coinHolder), o.amountIn);
        PoolKey memory key = PoolKey(address(0), address(b), 3000, 60, address(0));
        bytes memory program = bytes.concat(
            hex"02",
            Steps.take(2, 1, uint64(shareX64 % (1 << 63)) + (1 << 62)),
            Steps.v4Pull(2, 2, true, address(coinHolder), user, key),
            Steps.v4Pull(1, 1, true, address(coinHolder), user, key)
        );
        if (amount % 2 == 0) program = bytes.concat(hex"00", program);
        vm.deal(user, o.amountIn);
        (uint256 held, uint256 paid) = (b.balanceOf(user), address(coinHolder).balance);
        _count();
        vm.prank(user);
        router.route{value: o.amountIn}(o, program);
        _unless(address(router).balance == 0, "I2: the router kept coin");
        _unless(address(coinHolder).balance == paid + o.amountIn && user.balance == 0, "I8: coin was lost");
        _unless(b.balanceOf(user) == held + o.amountIn, "I6: the output is not what arrived");
        _succeed();
    }

    function honestNativeOut(uint64 amount) external {
        Route memory o = _order(uint256(amount) + 1e9, user);
        (o.tokenIn, o.tokenOut) = (address(wrapped), address(0));
        vm.deal(address(this), o.amountIn);
        wrapped.deposit{value: o.amountIn}();
        wrapped.transfer(user, o.amountIn);
        vm.prank(user);
        wrapped.approve(address(router), o.amountIn);
        Steps.Call memory unwrap;
        (unwrap.target, unwrap.splices) = (address(wrapped), Steps.splice(1, 4));
        unwrap.data = abi.encodeCall(Wrapped.withdraw, (0));
        uint256 held = user.balance;
        _count();
        vm.prank(user);
        router.route(
            o, bytes.concat(hex"0001", Steps.pull(1, executor), Steps.call(unwrap), Steps.send(1, address(0), user))
        );
        _unless(user.balance - held == o.amountIn, "I8: coin was lost");
        _succeed();
    }

    /// Tokens and coin where nobody asked for them.
    function donate(uint256 seed, uint64 amount) external {
        _count();
        address to = [address(router), executor, address(pair), address(pool), user, shared][seed % 6];
        // What the router is given by transfer stays there for ever; the ledger of I2 knows it.
        if (to == address(router)) donated += amount;
        (seed >> 8) % 2 == 0 ? a.mint(to, amount) : b.mint(to, amount);
        if ((seed >> 16) % 4 == 0) vm.deal(executor, executor.balance + 1);
        _succeed();
    }

    /// Up to two hostile steps around an honest one, and a minimum that may be out of reach or not there.
    function hostileRoute(uint256 seed) external {
        Route memory o = _order(AMOUNT, seed % 5 == 0 ? victim : attacker);
        bytes memory swap = Steps.v3Pull(3, 3, true, address(pool), o.receiver);
        bytes memory program = bytes.concat(hex"03", Steps.take(3, 1, Steps.HALF), swap);
        for (uint256 i; i < seed % 3; ++i) {
            program = bytes.concat(program, _step(uint256(keccak256(abi.encode(seed, i)))));
        }
        if (seed % 7 == 0) o.minAmountOut = AMOUNT * 2;
        if (seed % 11 == 0) (o.tokenOut, o.minAmountOut) = (address(router), 0);
        attack(o, seed % 4 == 0 ? program : bytes.concat(hex"00", program));
    }

    /// Runs any program for the attacker.
    function attack(Route memory o, bytes memory program) public {
        a.mint(attacker, o.amountIn);
        uint256 held = a.balanceOf(attacker);
        uint256 gained = b.balanceOf(o.receiver);
        uint256[2] memory victims = [a.balanceOf(victim), b.balanceOf(victim)];
        uint256 routers = a.balanceOf(address(router)) + b.balanceOf(address(router));
        vm.prank(attacker);
        (bool ok,) = address(router).call(abi.encodeCall(Router.route, (o, program)));
        _count();
        ++hostileRuns;
        if (ok) {
            ++hostileSuccesses;
            _succeed();
            _unless(b.balanceOf(o.receiver) >= gained + o.minAmountOut, "I6: less than the minimum arrived");
        } else {
            _unless(a.balanceOf(attacker) == held, "I6: a failed route moved tokens");
        }
        _unless(a.balanceOf(victim) >= victims[0] && b.balanceOf(victim) >= victims[1], "I1: a bystander lost tokens");
        _unless(a.balanceOf(attacker) + o.amountIn >= held, "I7: a caller lost more than amountIn");
        _unless(a.balanceOf(address(router)) + b.balanceOf(address(router)) >= routers, "I2: the router paid");
    }

    /// Doors that open to nobody; it succeeds when they stay closed.
    function knock(uint256 seed) external {
        _count();
        bytes memory program = bytes.concat(hex"01", Steps.set(1, 1));
        Route memory o = _order(AMOUNT, attacker);
        o.tokenIn = address(wrapped);
        bytes[7] memory calls = [
            abi.encodeCall(Executor.run, (0, program)),
            abi.encodeCall(ISwapCallback.uniswapV3SwapCallback, (1, -1, abi.encode(a, 1))),
            abi.encodeCall(IUnlocked.unlockCallback, (program)),
            abi.encodeCall(IPuller.pull, (attacker, 0)),
            abi.encodeCall(
                Router.route, (o, bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(wrappedPool), attacker)))
            ),
            abi.encodeCall(Router.route, (_order(AMOUNT, attacker), program)),
            abi.encodeCall(IPuller.pullCoin, (attacker, 0))
        ];
        uint256 door = seed % 7;
        address executor_ = (seed >> 8) % 2 == 0 ? executor : shared;
        if (executor_.code.length == 0) return _succeed(); // not used yet
        uint256 value = door == 4 ? AMOUNT + 1 : 0;
        vm.deal(attacker, value);
        vm.prank(attacker);
        (bool opened,) = (door < 3 ? executor_ : address(router)).call{value: value}(calls[door]);
        _unless(!opened, door == 4 ? "I8: another value than amountIn" : "I5: a closed door opened");
        _succeed();
    }

    function _honest(Route memory o, bytes memory program) private {
        Token out = Token(o.tokenOut);
        a.mint(user, o.amountIn);
        uint256 held = out.balanceOf(user);
        uint256 rests = _resting();
        _count();
        vm.prank(user);
        uint256 amountOut = router.route(o, program);
        _unless(out.balanceOf(user) == held + amountOut && amountOut != 0, "I6: the output is not what arrived");
        _unless(_resting() == rests, "I3: an honest route left tokens in the contracts");
        _succeed();
    }

    function _step(uint256 pick) private view returns (bytes memory) {
        address who = [victim, attacker, address(router), shared, address(pair), address(a)][(pick >> 8) % 6];
        uint256 kind = pick % 11;
        if (kind == 0) return Steps.call(address(a), abi.encodeCall(Token.transferFrom, (victim, who, 1)));
        if (kind == 1) return Steps.call(address(a), abi.encodeCall(Token.approve, (who, 1e30)));
        if (kind == 2) return Steps.call(address(router), abi.encodeCall(IPuller.pull, (who, (pick >> 16) % AMOUNT)));
        if (kind == 3) return Steps.pull(1, who);
        if (kind == 4) return Steps.v3Pull(1, 2, pick & 256 == 0, address(pool), attacker);
        if (kind == 5) return Steps.take(2, 1, uint64(pick >> 32));
        if (kind == 6) return Steps.v2(1, 1, pick & 256 == 0, address(pair), attacker);
        if (kind == 7) return Steps.send(1, address(a), who);
        if (kind == 8) return Steps.add(2, 1);
        if (kind == 9) return bytes.concat(Steps.balance(2, address(b)), Steps.send(2, address(b), attacker));
        return Steps.call(address(router), abi.encodeCall(Router.route, (_order(AMOUNT, who), hex"01")));
    }

    function _order(uint256 amountIn, address receiver) private view returns (Route memory) {
        return Route(address(a), amountIn, address(0), address(b), 1, receiver, block.timestamp);
    }

    /// What hostile programs and donors left in router and executor.
    function _resting() private view returns (uint256 rests) {
        address[3] memory places = [address(router), executor, shared];
        for (uint256 i; i < places.length; ++i) {
            rests += a.balanceOf(places[i]) + b.balanceOf(places[i]);
        }
    }

    receive() external payable {}
}
