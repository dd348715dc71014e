// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IIrm} from "@morpho-org/morpho-blue/src/interfaces/IIrm.sol";
import {Market, MarketParams} from "@morpho-org/morpho-blue/src/interfaces/IMorpho.sol";

/// Own minimal contract with the ABI of Morpho's AdaptiveCurveIrm: a curve of the utilization whose height moves with the time spent off the
/// target, with the original's constants and rounding.
contract AdaptiveCurveIrm is IIrm {
    int256 private constant WAD = 1e18;
    int256 private constant YEAR = 365 days;
    int256 private constant STEEPNESS = 4e18;
    int256 private constant SPEED = 50e18 / YEAR;
    int256 private constant TARGET = 0.9e18;
    int256 private constant INITIAL = 0.04e18 / YEAR;
    int256 private constant LOWEST = 0.001e18 / YEAR;
    int256 private constant HIGHEST = 2e18 / YEAR;
    int256 private constant LN_2 = 693147180559945309;

    address public immutable MORPHO;
    mapping(bytes32 => int256) public rateAtTarget;

    event BorrowRateUpdate(bytes32 indexed id, uint256 avgBorrowRate, uint256 rateAtTarget);

    constructor(address morpho) {
        MORPHO = morpho;
    }

    function borrowRateView(MarketParams memory params, Market memory market) external view returns (uint256 rate) {
        (rate,) = _rates(keccak256(abi.encode(params)), market);
    }

    function borrowRate(MarketParams memory params, Market memory market) external returns (uint256) {
        require(msg.sender == MORPHO, "not Morpho");
        bytes32 id = keccak256(abi.encode(params));
        (uint256 average, int256 end) = _rates(id, market);
        rateAtTarget[id] = end;
        emit BorrowRateUpdate(id, average, uint256(end));
        return average;
    }

    function _rates(bytes32 id, Market memory market) private view returns (uint256 average, int256 end) {
        int256 utilization = market.totalSupplyAssets == 0
            ? int256(0)
            : int256(uint256(market.totalBorrowAssets) * 1e18 / market.totalSupplyAssets);
        int256 distance = (utilization - TARGET) * WAD / (utilization > TARGET ? WAD - TARGET : TARGET);
        int256 start = rateAtTarget[id];
        if (start == 0) return (_onCurve(INITIAL, distance), INITIAL);
        int256 adaptation = SPEED * distance / WAD * int256(block.timestamp - market.lastUpdate);
        if (adaptation == 0) return (_onCurve(start, distance), start);
        end = _moved(start, adaptation);
        int256 middle = _moved(start, adaptation / 2);
        average = _onCurve((start + end + 2 * middle) / 4, distance);
    }

    function _onCurve(int256 height, int256 distance) private pure returns (uint256) {
        int256 slope = distance < 0 ? WAD - WAD * WAD / STEEPNESS : STEEPNESS - WAD;
        return uint256((slope * distance / WAD + WAD) * height / WAD);
    }

    function _moved(int256 start, int256 adaptation) private pure returns (int256 rate) {
        rate = start * _exp(adaptation) / WAD;
        if (rate > HIGHEST) rate = HIGHEST;
        if (rate < LOWEST) rate = LOWEST;
    }

    /// e^x = 2^q e^r with |r| <= ln(2) / 2, and e^r by a polynomial of degree 2.
    function _exp(int256 x) private pure returns (int256) {
        if (x < -41.446531673892822312e18) return 0;
        if (x >= 93.859467695000404319e18) return 57716089161558943949701069502944508345128.422502756744429568e18;
        int256 q = (x + (x < 0 ? -(LN_2 / 2) : LN_2 / 2)) / LN_2;
        int256 r = x - q * LN_2;
        int256 expR = WAD + r + r * r / WAD / 2;
        return q >= 0 ? expR << uint256(q) : expR >> uint256(-q);
    }
}
