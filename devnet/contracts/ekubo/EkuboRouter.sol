// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EkuboCore, PoolKey} from "./EkuboCore.sol";
import {FlashAccounts} from "./FlashAccounts.sol";

/// Own minimal contract with what Ekubo's router has for exact inputs.
/// https://github.com/EkuboProtocol/evm-contracts/blob/v3.1.1/src/Router.sol
contract EkuboRouter {
    using SafeERC20 for IERC20;

    uint256 private constant MIN_SQRT_RATIO = 4611797791050542631;
    uint256 private constant MAX_SQRT_RATIO = 79227682466138141934206691491;

    EkuboCore private immutable core;

    error CoreOnly();
    error PartialSwapsDisallowed();
    error SlippageCheckFailed(int256 expectedAmount, int256 calculatedAmount);

    constructor(EkuboCore core_) {
        core = core_;
    }

    struct Order {
        address swapper;
        PoolKey key;
        bool isToken1;
        int128 amount;
        uint256 limit;
        uint256 skipAhead;
        int256 least;
        address recipient;
    }

    function swap(
        PoolKey memory poolKey,
        bool isToken1,
        int128 amount,
        uint96 sqrtRatioLimit,
        uint256 skipAhead,
        int256 calculatedAmountThreshold,
        address recipient
    ) external payable returns (bytes32) {
        uint256 limit = sqrtRatioLimit;
        if (limit == 0) limit = isToken1 ? MAX_SQRT_RATIO : MIN_SQRT_RATIO;
        Order memory order = Order(
            msg.sender, poolKey, isToken1, amount, limit, skipAhead, calculatedAmountThreshold, recipient
        );
        return abi.decode(_call(0, abi.encodePacked(FlashAccounts.lock.selector, abi.encode(order))), (bytes32));
    }

    /// Called back by the Core, by the selector 0.
    fallback(bytes calldata data) external returns (bytes memory) {
        if (msg.sender != address(core) || bytes4(data) != 0) revert CoreOnly();
        Order memory order = abi.decode(data[36:], (Order));
        PoolKey memory key = order.key;
        (address tokenIn, address tokenOut) = order.isToken1 ? (key.token1, key.token0) : (key.token0, key.token1);
        uint128 amountIn = uint128(order.amount);
        uint256 params = (order.limit << 160) | (uint256(amountIn) << 32) | (order.isToken1 ? 1 << 31 : 0)
            | (order.skipAhead & type(uint32).max);
        uint256 value = tokenIn == address(0) ? amountIn : 0;
        bytes memory told =
            _call(value, abi.encodePacked(EkuboCore.swap_6269342730.selector, abi.encode(key, params)));
        uint256 update = uint256(bytes32(told));
        (int128 delta0, int128 delta1) = (int128(uint128(update >> 128)), int128(uint128(update)));
        (int128 given, int128 got) = order.isToken1 ? (delta1, delta0) : (delta0, delta1);
        if (given != order.amount) revert PartialSwapsDisallowed();
        if (-int256(got) < order.least) revert SlippageCheckFailed(order.least, -int256(got));
        if (got != 0) {
            bytes memory payment = abi.encodePacked(tokenOut, order.recipient, uint128(-got));
            _call(0, abi.encodePacked(FlashAccounts.withdraw.selector, payment));
        }
        if (value == 0) {
            _call(0, abi.encodePacked(FlashAccounts.startPayments.selector, abi.encode(tokenIn)));
            IERC20(tokenIn).safeTransferFrom(order.swapper, address(core), amountIn);
            _call(0, abi.encodePacked(FlashAccounts.completePayments.selector, abi.encode(tokenIn)));
        }
        return abi.encode(update);
    }

    function _call(uint256 value, bytes memory data) private returns (bytes memory told) {
        bool ok;
        (ok, told) = address(core).call{value: value}(data);
        if (ok) return told;
        assembly ("memory-safe") {
            revert(add(told, 32), mload(told))
        }
    }
}
