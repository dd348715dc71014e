// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FluidAccounts} from "./FluidAccounts.sol";
import {FluidInterest} from "./FluidInterest.sol";
import {FluidWords} from "./FluidWords.sol";

interface IFluidUser {
    function liquidityCallback(address token, uint256 amount, bytes calldata data) external;
}

interface IBalance {
    function balanceOf(address account) external view returns (uint256);
}

/// Own minimal contract with the storage and the arithmetic of Fluid's Liquidity layer: anyone can set it, as only play money is in it.
/// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/liquidity/userModule/main.sol
contract FluidLiquidity is FluidAccounts {
    using FluidWords for uint256;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    event LogOperate(
        address indexed user,
        address indexed token,
        int256 supplyAmount,
        int256 borrowAmount,
        address withdrawTo,
        address borrowTo,
        uint256 totalAmounts,
        uint256 exchangePricesAndConfig
    );

    receive() external payable {}

    function readFromStorage(bytes32 slot) external view returns (uint256 word) {
        assembly {
            word := sload(slot)
        }
    }

    function set(bytes32[] calldata slots, uint256[] calldata words) external {
        for (uint256 i = 0; i < slots.length; i++) {
            (bytes32 slot, uint256 word) = (slots[i], words[i]);
            assembly {
                sstore(slot, word)
            }
        }
    }

    function operate(
        address token,
        int256 supplyAmount,
        int256 borrowAmount,
        address withdrawTo,
        address borrowTo,
        bytes calldata data
    ) external payable returns (uint256 supplyPrice, uint256 borrowPrice) {
        if (supplyAmount == 0 && borrowAmount == 0) revert FluidLiquidityError("OperateAmountsZero");
        _takeIn(token, _plus(supplyAmount) + _plus(-borrowAmount), data);
        (supplyPrice, borrowPrice) = FluidInterest.exchangePrices(exchangePricesAndConfig[token]);
        uint256[4] memory totals = _totals(token);
        if (supplyAmount != 0) {
            (int256 raw, bool bears) = _supply(token, supplyAmount, supplyPrice);
            _change(token, totals, bears ? 0 : 1, raw);
        }
        if (borrowAmount != 0) {
            (int256 raw, bool bears) = _borrow(token, borrowAmount, borrowPrice);
            _change(token, totals, bears ? 2 : 3, raw);
        }
        _update(token, totals, [supplyPrice, borrowPrice], borrowAmount > 0);
        if (supplyAmount < 0) _pay(token, withdrawTo, uint256(-supplyAmount));
        if (borrowAmount > 0) _pay(token, borrowTo, uint256(borrowAmount));
        emit LogOperate(
            msg.sender,
            token,
            supplyAmount,
            borrowAmount,
            withdrawTo,
            borrowTo,
            totalAmounts[token],
            exchangePricesAndConfig[token]
        );
    }

    /// More may come than is used, by a hundredth.
    function _takeIn(address token, uint256 used, bytes calldata data) private {
        uint256 sent = msg.value;
        if (token != NATIVE && used > 0) {
            uint256 held = IBalance(token).balanceOf(address(this));
            IFluidUser(msg.sender).liquidityCallback(token, used, data);
            sent = IBalance(token).balanceOf(address(this)) - held;
        }
        if (sent < used || sent > (used * 10100) / 10000) revert FluidLiquidityError("TransferAmountOutOfBounds");
    }

    function _totals(address token) private view returns (uint256[4] memory totals) {
        for (uint256 i = 0; i < 4; i++) totals[i] = totalAmounts[token].big(64 * i, 64);
    }

    function _change(address token, uint256[4] memory totals, uint256 place, int256 by) private {
        uint256 size = by > 0 ? uint256(by) : uint256(-by);
        uint256 most = by > 0 ? totals[place] * 10_000 : totals[place] / 2;
        if (size > 2 ** 80 && size > most) revert FluidLiquidityError("OperateAmountRatioExcess");
        totals[place] = by > 0 ? totals[place] + size : totals[place] > size ? totals[place] - size : 0;
        uint256 packed = place < 2 ? totals[place].packDown(56) : totals[place].packUp(56);
        if (packed == totalAmounts[token].field(64 * place, 64)) revert FluidLiquidityError("OperateAmountInsufficient");
        totalAmounts[token] = totalAmounts[token].put(64 * place, 64, packed);
    }

    function _update(address token, uint256[4] memory totals, uint256[2] memory prices, bool borrows) private {
        uint256 supplied = (totals[0] * prices[0]) / 1e12;
        uint256 borrowed = (totals[2] * prices[1]) / 1e12;
        uint256[3] memory ratios = [uint256(0), _ratio(totals[1], supplied), _ratio(totals[3], borrowed)];
        if (supplied + totals[1] > 0) {
            ratios[0] = ((borrowed + totals[3]) * 10_000) / (supplied + totals[1]);
            uint256 word = exchangePricesAndConfig[token];
            uint256 most = word.field(249, 1) == 1 ? configs2[token].field(0, 14) : 10_000;
            if (borrows && ratios[0] > most) revert FluidLiquidityError("MaxUtilizationReached");
        }
        _storePrices(token, prices, ratios);
    }

    function _storePrices(address token, uint256[2] memory prices, uint256[3] memory ratios) private {
        uint256 word = exchangePricesAndConfig[token];
        uint256 threshold = word.field(44, 14);
        if (
            block.timestamp <= word.field(58, 33) + 1 days && !_moved(word.field(30, 14), ratios[0], threshold)
                && !_turned(word.field(219, 15), ratios[1], threshold) && !_turned(word.field(234, 15), ratios[2], threshold)
        ) return;
        word = word.put(0, 16, FluidInterest.borrowRate(rateData[token], ratios[0])).put(30, 14, ratios[0]);
        word = word.put(58, 33, block.timestamp).put(91, 64, prices[0]).put(155, 64, prices[1]);
        exchangePricesAndConfig[token] = word.put(219, 15, ratios[1]).put(234, 15, ratios[2]);
    }

    function _moved(uint256 from, uint256 to, uint256 threshold) private pure returns (bool) {
        return (from > to ? from - to : to - from) > threshold;
    }

    function _turned(uint256 from, uint256 to, uint256 threshold) private pure returns (bool) {
        return from & 1 != to & 1 || _moved(from >> 1, to >> 1, threshold);
    }

    function _ratio(uint256 free, uint256 bearing) private pure returns (uint256) {
        if (bearing > free) return ((free * 10_000) / bearing) << 1;
        if (bearing < free) return (((bearing * 10_000) / free) << 1) | 1;
        return free == 0 ? 0 : 20_000;
    }

    function _plus(int256 amount) private pure returns (uint256) {
        return amount > 0 ? uint256(amount) : 0;
    }

    /// Ignores the return value: USDT has none.
    function _pay(address token, address to, uint256 amount) private {
        (bool ok,) = token == NATIVE
            ? to.call{value: amount}("")
            : token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        if (!ok) revert FluidLiquidityError("TransferFailed");
    }
}
