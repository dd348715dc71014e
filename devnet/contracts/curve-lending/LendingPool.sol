// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {AToken} from "./AToken.sol";
import {RayMath} from "./RayMath.sol";

interface ICoin {
    function balanceOf(address account) external view returns (uint256);
}

/// Own minimal contract with the ABI and accounting of Aave V2's lending pool as far as suppliers see it: linear interest, its index,
/// and what stops deposits and withdrawals. Nobody borrows: anyone sets a reserve's rate and switches, and takes or brings what is lent.
/// Formulas: github.com/aave/protocol-v2, contracts/protocol/lendingpool/LendingPool.sol, contracts/protocol/libraries/logic.
contract LendingPool {
    using RayMath for uint256;

    uint256 private constant RAY = 1e27;
    uint256 private constant YEAR = 365 days;
    uint256 private constant ACTIVE = 1 << 56;
    uint256 private constant FROZEN = 1 << 57;

    struct ReserveData {
        uint256 configuration;
        uint128 liquidityIndex;
        uint128 variableBorrowIndex;
        uint128 currentLiquidityRate;
        uint128 currentVariableBorrowRate;
        uint128 currentStableBorrowRate;
        uint40 lastUpdateTimestamp;
        address aTokenAddress;
        address stableDebtTokenAddress;
        address variableDebtTokenAddress;
        address interestRateStrategyAddress;
        uint8 id;
    }

    mapping(address => ReserveData) private reserves;
    bool public paused;

    error TransferFailed();

    modifier whenNotPaused() {
        require(!paused, "64");
        _;
    }

    function initReserve(address asset, address aToken, uint128 indexRay, uint128 rateRay) external {
        ReserveData storage reserve = reserves[asset];
        reserve.configuration = ACTIVE;
        reserve.liquidityIndex = indexRay;
        reserve.currentLiquidityRate = rateRay;
        reserve.lastUpdateTimestamp = uint40(block.timestamp);
        reserve.aTokenAddress = aToken;
    }

    function setRate(address asset, uint128 rateRay) external {
        _update(reserves[asset]);
        reserves[asset].currentLiquidityRate = rateRay;
    }

    function setConfiguration(address asset, bool isActive, bool isFrozen) external {
        reserves[asset].configuration = (isActive ? ACTIVE : 0) | (isFrozen ? FROZEN : 0);
    }

    function setPause(bool next) external {
        paused = next;
    }

    /// A borrower takes all but what is to be left.
    function lendAllBut(address asset, uint256 left, address to) external {
        AToken aToken = AToken(reserves[asset].aTokenAddress);
        uint256 held = ICoin(asset).balanceOf(address(aToken));
        if (held > left) aToken.transferUnderlyingTo(to, held - left);
    }

    function deposit(address asset, uint256 amount, address onBehalfOf, uint16) external whenNotPaused {
        ReserveData storage reserve = reserves[asset];
        require(amount != 0, "1");
        require(reserve.configuration & ACTIVE != 0, "2");
        require(reserve.configuration & FROZEN == 0, "3");
        _update(reserve);
        AToken aToken = AToken(reserve.aTokenAddress);
        _pull(asset, address(aToken), amount);
        aToken.mint(onBehalfOf, amount, reserve.liquidityIndex);
    }

    function withdraw(address asset, uint256 amount, address to) external whenNotPaused returns (uint256) {
        ReserveData storage reserve = reserves[asset];
        AToken aToken = AToken(reserve.aTokenAddress);
        uint256 held = aToken.balanceOf(msg.sender);
        if (amount == type(uint256).max) amount = held;
        require(amount != 0, "1");
        require(amount <= held, "5");
        require(reserve.configuration & ACTIVE != 0, "2");
        _update(reserve);
        aToken.burn(msg.sender, to, amount, reserve.liquidityIndex);
        return amount;
    }

    function getReserveData(address asset) external view returns (ReserveData memory) {
        return reserves[asset];
    }

    function getReserveNormalizedIncome(address asset) external view returns (uint256) {
        return _income(reserves[asset]);
    }

    /// A token may return nothing, but not false.
    function _pull(address asset, address to, uint256 amount) private {
        (bool ok, bytes memory answer) =
            asset.call(abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, to, amount));
        if (!ok || (answer.length > 0 && !abi.decode(answer, (bool)))) revert TransferFailed();
    }

    function _income(ReserveData storage reserve) private view returns (uint256) {
        uint256 elapsed = block.timestamp - reserve.lastUpdateTimestamp;
        if (elapsed == 0) return reserve.liquidityIndex;
        return (uint256(reserve.currentLiquidityRate) * elapsed / YEAR + RAY).rayMul(reserve.liquidityIndex);
    }

    function _update(ReserveData storage reserve) private {
        if (reserve.currentLiquidityRate > 0) reserve.liquidityIndex = uint128(_income(reserve));
        reserve.lastUpdateTimestamp = uint40(block.timestamp);
    }
}
