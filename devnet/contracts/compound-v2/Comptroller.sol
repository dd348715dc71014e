// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IMarket {
    function totalSupply() external view returns (uint256);
    function totalBorrows() external view returns (uint256);
    function totalReserves() external view returns (uint256);
    function getCash() external view returns (uint256);
    function balanceOf(address owner) external view returns (uint256);
    function exchangeRateStored() external view returns (uint256);
    function borrowBalanceStored(address owner) external view returns (uint256);
}

interface IRewardToken {
    function transfer(address to, uint256 amount) external;
}

/// Our own stand-in for the comptrollers of Compound V2, Venus and Moonwell: pauses, caps, collateral and rewards of suppliers.
/// It knows every fork's views, of which each reader asks its own. Anyone sets all of it.
contract Comptroller {
    struct Market {
        bool isListed;
        uint256 collateralFactorMantissa;
    }

    struct MarketConfig {
        address owner;
        address emissionToken;
        uint256 endTime;
        uint224 supplyGlobalIndex;
        uint32 supplyGlobalTimestamp;
        uint224 borrowGlobalIndex;
        uint32 borrowGlobalTimestamp;
        uint256 supplyEmissionsPerSec;
        uint256 borrowEmissionsPerSec;
    }

    uint256 private constant WAD = 1e18;
    uint256 private constant MOST_MARKETS = 16;
    uint8 private constant MINT = 0;
    uint8 private constant REDEEM = 1;
    uint8 private constant BORROW = 2;
    uint8 private constant TRANSFER = 6;
    uint256 private constant NOT_LISTED = 9;

    /// Whether caps bound what shares are worth, as Venus's do, or assets, as Moonwell's.
    bool private immutable capsWorth;
    address private immutable reward;

    bool public protocolPaused;
    uint256 public treasuryPercent;
    mapping(address => Market) public markets;
    mapping(address => uint256) public supplyCaps;
    mapping(address => mapping(uint8 => bool)) public actionPaused;
    address[] private listed;
    mapping(address => uint256) private price;
    mapping(address => address[]) private assetsIn;
    mapping(address => mapping(address => bool)) public checkMembership;
    mapping(address => uint256) private speed;
    mapping(address => uint256) private rewardIndex;
    mapping(address => uint256) private rewardedAt;
    mapping(address => mapping(address => uint256)) private indexOf;
    mapping(address => uint256) private earned;

    event MarketEntered(address cToken, address account);
    event DistributedSupplierComp(address indexed cToken, address indexed supplier, uint256 compDelta, uint256 index);

    constructor(bool capsWorth_, address reward_) {
        (capsWorth, reward) = (capsWorth_, reward_);
    }

    /// What markets pay as fees and reserves stays here.
    receive() external payable {}

    /// @param price_ Of the smallest unit of the asset, 36 decimals less its own.
    function support(address cToken, uint256 price_, uint256 collateralFactor, uint256 speed_) external {
        if (!markets[cToken].isListed) listed.push(cToken);
        markets[cToken] = Market(true, collateralFactor);
        updateIndex(cToken);
        (price[cToken], speed[cToken]) = (price_, speed_);
    }

    function pause(address cToken, bool mint, bool redeem, bool borrow, bool transfer) external {
        actionPaused[cToken][MINT] = mint;
        actionPaused[cToken][REDEEM] = redeem;
        actionPaused[cToken][BORROW] = borrow;
        actionPaused[cToken][TRANSFER] = transfer;
    }

    function setProtocolPaused(bool paused) external {
        protocolPaused = paused;
    }

    function setTreasuryPercent(uint256 percent) external {
        treasuryPercent = percent;
    }

    function setSupplyCap(address cToken, uint256 cap) external {
        supplyCaps[cToken] = cap;
    }

    function getAllMarkets() external view returns (address[] memory) {
        return listed;
    }

    function mintGuardianPaused(address cToken) external view returns (bool) {
        return actionPaused[cToken][MINT];
    }

    function borrowGuardianPaused(address cToken) external view returns (bool) {
        return actionPaused[cToken][BORROW];
    }

    /// A switch for all markets, which the first market's stands for.
    function transferGuardianPaused() public view returns (bool) {
        return listed.length > 0 && actionPaused[listed[0]][TRANSFER];
    }

    function getCompAddress() external view returns (address) {
        return reward;
    }

    function getXVSAddress() external view returns (address) {
        return reward;
    }

    /// Moonwell's rewards are told by another contract, which this one is, too.
    function rewardDistributor() external view returns (address) {
        return address(this);
    }

    function getAllMarketConfigs(address cToken) external view returns (MarketConfig[] memory configs) {
        configs = new MarketConfig[](1);
        configs[0].emissionToken = reward;
        configs[0].supplyEmissionsPerSec = speed[cToken];
    }

    function enterMarkets(address[] calldata cTokens) external returns (uint256[] memory errors) {
        errors = new uint256[](cTokens.length);
        for (uint256 i; i < cTokens.length; ++i) {
            errors[i] = markets[cTokens[i]].isListed ? 0 : NOT_LISTED;
            if (errors[i] == 0) _enter(msg.sender, cTokens[i]);
        }
    }

    function mintAllowed(address minter, uint256 amount) external {
        _requireOpen(MINT);
        IMarket market = IMarket(msg.sender);
        uint256 cap = supplyCaps[msg.sender];
        if (capsWorth) {
            uint256 worth = (market.exchangeRateStored() * market.totalSupply()) / WAD;
            require(worth + amount <= cap, "market supply cap reached");
        } else if (cap != 0) {
            uint256 assets = market.getCash() + market.totalBorrows() - market.totalReserves();
            require(assets + amount < cap, "market supply cap reached");
        }
        _reward(msg.sender, minter);
    }

    function redeemAllowed(address redeemer, uint256 tokens) external returns (bool) {
        if (capsWorth) _requireOpen(REDEEM);
        if (!_isEnough(redeemer, tokens, 0)) return false;
        _reward(msg.sender, redeemer);
        return true;
    }

    function borrowAllowed(address borrower, uint256 amount) external returns (bool) {
        _requireOpen(BORROW);
        _enter(borrower, msg.sender);
        return _isEnough(borrower, 0, amount);
    }

    function transferAllowed(address from, address to, uint256 tokens) external {
        if (capsWorth) _requireOpen(TRANSFER);
        else require(!transferGuardianPaused(), "transfer is paused");
        require(_isEnough(from, tokens, 0), "insufficient liquidity");
        _reward(msg.sender, from);
        _reward(msg.sender, to);
    }

    function claimComp(address holder, address[] calldata cTokens) external {
        _claim(holder, cTokens);
    }

    function claimVenus(address holder, address[] calldata cTokens) external {
        _claim(holder, cTokens);
    }

    function claimReward(address holder, address[] calldata cTokens) external {
        _claim(holder, cTokens);
    }

    function updateIndex(address cToken) public {
        uint256 supply = IMarket(cToken).totalSupply();
        uint256 due = speed[cToken] * (block.timestamp - rewardedAt[cToken]);
        if (supply > 0) rewardIndex[cToken] += (due * 1e36) / supply;
        rewardedAt[cToken] = block.timestamp;
    }

    function _claim(address holder, address[] calldata cTokens) private {
        for (uint256 i; i < cTokens.length; ++i) _reward(cTokens[i], holder);
        uint256 amount = earned[holder];
        earned[holder] = 0;
        if (amount > 0) IRewardToken(reward).transfer(holder, amount);
    }

    function _reward(address cToken, address holder) private {
        updateIndex(cToken);
        uint256 grown = rewardIndex[cToken] - indexOf[cToken][holder];
        uint256 delta = (IMarket(cToken).balanceOf(holder) * grown) / 1e36;
        indexOf[cToken][holder] = rewardIndex[cToken];
        earned[holder] += delta;
        emit DistributedSupplierComp(cToken, holder, delta, rewardIndex[cToken]);
    }

    function _enter(address account, address cToken) private {
        if (checkMembership[account][cToken]) return;
        require(assetsIn[account].length < MOST_MARKETS, "too many markets");
        checkMembership[account][cToken] = true;
        assetsIn[account].push(cToken);
        emit MarketEntered(cToken, account);
    }

    function _requireOpen(uint8 action) private view {
        require(!protocolPaused, "protocol is paused");
        require(!actionPaused[msg.sender][action], "action is paused");
        require(markets[msg.sender].isListed, "market is not listed");
    }

    /// Whether an account's collateral is enough after it gave up shares of the asking market, or borrowed there.
    function _isEnough(address account, uint256 tokens, uint256 borrowed) private view returns (bool) {
        if (!checkMembership[account][msg.sender]) return true;
        uint256 pledged;
        uint256 owed;
        for (uint256 i; i < assetsIn[account].length; ++i) {
            address each = assetsIn[account][i];
            IMarket market = IMarket(each);
            uint256 perShare = (market.exchangeRateStored() * price[each]) / WAD;
            perShare = (perShare * markets[each].collateralFactorMantissa) / WAD;
            pledged += (market.balanceOf(account) * perShare) / WAD;
            owed += (market.borrowBalanceStored(account) * price[each]) / WAD;
            if (each == msg.sender) owed += (tokens * perShare + borrowed * price[each]) / WAD;
        }
        return pledged >= owed;
    }
}
