// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Executor} from "../../src/Executor.sol";
import {IPuller} from "../../src/Interfaces.sol";
import {Route} from "../../src/Route.sol";
import {Router} from "../../src/Router.sol";
import {Steps} from "./Steps.sol";
import {Token} from "./Tokens.sol";
import {ISwapCallback, Pair, Pool} from "./Venues.sol";

/// While it has control it tries every door of router and executor, then pays honestly. It has funds and has approved the
/// router, so that what it tries would work when no route is running.
contract ReentrantPair is Pair {
    uint256 public constant STAKE = 1e6;

    Router private immutable router;
    Pool private immutable outlet;
    uint256 public tries;
    uint256 public opened;

    constructor(Router router_, Pool outlet_) Pair(outlet_.token0(), outlet_.token1()) {
        (router, outlet) = (router_, outlet_);
        token0.approve(address(router_), type(uint256).max);
    }

    /// A route of its own, which also takes a hundredth of what rests in the executor.
    function ownRoute() public returns (uint256) {
        bytes memory program = bytes.concat(
            hex"03",
            Steps.balance(2, address(token1)),
            Steps.take(3, 2, uint64(type(uint64).max / 100)),
            Steps.send(3, address(token1), address(this)),
            Steps.v3Pull(1, 1, true, address(outlet), address(this))
        );
        return router.route(_order(), program);
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata) external override {
        address executor = msg.sender;
        bytes memory program = bytes.concat(hex"01", Steps.v3Pull(1, 1, true, address(outlet), address(this)));
        _try(address(this), abi.encodeCall(this.ownRoute, ()));
        _try(address(router), abi.encodeCall(Router.routeWithPermit, (_order(), program)));
        _try(address(router), abi.encodeCall(IPuller.pull, (address(this), 1)));
        _try(executor, abi.encodeCall(Executor.run, (1, program)));
        _try(executor, abi.encodeCall(ISwapCallback.uniswapV3SwapCallback, (1, -1, "")));
        _try(executor, abi.encodeCall(ISwapCallback.uniswapV3SwapCallback, (1, -1, abi.encode(token1, 1))));
        if (amount0Out != 0) token0.transfer(to, amount0Out);
        if (amount1Out != 0) token1.transfer(to, amount1Out);
    }

    function _order() private view returns (Route memory) {
        return Route(address(token0), STAKE, address(0), address(token1), 1, address(this), block.timestamp);
    }

    function _try(address target, bytes memory data) private {
        (bool ok,) = target.call(data);
        ++tries;
        if (ok) ++opened;
    }
}

/// A pool that pays its output and then misuses the callback.
contract GreedyPool is Pool {
    enum Trick {
        AskForMore,
        AskTwice,
        NeverAsk,
        NameAnotherToken,
        SendAnother,
        AskForNothing,
        NoArguments
    }

    Trick private immutable trick;
    Token private immutable other;
    Proxy private immutable proxy = new Proxy();

    constructor(Token token0_, Token token1_, Trick trick_, Token other_) Pool(token0_, token1_) {
        (trick, other) = (trick_, other_);
    }

    function swap(address to, bool, int256 amount, uint160, bytes calldata data)
        external
        virtual
        override
        returns (int256, int256)
    {
        ISwapCallback caller = ISwapCallback(msg.sender);
        token1.transfer(to, uint256(amount));
        if (trick == Trick.AskForMore) caller.uniswapV3SwapCallback(amount + 1, -amount, data);
        if (trick == Trick.AskTwice) {
            caller.uniswapV3SwapCallback(amount / 2, -amount, data);
            caller.uniswapV3SwapCallback(amount / 2, -amount, data);
        }
        if (trick == Trick.NameAnotherToken) {
            caller.uniswapV3SwapCallback(amount, -amount, abi.encode(other, uint256(amount)));
        }
        if (trick == Trick.SendAnother) proxy.ask(caller, amount, data);
        if (trick == Trick.AskForNothing) caller.uniswapV3SwapCallback(-1, -1, data);
        if (trick == Trick.NoArguments) {
            (bool ok,) = msg.sender.call(hex"fa461e33");
            require(ok, "refused");
        }
        return (amount, -amount);
    }
}

/// Takes its input, and says of its output that it is owed that too.
contract OwedPool is Pool {
    int256 private immutable claim;

    constructor(Token token0_, Token token1_, int256 claim_) Pool(token0_, token1_) {
        claim = claim_;
    }

    function swap(address, bool, int256 amount, uint160, bytes calldata data)
        external
        override
        returns (int256, int256)
    {
        ISwapCallback(msg.sender).uniswapV3SwapCallback(amount, claim, data);
        return (amount, claim);
    }
}

/// Is told by its token when it is paid, and asks for the same once more.
contract TwicePaidPool is Pool {
    address private payer;
    bytes private request;
    bool public refused;

    constructor(Token token0_, Token token1_) Pool(token0_, token1_) {}

    function swap(address to, bool, int256 amount, uint160, bytes calldata data)
        external
        override
        returns (int256, int256)
    {
        token1.transfer(to, uint256(amount));
        payer = msg.sender;
        request = abi.encodeCall(ISwapCallback.uniswapV3SwapCallback, (amount, -amount, data));
        ISwapCallback(msg.sender).uniswapV3SwapCallback(amount, -amount, data);
        return (amount, -amount);
    }

    /// The token's hook.
    fallback() external {
        (bool ok,) = payer.call(request);
        refused = !ok;
    }
}

contract Proxy {
    function ask(ISwapCallback caller, int256 amount, bytes calldata data) external {
        caller.uniswapV3SwapCallback(amount, -amount, data);
    }
}

/// Pays nothing, and has the receiver's own claim paid out instead.
contract ClaimingPair is Pair {
    uint256 public owed;

    constructor(Token token0_, Token token1_) Pair(token0_, token1_) {}

    function owe(uint256 amount) external {
        owed = amount;
    }

    function swap(uint256, uint256 amount1Out, address to, bytes calldata) external override {
        require(amount1Out <= owed, "not owed");
        owed -= amount1Out;
        token1.transfer(to, amount1Out);
    }
}

/// Takes, when called, what it was given a right to.
contract Thief {
    function take(Token token, address from, uint256 amount) external {
        token.transferFrom(from, address(this), amount);
    }
}

/// Two calls of the router in one transaction; what comes as value goes with the second.
contract TwoRoutes {
    function go(address router, Token tokenIn, bytes calldata first, bytes calldata second) external payable {
        tokenIn.approve(router, type(uint256).max);
        _call(router, 0, first);
        _call(router, msg.value, second);
    }

    function _call(address target, uint256 value, bytes memory data) private {
        (bool ok, bytes memory reason) = target.call{value: value}(data);
        if (ok) return;
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }

    receive() external payable {}
}

/// Calls the router when it receives coin.
contract ReentrantReceiver {
    Router private immutable router;
    bytes private call;
    bytes4 public answer;

    constructor(Router router_) {
        router = router_;
    }

    function prepare(bytes calldata call_) external {
        call = call_;
    }

    receive() external payable {
        (bool ok, bytes memory reason) = address(router).call(call);
        answer = ok ? bytes4(0) : bytes4(reason);
    }
}
