// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FluidWords} from "./FluidWords.sol";

interface ICenterPrice {
    function centerPrice() external returns (uint256);
}

/// The storage of a pool and its prices: the center, which a contract may say, and the range around it, both of which move with time.
/// https://github.com/Instadapp/fluid-contracts-public/blob/a9949b48ba1247d4f478cd0acb40896b5c8bf3f8/contracts/protocols/dex/poolT1/coreModule/helpers/coreHelpers.sol
abstract contract FluidPrices {
    using FluidWords for uint256;

    uint256 internal dexVariables;
    uint256 internal dexVariables2;
    uint256[5] private others;
    uint128 internal rangeShift;
    uint128 internal thresholdShift;
    uint256 internal centerPriceShift;

    address internal immutable deployer;

    struct Range {
        uint256 center;
        uint256 upper;
        uint256 lower;
    }

    constructor(address deployer_) {
        deployer = deployer_;
    }

    function _range() internal returns (Range memory range) {
        range = _around(_center());
        uint256 center = _rebalanced(range);
        uint256 most = dexVariables2.big(172, 28);
        uint256 least = dexVariables2.big(200, 28);
        if (center > most) center = most;
        else if (center < least) center = least;
        if (center != range.center) range = _around(center);
    }

    function geometricMean(Range memory range) internal pure returns (uint256) {
        return range.upper < 1e38
            ? FluidWords.root(range.upper * range.lower)
            : FluidWords.root((range.upper / 1e18) * (range.lower / 1e18)) * 1e18;
    }

    function _center() private returns (uint256) {
        uint256 nonce = dexVariables2.field(112, 30);
        uint256 stored = dexVariables.big(81, 40);
        bool shifts = dexVariables2.field(248, 1) == 1;
        if (!shifts && nonce == 0) return stored;
        uint256 target = ICenterPrice(created(deployer, nonce)).centerPrice();
        if (!shifts) return target;
        uint256 start = centerPriceShift.field(0, 33);
        if (dexVariables.field(121, 33) > start) start = dexVariables.field(121, 33);
        uint256 way = (stored * centerPriceShift.field(33, 20) * (block.timestamp - start))
            / (centerPriceShift.field(53, 20) * 1e6);
        if (target > stored) {
            if (target > stored + way) return stored + way;
        } else {
            uint256 reached = stored > way ? stored - way : 0;
            if (target < reached) return reached;
        }
        centerPriceShift = 0;
        dexVariables2 = dexVariables2.put(248, 1, 0);
        return target;
    }

    function _around(uint256 center) private returns (Range memory) {
        (uint256 up, uint256 down) = (dexVariables2.field(27, 20), dexVariables2.field(47, 20));
        if (dexVariables2.field(26, 1) == 1) {
            uint256 shift = rangeShift;
            (uint256 start, uint256 duration) = (shift.field(60, 33), shift.field(40, 20));
            if (start + duration < block.timestamp) {
                rangeShift = 0;
                dexVariables2 = dexVariables2.put(26, 1, 0);
            } else {
                up = _between(shift.field(0, 20), up, block.timestamp - start, duration);
                down = _between(shift.field(20, 20), down, block.timestamp - start, duration);
            }
        }
        return Range(center, (center * 1e6) / (1e6 - up), (center * (1e6 - down)) / 1e6);
    }

    function _rebalanced(Range memory range) private returns (uint256) {
        if (dexVariables2.field(68, 20) == 0) return range.center;
        (uint256 up, uint256 down, uint256 time) = _thresholds();
        uint256 last = dexVariables.big(41, 40);
        uint256 passed = block.timestamp - dexVariables.field(121, 33);
        uint256 width = range.upper - range.center;
        if (last > range.center + (width * (1000 - up)) / 1000) {
            return passed < time ? range.center + (width * passed) / time : range.upper;
        }
        width = range.center - range.lower;
        if (last < range.center - (width * (1000 - down)) / 1000) {
            return passed < time ? range.center - (width * passed) / time : range.lower;
        }
        return range.center;
    }

    function _thresholds() private returns (uint256 up, uint256 down, uint256 time) {
        (up, down, time) = (dexVariables2.field(68, 10), dexVariables2.field(78, 10), dexVariables2.field(88, 24));
        if (dexVariables2.field(67, 1) == 0) return (up, down, time);
        uint256 shift = thresholdShift;
        (uint256 start, uint256 duration) = (shift.field(60, 33), shift.field(40, 20));
        if (start + duration < block.timestamp) {
            thresholdShift = 0;
            dexVariables2 = dexVariables2.put(67, 1, 0);
            return (up, down, time);
        }
        uint256 passed = block.timestamp - start;
        up = _between(shift.field(0, 20), up, passed, duration);
        down = _between(shift.field(20, 20), down, passed, duration);
        time = _between(shift.field(93, 24), time, passed, duration);
    }

    function _between(uint256 from, uint256 to, uint256 passed, uint256 whole) private pure returns (uint256) {
        return to > from ? from + ((to - from) * passed) / whole : from - ((from - to) * passed) / whole;
    }

    /// What an account creates with a nonce.
    function created(address from, uint256 nonce) public pure returns (address) {
        bytes memory rlp = nonce < 0x80
            ? abi.encodePacked(bytes2(0xd694), from, uint8(nonce))
            : nonce < 0x100
                ? abi.encodePacked(bytes2(0xd794), from, bytes1(0x81), uint8(nonce))
                : abi.encodePacked(bytes2(0xd894), from, bytes1(0x82), uint16(nonce));
        return address(uint160(uint256(keccak256(rlp))));
    }
}
