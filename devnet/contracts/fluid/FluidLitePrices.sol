// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FluidWords} from "./FluidWords.sol";

interface ILiteCenterPrice {
    function centerPrice(address token0, address token1) external returns (uint256);
}

struct DexKey {
    address token0;
    address token1;
    bytes32 salt;
}

/// The storage of Fluid DEX Lite and the prices of its pools: the center, which a contract may say, and the range around it, both of which move with time.
/// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dexLite/core/helpers.sol
abstract contract FluidLitePrices {
    using FluidWords for uint256;

    mapping(address => uint256) private isAuth;
    DexKey[] internal dexesList;
    mapping(bytes8 => uint256) internal dexVariables;
    mapping(bytes8 => uint256) internal centerPriceShift;
    mapping(bytes8 => uint256) internal rangeShift;
    mapping(bytes8 => uint256) internal thresholdShift;

    address private immutable deployer;

    /// Of nine decimals.
    struct Reserves {
        uint256 center;
        uint256 first;
        uint256 second;
    }

    constructor(address deployer_) {
        deployer = deployer_;
    }

    /// What prices are made of: the center, and the reserves of a constant product.
    function _reserves(DexKey calldata key, bytes8 id, uint256 variables) internal returns (Reserves memory reserves) {
        uint256 center = _center(key, id, variables);
        (uint256 up, uint256 down) = _percents(id, variables);
        (uint256 upper, uint256 lower) = _range(center, up, down);
        uint256 status = variables.field(20, 2);
        if (status > 1) {
            center = _moved(id, center, status == 2 ? upper : lower);
            (upper, lower) = _range(center, up, down);
        }
        uint256 mean = upper < 1e38
            ? FluidWords.root(upper * lower)
            : FluidWords.root((upper / 1e18) * (lower / 1e18)) * 1e18;
        (uint256 x, uint256 y) = (variables.field(136, 60), variables.field(196, 60));
        (uint256 first, uint256 second) = (0, 0);
        if (mean < 1e27) (first, second) = _outside(mean, upper, x, y);
        else (second, first) = _outside(1e54 / mean, 1e54 / lower, y, x);
        return Reserves(center, first + x, second + y);
    }

    /// Which way the center goes after a swap to a price: not (1), up (2) or down (3).
    function _status(bytes8 id, uint256 variables, uint256 price, uint256 center) internal returns (uint256 status) {
        (uint256 up, uint256 down) = _percents(id, variables);
        (uint256 upper, uint256 lower) = _range(center, up, down);
        (up, down) = _thresholds(id, variables);
        uint256 above = center + ((upper - center) * (100 - up)) / 100;
        uint256 below = center - ((center - lower) * (100 - down)) / 100;
        status = price > above ? 2 : price < below ? 3 : 1;
        dexVariables[id] = dexVariables[id].put(20, 2, status);
    }

    function _center(DexKey calldata key, bytes8 id, uint256 variables) private returns (uint256) {
        uint256 nonce = variables.field(63, 19);
        uint256 stored = variables.big(23, 40);
        bool shifts = variables.field(22, 1) == 1;
        if (!shifts && nonce == 0) return stored;
        uint256 target = ILiteCenterPrice(_created(nonce)).centerPrice(key.token0, key.token1);
        if (!shifts) return target;
        uint256 shift = centerPriceShift[id];
        uint256 from = shift.field(153, 33);
        if (shift.field(0, 33) > from) from = shift.field(0, 33);
        uint256 way = (stored * shift.field(113, 20) * (block.timestamp - from)) / (shift.field(133, 20) * 1e6);
        if (target > stored) {
            if (target > stored + way) return stored + way;
        } else {
            uint256 reached = stored > way ? stored - way : 0;
            if (target < reached) return reached;
        }
        centerPriceShift[id] = shift.put(113, 73, 0);
        dexVariables[id] = dexVariables[id].put(22, 1, 0);
        return target;
    }

    /// The center on its way to an end of the range since the last swap.
    function _moved(bytes8 id, uint256 center, uint256 end) private view returns (uint256) {
        uint256 shift = centerPriceShift[id];
        uint256 whole = shift.field(33, 24);
        uint256 passed = block.timestamp - shift.field(0, 33);
        if (passed >= whole) center = end;
        else if (end > center) center += ((end - center) * passed) / whole;
        else center -= ((center - end) * passed) / whole;
        (uint256 most, uint256 least) = (shift.big(57, 28), shift.big(85, 28));
        return center > most ? most : center < least ? least : center;
    }

    function _percents(bytes8 id, uint256 variables) private returns (uint256 up, uint256 down) {
        (up, down) = (variables.field(83, 14), variables.field(97, 14));
        if (variables.field(82, 1) == 0) return (up, down);
        uint256 shift = rangeShift[id];
        (uint256 duration, uint256 start) = (shift.field(28, 20), shift.field(48, 33));
        if (start + duration < block.timestamp) {
            rangeShift[id] = 0;
            dexVariables[id] = dexVariables[id].put(82, 1, 0);
            return (up, down);
        }
        up = _between(shift.field(0, 14), up, block.timestamp - start, duration);
        down = _between(shift.field(14, 14), down, block.timestamp - start, duration);
    }

    function _thresholds(bytes8 id, uint256 variables) private returns (uint256 up, uint256 down) {
        (up, down) = (variables.field(112, 7), variables.field(119, 7));
        if (variables.field(111, 1) == 0) return (up, down);
        uint256 shift = thresholdShift[id];
        (uint256 duration, uint256 start) = (shift.field(14, 20), shift.field(34, 33));
        if (start + duration < block.timestamp) {
            thresholdShift[id] = 0;
            dexVariables[id] = dexVariables[id].put(111, 1, 0);
            return (up, down);
        }
        up = _between(shift.field(0, 7), up, block.timestamp - start, duration);
        down = _between(shift.field(7, 7), down, block.timestamp - start, duration);
    }

    function _range(uint256 center, uint256 up, uint256 down) private pure returns (uint256 upper, uint256 lower) {
        return ((center * 1e4) / (1e4 - up), (center * (1e4 - down)) / 1e4);
    }

    /// Reserves beyond the real ones.
    function _outside(uint256 mean, uint256 end, uint256 x, uint256 y) private pure returns (uint256, uint256) {
        uint256 width = end - mean;
        uint256 half = (mean * x + y * 1e27) / (2 * width);
        uint256 beyond = half + FluidWords.root((x * y * 1e27) / width + half * half);
        return (beyond, (beyond * mean) / 1e27);
    }

    function _between(uint256 from, uint256 to, uint256 passed, uint256 whole) private pure returns (uint256) {
        return to > from ? from + ((to - from) * passed) / whole : from - ((from - to) * passed) / whole;
    }

    /// What the deployer creates with a nonce, below 128.
    function _created(uint256 nonce) private view returns (address) {
        require(nonce > 0 && nonce < 0x80);
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes2(0xd694), deployer, uint8(nonce))))));
    }
}
