// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {DexKey, FluidLitePrices} from "./FluidLitePrices.sol";
import {FluidWords} from "./FluidWords.sol";

interface ILiteToken {
    function transfer(address to, uint256 value) external;
    function transferFrom(address from, address to, uint256 value) external;
}

struct InitializeParams {
    DexKey dexKey;
    uint256 fee;
    uint256 revenueCut;
    bool rebalancingStatus;
    uint256 centerPrice;
    uint256 centerPriceContract;
    uint256 upperPercent;
    uint256 lowerPercent;
    uint256 upperShiftThreshold;
    uint256 lowerShiftThreshold;
    uint256 shiftTime;
    uint256 minCenterPrice;
    uint256 maxCenterPrice;
    uint256 token0Amount;
    uint256 token1Amount;
}

/// Pools of one contract: swaps of a given input. Whoever likes makes pools and sets their words; it holds what it is given.
/// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dexLite/core/coreInternals.sol
contract FluidDexLite is FluidLitePrices {
    using FluidWords for uint256;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 private constant X60 = (1 << 60) - 1;

    event LogInitialize(
        DexKey dexKey, bytes8 dexId, uint256 dexVariables, uint256 centerPriceShift, InitializeParams i
    );
    event LogSwap(uint256 swapData, uint256 dexVariables);
    event LogUpdateRangePercents(
        DexKey dexKey,
        bytes8 dexId,
        uint256 dexVariables,
        uint256 rangeShift,
        uint256 upperPercent,
        uint256 lowerPercent,
        uint256 shiftTime
    );
    event LogUpdateThresholdPercent(
        DexKey dexKey,
        bytes8 dexId,
        uint256 dexVariables,
        uint256 thresholdShift,
        uint256 upperThresholdPercent,
        uint256 lowerThresholdPercent,
        uint256 shiftTime
    );
    event LogUpdateCenterPriceAddress(
        DexKey dexKey,
        bytes8 dexId,
        uint256 dexVariables,
        uint256 centerPriceShift,
        uint256 centerPriceContract,
        uint256 percent,
        uint256 time
    );

    error InvalidSwapAmounts(uint256 adjustedAmount);
    error ExcessiveSwapAmount(uint256 swapAmount, uint256 imaginaryReserve);
    error TokenReservesTooLow(uint256 swapAmount, uint256 reserve);
    error TokenReservesRatioTooHigh(uint256 token0Reserve, uint256 token1Reserve);
    error AdjustedSupplyOverflow(bytes8 dexId, uint256 token0Supply, uint256 token1Supply);
    error AmountLimitNotMet(uint256 amount, uint256 limit);
    error InsufficientNativeTokenReceived(uint256 received, uint256 required);

    constructor(address deployer) FluidLitePrices(deployer) {}

    receive() external payable {}

    function readFromStorage(bytes32 slot) external view returns (uint256 word) {
        assembly {
            word := sload(slot)
        }
    }

    /// Makes a pool of words; the amounts have to be there already.
    function make(DexKey calldata key, uint256 variables, uint256 centerShift) external {
        bytes8 id = _idOf(key);
        require(dexVariables[id] == 0);
        dexesList.push(key);
        (dexVariables[id], centerPriceShift[id]) = (variables, centerShift);
        InitializeParams memory said;
        said.dexKey = key;
        emit LogInitialize(key, id, variables, centerShift, said);
    }

    /// Sets the words of a pool.
    function reset(DexKey calldata key, uint256[4] calldata words) external {
        bytes8 id = _idOf(key);
        (dexVariables[id], centerPriceShift[id]) = (words[0], words[1]);
        (rangeShift[id], thresholdShift[id]) = (words[2], words[3]);
        emit LogUpdateCenterPriceAddress(key, id, words[0], words[1], 0, 0, 0);
        emit LogUpdateRangePercents(key, id, words[0], words[2], 0, 0, 0);
        emit LogUpdateThresholdPercent(key, id, words[0], words[3], 0, 0, 0);
    }

    /// Of a given input (above 0) alone, without a callback.
    function swapSingle(
        DexKey calldata key,
        bool swap0To1,
        int256 amountSpecified,
        uint256 amountLimit,
        address to,
        bool,
        bytes calldata,
        bytes calldata
    ) external payable returns (uint256 amountOut) {
        require(amountSpecified > 0);
        uint256 amountIn = uint256(amountSpecified);
        amountOut = _swapIn(key, swap0To1, amountIn);
        if (amountOut < amountLimit) revert AmountLimitNotMet(amountOut, amountLimit);
        _pay(swap0To1 ? key.token1 : key.token0, to, amountOut);
        _take(swap0To1 ? key.token0 : key.token1, amountIn);
    }

    function _swapIn(DexKey calldata key, bool swap0To1, uint256 amountIn) private returns (uint256) {
        bytes8 id = _idOf(key);
        uint256 variables = dexVariables[id];
        require(variables != 0);
        Reserves memory reserves = _reserves(key, id, variables);
        uint256 given = _counted(amountIn, variables.field(swap0To1 ? 126 : 131, 5));
        if (given < 1e4 || given > X60) revert InvalidSwapAmounts(given);
        (uint256 x, uint256 y) =
            swap0To1 ? (reserves.first, reserves.second) : (reserves.second, reserves.first);
        if (given > x / 2) revert ExcessiveSwapAmount(given, x);
        uint256 fee = (given * variables.field(0, 13)) / 1e6;
        uint256 got = ((given - fee) * y) / (x + (given - fee));
        _settle(id, variables, swap0To1, given, got, (fee * variables.field(13, 7)) / 100, reserves.center);
        if (variables.field(20, 2) > 0 || variables.field(22, 1) == 1) {
            uint256 price = swap0To1 ? ((y - got) * 1e27) / (x + given) : ((x + given) * 1e27) / (y - got);
            _keepTime(id, variables, price, reserves.center);
        }
        emit LogSwap(
            uint256(uint64(id)) | (swap0To1 ? 1 << 64 : 0) | (given << 65) | (got << 125), dexVariables[id]
        );
        return _restored(got, variables.field(swap0To1 ? 131 : 126, 5));
    }

    /// Stores what the pool has after a swap, if that is enough of both tokens.
    function _settle(
        bytes8 id,
        uint256 variables,
        bool swap0To1,
        uint256 given,
        uint256 got,
        uint256 cut,
        uint256 center
    ) private {
        (uint256 first, uint256 second) = (variables.field(136, 60), variables.field(196, 60));
        if ((swap0To1 ? second : first) < got) revert TokenReservesTooLow(got, swap0To1 ? second : first);
        if (swap0To1) (first, second) = (first + given - cut, second - got);
        else (first, second) = (first - got, second + given - cut);
        bool isSkewed =
            swap0To1 ? second < (first * center) / (1e27 * 1e4) : first < (second * 1e27) / (center * 1e4);
        if (isSkewed) revert TokenReservesRatioTooHigh(first, second);
        if (first > X60 || second > X60) revert AdjustedSupplyOverflow(id, first, second);
        dexVariables[id] = dexVariables[id].put(136, 60, first).put(196, 60, second);
    }

    function _keepTime(bytes8 id, uint256 variables, uint256 price, uint256 center) private {
        uint256 status = variables.field(20, 2) > 0 ? _status(id, variables, price, center) : 0;
        if (status > 1 || variables.field(22, 1) == 1) {
            centerPriceShift[id] = centerPriceShift[id].put(0, 33, block.timestamp);
        }
    }

    function _idOf(DexKey calldata key) private pure returns (bytes8) {
        return bytes8(keccak256(abi.encode(key)));
    }

    function _counted(uint256 amount, uint256 decimals) private pure returns (uint256) {
        return decimals > 9 ? amount / 10 ** (decimals - 9) : amount * 10 ** (9 - decimals);
    }

    function _restored(uint256 amount, uint256 decimals) private pure returns (uint256) {
        return decimals > 9 ? amount * 10 ** (decimals - 9) : amount / 10 ** (9 - decimals);
    }

    function _pay(address token, address to, uint256 amount) private {
        if (to == address(0)) to = msg.sender;
        if (token != NATIVE) return ILiteToken(token).transfer(to, amount);
        (bool isPaid,) = to.call{value: amount}("");
        require(isPaid);
    }

    function _take(address token, uint256 amount) private {
        if (token != NATIVE) {
            require(msg.value == 0);
            return ILiteToken(token).transferFrom(msg.sender, address(this), amount);
        }
        if (msg.value < amount) revert InsufficientNativeTokenReceived(msg.value, amount);
        if (msg.value > amount) _pay(NATIVE, msg.sender, msg.value - amount);
    }
}

/// What says a center price: a number that anyone can set.
contract FluidLiteCenterPrice {
    uint256 private price;

    constructor(uint256 price_) {
        price = price_;
    }

    function setPrice(uint256 price_) external {
        price = price_;
    }

    function centerPrice(address, address) external view returns (uint256) {
        return price;
    }
}

/// Makes such contracts.
contract FluidLiteDeployer {
    function deploy(uint256 price) external {
        new FluidLiteCenterPrice(price);
    }
}
