// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IPoolsHolder} from "../../src/Interfaces.sol";
import {Route} from "../../src/Route.sol";
import {Router} from "../../src/Router.sol";
import {InfinityVault} from "./InfinityMarket.sol";
import {Token} from "./Tokens.sol";
import {IV4Pools} from "./V4Market.sol";
import {ISwapCallback} from "./Venues.sol";

interface IUnlocked {
    function unlockCallback(bytes calldata data) external returns (bytes memory);
    function lockAcquired(bytes calldata data) external returns (bytes memory);
}

/// Says that it is a manager of V4 pools, or a vault, and misuses the callback. It swaps one for one, for what it has of the token.
contract HostileHolder is IPoolsHolder {
    enum Trick {
        None,
        NeverCall,
        AnswerNothing,
        CallTwice,
        OtherData,
        OtherRecipient,
        BySomebodyElse,
        WithTheDataAsCalldata,
        AsAPool,
        HideTheFailure,
        AgainWhilePaid,
        AgainWhileSwapping,
        AgainWhileTaken,
        PaidLess,
        TakesPart,
        TakesNothing,
        GivesNothing,
        SwapsWithoutAnswer,
        RefusesToSwap
    }

    Token private immutable token;
    Trick private immutable trick;
    Messenger public immutable messenger = new Messenger();
    address private host;
    bytes private told;
    /// Calls back that were refused, and those that were not.
    uint256 public refused;
    uint256 public opened;

    constructor(Token token_, Trick trick_) {
        (token, trick) = (token_, trick_);
    }

    receive() external payable {}

    function unlock(bytes calldata data) external returns (bytes memory) {
        return _callBack(data);
    }

    function lock(bytes calldata data) external returns (bytes memory) {
        return _callBack(data);
    }

    /// The same again, long after.
    function replay() external {
        IUnlocked(host).unlockCallback(told);
    }

    function sync(address) external {}

    function settleFor(address) external payable virtual returns (uint256 paid) {
        return settle();
    }

    function settle() public payable returns (uint256 paid) {
        if (trick == Trick.AgainWhilePaid) _again();
        (, uint256 amountIn) = _sale();
        return trick == Trick.PaidLess || trick == Trick.HideTheFailure ? amountIn - 1 : amountIn;
    }

    function take(address, address to, uint256 amount) external {
        if (trick == Trick.AgainWhileTaken) _again();
        token.transfer(to, amount);
    }

    /// `swap` of any kind.
    fallback(bytes calldata) external returns (bytes memory) {
        (bool zeroForOne, uint256 amountIn) = _sale();
        if (trick == Trick.RefusesToSwap) revert("refused");
        if (trick == Trick.SwapsWithoutAnswer) return "";
        if (trick == Trick.AgainWhileSwapping) _again();
        int256 given = -int256(amountIn);
        if (trick == Trick.TakesPart) ++given;
        if (trick == Trick.TakesNothing) given = 0;
        int256 gained = trick == Trick.GivesNothing ? int256(0) : int256(amountIn);
        (int256 amount0, int256 amount1) = zeroForOne ? (given, gained) : (gained, given);
        return abi.encode((amount0 << 128) | int256(uint256(uint128(int128(amount1)))));
    }

    function _callBack(bytes calldata data) private returns (bytes memory answer) {
        (host, told) = (msg.sender, data);
        answer = abi.encode(uint256(1));
        if (trick == Trick.NeverCall) return answer;
        if (trick == Trick.BySomebodyElse) return messenger.carry(IUnlocked(msg.sender), data);
        if (trick == Trick.OtherData) return IUnlocked(msg.sender).unlockCallback(bytes.concat(data, hex"00"));
        if (trick == Trick.OtherRecipient) return IUnlocked(msg.sender).unlockCallback(_toMyself(data));
        if (trick == Trick.WithTheDataAsCalldata) return _call(data);
        if (trick == Trick.AsAPool) {
            ISwapCallback(msg.sender).uniswapV3SwapCallback(1, -1, abi.encode(address(token), 1));
        }
        if (trick == Trick.HideTheFailure) {
            try IUnlocked(msg.sender).unlockCallback(data) {}
            catch {
                ++refused;
            }
            return answer;
        }
        answer = IUnlocked(msg.sender).lockAcquired(data);
        if (trick == Trick.CallTwice) IUnlocked(msg.sender).unlockCallback(data);
        if (trick == Trick.AnswerNothing) return "";
    }

    /// As Balancer's vault calls back who unlocks it.
    function _call(bytes calldata data) private returns (bytes memory) {
        (bool ok, bytes memory answer) = msg.sender.call(data);
        if (ok) return answer;
        assembly ("memory-safe") {
            revert(add(answer, 32), mload(answer))
        }
    }

    function _again() private {
        bytes[3] memory calls = [
            abi.encodeCall(IUnlocked.unlockCallback, (told)),
            abi.encodeCall(IUnlocked.lockAcquired, (told)),
            abi.encodeCall(ISwapCallback.uniswapV3SwapCallback, (1, -1, abi.encode(address(token), 1)))
        ];
        for (uint256 i; i < calls.length; ++i) {
            (bool ok,) = host.call(calls[i]);
            if (ok) ++opened;
            else ++refused;
        }
    }

    /// What it was told of the sale: the amount, the number of the step, and the step.
    function _sale() private view returns (bool zeroForOne, uint256 amountIn) {
        return (told[67] == 0x01, abi.decode(told, (uint256)));
    }

    /// The recipient is 24 bytes into the step.
    function _toMyself(bytes memory data) private view returns (bytes memory) {
        bytes20 me = bytes20(address(this));
        for (uint256 i; i < 20; ++i) {
            data[88 + i] = me[i];
        }
        return data;
    }
}

contract Messenger {
    function carry(IUnlocked host, bytes calldata data) external returns (bytes memory) {
        return host.unlockCallback(data);
    }
}

/// Settles for itself, while it moves, what the manager has just been paid.
contract SettlingToken is Token {
    IV4Pools private immutable manager;
    address private immutable thief;
    bool private armed;

    constructor(IV4Pools manager_, address thief_) {
        (manager, thief) = (manager_, thief_);
    }

    function arm() external {
        armed = true;
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        if (!armed) return;
        armed = false;
        manager.take(address(this), thief, manager.settle());
    }
}

/// Has a vault open and routes inside, as the holder of its own program and with a manager of that vault, which so writes down a
/// debt of whoever runs the program.
contract Insider is IPoolsHolder {
    Router private immutable router;
    InfinityVault private immutable vault;
    Route private route;
    bytes private program;

    constructor(Router router_, InfinityVault vault_) {
        (router, vault) = (router_, vault_);
    }

    function go(Route memory route_, bytes memory program_) external {
        (route, program) = (route_, program_);
        Token(route_.tokenIn).approve(address(router), type(uint256).max);
        vault.lock("");
    }

    function lockAcquired(bytes calldata) external returns (bytes memory) {
        router.route(route, program);
        return "";
    }

    function lock(bytes calldata data) external returns (bytes memory) {
        return IUnlocked(msg.sender).lockAcquired(data);
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {
        return route.amountIn;
    }

    function settleFor(address) external payable returns (uint256) {
        return route.amountIn;
    }

    function take(address token, address to, uint256 amount) external {
        Token(token).mint(to, amount);
    }
}
