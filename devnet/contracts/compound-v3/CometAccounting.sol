// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Principal, indexes and rates of a market, with the original's roundings: a supplier's principal rounds down, a borrower's up.
abstract contract CometAccounting {
    struct Asset {
        address asset;
        uint128 supplyCap;
        /// Base token's smallest units for 10^18 of the asset's, and the part of that which can be borrowed, 18 decimals.
        uint256 price;
        uint64 borrowCollateralFactor;
    }

    struct TotalsBasic {
        uint64 baseSupplyIndex;
        uint64 baseBorrowIndex;
        uint64 trackingSupplyIndex;
        uint64 trackingBorrowIndex;
        uint104 totalSupplyBase;
        uint104 totalBorrowBase;
        uint40 lastAccrualTime;
        uint8 pauseFlags;
    }

    struct AssetInfo {
        uint8 offset;
        address asset;
        address priceFeed;
        uint64 scale;
        uint64 borrowCollateralFactor;
        uint64 liquidateCollateralFactor;
        uint64 liquidationFactor;
        uint128 supplyCap;
    }

    uint8 internal constant SUPPLY_PAUSED = 1;
    uint8 internal constant TRANSFER_PAUSED = 2;
    uint8 internal constant WITHDRAW_PAUSED = 4;
    uint256 private constant INDEX = 1e15;
    uint256 private constant FACTOR = 1e18;

    address public immutable baseToken;
    uint256 public immutable baseScale;
    uint256 public constant trackingIndexScale = 1e15;

    uint256 public supplyKink;
    uint256 public supplyPerSecondInterestRateBase;
    uint256 public supplyPerSecondInterestRateSlopeLow;
    uint256 public supplyPerSecondInterestRateSlopeHigh;
    uint256 public borrowKink;
    uint256 public borrowPerSecondInterestRateBase;
    uint256 public borrowPerSecondInterestRateSlopeLow;
    uint256 public borrowPerSecondInterestRateSlopeHigh;
    uint256 public baseTrackingSupplySpeed;

    uint64 private baseSupplyIndex = uint64(INDEX);
    uint64 private baseBorrowIndex = uint64(INDEX);
    uint64 private trackingSupplyIndex;
    uint104 private totalSupplyBase;
    uint104 private totalBorrowBase;
    uint40 private lastAccrualTime;
    uint8 internal pauseFlags;

    Asset[] internal assetList;
    mapping(address => int104) private principalOf;
    mapping(address => uint64) private trackedAt;
    /// Rewards, 6 decimals.
    mapping(address => uint64) public baseTrackingAccrued;
    mapping(address => mapping(address => bool)) public isAllowed;
    mapping(address => mapping(address => uint128)) public collateralBalanceOf;
    mapping(address => uint128) public totalsCollateral;

    event Supply(address indexed from, address indexed dst, uint256 amount);
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Withdraw(address indexed src, address indexed to, uint256 amount);
    event SupplyCollateral(address indexed from, address indexed dst, address indexed asset, uint256 amount);
    event WithdrawCollateral(address indexed src, address indexed to, address indexed asset, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    constructor(address base, uint8 decimals_) {
        baseToken = base;
        baseScale = 10 ** decimals_;
        lastAccrualTime = uint40(block.timestamp);
    }

    /// Rates a year, 18 decimals: of suppliers and borrowers each kink, base, and the slopes below and above.
    function setRates(uint64[4] calldata s, uint64[4] calldata b, uint256 supplySpeed) external {
        accrue();
        (supplyKink, borrowKink) = (s[0], b[0]);
        supplyPerSecondInterestRateBase = s[1] / uint64(365 days);
        supplyPerSecondInterestRateSlopeLow = s[2] / uint64(365 days);
        supplyPerSecondInterestRateSlopeHigh = s[3] / uint64(365 days);
        borrowPerSecondInterestRateBase = b[1] / uint64(365 days);
        borrowPerSecondInterestRateSlopeLow = b[2] / uint64(365 days);
        borrowPerSecondInterestRateSlopeHigh = b[3] / uint64(365 days);
        baseTrackingSupplySpeed = supplySpeed;
    }

    function setPrice(address asset, uint256 price, uint64 factor) external {
        Asset storage info = _assetOf(asset);
        (info.price, info.borrowCollateralFactor) = (price, factor);
    }

    function pause(bool supplyPaused, bool transferPaused, bool withdrawPaused, bool, bool) external {
        pauseFlags = (supplyPaused ? SUPPLY_PAUSED : 0) | (transferPaused ? TRANSFER_PAUSED : 0)
            | (withdrawPaused ? WITHDRAW_PAUSED : 0);
    }

    function numAssets() external view returns (uint8) {
        return uint8(assetList.length);
    }

    function getAssetInfo(uint8 i) external view returns (AssetInfo memory) {
        Asset storage info = assetList[i];
        uint64 factor = info.borrowCollateralFactor;
        return AssetInfo(i, info.asset, address(0), 0, factor, factor, factor, info.supplyCap);
    }

    function totalsBasic() external view returns (TotalsBasic memory) {
        return TotalsBasic(
            baseSupplyIndex,
            baseBorrowIndex,
            trackingSupplyIndex,
            0,
            totalSupplyBase,
            totalBorrowBase,
            lastAccrualTime,
            pauseFlags
        );
    }

    function totalSupply() external view returns (uint256) {
        (uint64 index,) = _indexes();
        return totalSupplyBase * uint256(index) / INDEX;
    }

    function balanceOf(address account) external view returns (uint256) {
        (uint64 index,) = _indexes();
        int104 principal = principalOf[account];
        return principal > 0 ? uint104(principal) * uint256(index) / INDEX : 0;
    }

    function borrowBalanceOf(address account) external view returns (uint256) {
        (, uint64 index) = _indexes();
        int104 principal = principalOf[account];
        return principal < 0 ? uint104(-principal) * uint256(index) / INDEX : 0;
    }

    function accrueAccount(address account) external {
        accrue();
        _setPrincipal(account, principalOf[account]);
    }

    function isBorrowCollateralized(address account) public view returns (bool) {
        int256 balance = _present(principalOf[account]);
        for (uint256 i; i < assetList.length && balance < 0; ++i) {
            Asset storage info = assetList[i];
            uint256 value = collateralBalanceOf[account][info.asset] * info.price / FACTOR;
            balance += int256(value * info.borrowCollateralFactor / FACTOR);
        }
        return balance >= 0;
    }

    function accrue() internal {
        uint256 elapsed = block.timestamp - lastAccrualTime;
        if (elapsed == 0) return;
        (baseSupplyIndex, baseBorrowIndex) = _indexes();
        if (totalSupplyBase >= baseScale) {
            trackingSupplyIndex += uint64(baseTrackingSupplySpeed * elapsed * baseScale / totalSupplyBase);
        }
        lastAccrualTime = uint40(block.timestamp);
    }

    function _credit(address account, uint256 amount) internal {
        _change(account, int256(amount));
    }

    function _debit(address account, uint256 amount) internal {
        _change(account, -int256(amount));
        require(isBorrowCollateralized(account), "NotCollateralized");
    }

    function _assetOf(address asset) internal view returns (Asset storage) {
        for (uint256 i; i < assetList.length; ++i) {
            if (assetList[i].asset == asset) return assetList[i];
        }
        revert("BadAsset");
    }

    function _change(address account, int256 amount) private {
        int104 old = principalOf[account];
        int256 balance = _present(old) + amount;
        int256 wide = balance >= 0
            ? int256(uint256(balance) * INDEX / baseSupplyIndex)
            : -int256((uint256(-balance) * INDEX + baseBorrowIndex - 1) / baseBorrowIndex);
        require(wide <= type(int104).max && wide >= type(int104).min, "InvalidInt104");
        int104 principal = int104(wide);
        totalSupplyBase = totalSupplyBase - _positive(old) + _positive(principal);
        totalBorrowBase = totalBorrowBase - _positive(-old) + _positive(-principal);
        _setPrincipal(account, principal);
    }

    function _setPrincipal(address account, int104 principal) private {
        int104 old = principalOf[account];
        uint256 grown = _positive(old) * uint256(trackingSupplyIndex - trackedAt[account]) / trackingIndexScale;
        baseTrackingAccrued[account] += uint64(grown / (baseScale / 1e6));
        trackedAt[account] = trackingSupplyIndex;
        principalOf[account] = principal;
    }

    function _positive(int104 value) private pure returns (uint104) {
        return value > 0 ? uint104(value) : 0;
    }

    function _present(int104 principal) private view returns (int256) {
        return principal >= 0
            ? int256(uint104(principal) * uint256(baseSupplyIndex) / INDEX)
            : -int256(uint104(-principal) * uint256(baseBorrowIndex) / INDEX);
    }

    function _indexes() private view returns (uint64 supplyIndex, uint64 borrowIndex) {
        (supplyIndex, borrowIndex) = (baseSupplyIndex, baseBorrowIndex);
        uint256 elapsed = block.timestamp - lastAccrualTime;
        if (elapsed == 0) return (supplyIndex, borrowIndex);
        uint256 supplied = totalSupplyBase * uint256(supplyIndex) / INDEX;
        uint256 borrowed = totalBorrowBase * uint256(borrowIndex) / INDEX;
        uint256 utilization = supplied == 0 ? 0 : borrowed * FACTOR / supplied;
        uint256 supplyRate = _rate(
            utilization,
            [
                supplyKink,
                supplyPerSecondInterestRateBase,
                supplyPerSecondInterestRateSlopeLow,
                supplyPerSecondInterestRateSlopeHigh
            ]
        );
        uint256 borrowRate = _rate(
            utilization,
            [
                borrowKink,
                borrowPerSecondInterestRateBase,
                borrowPerSecondInterestRateSlopeLow,
                borrowPerSecondInterestRateSlopeHigh
            ]
        );
        supplyIndex += uint64(supplyIndex * (supplyRate * elapsed) / FACTOR);
        borrowIndex += uint64(borrowIndex * (borrowRate * elapsed) / FACTOR);
    }

    function _rate(uint256 utilization, uint256[4] memory m) private pure returns (uint256) {
        if (utilization <= m[0]) return m[1] + m[2] * utilization / FACTOR;
        return m[1] + m[2] * m[0] / FACTOR + m[3] * (utilization - m[0]) / FACTOR;
    }
}
