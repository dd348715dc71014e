// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ShareToken} from "./ShareToken.sol";
import {StakeLimit, StakeLimits} from "./StakeLimit.sol";

/// Own minimal contract with the ABI of Lido (version 3): deposits, staking limit, pauses, reports and external shares. The owner
/// stands for the DAO, the oracle and the vault hub. Nothing is staked: ether stays here, and reports say what it is worth.
contract StEth is ShareToken {
    using StakeLimits for StakeLimit;

    address public immutable owner;
    bool public isStopped;
    StakeLimit private stakeLimit;

    event Stopped();
    event Resumed();
    event StakingPaused();
    event StakingResumed();
    event StakingLimitSet(uint256 maxStakeLimit, uint256 stakeLimitIncreasePerBlock);
    event StakingLimitRemoved();
    event Submitted(address indexed sender, uint256 amount, address referral);
    event TokenRebased(
        uint256 indexed reportTimestamp,
        uint256 timeElapsed,
        uint256 preTotalShares,
        uint256 preTotalEther,
        uint256 postTotalShares,
        uint256 postTotalEther,
        uint256 sharesMintedAsFees
    );
    event InternalShareRateUpdated(
        uint256 indexed reportTimestamp,
        uint256 postInternalShares,
        uint256 postInternalEther,
        uint256 sharesMintedAsFees
    );
    event ExternalSharesMinted(address indexed receiver, uint256 amountOfShares);
    event ExternalSharesBurnt(uint256 amountOfShares);
    event ExternalEtherTransferredToBuffer(uint256 amount);

    modifier onlyOwner() {
        require(msg.sender == owner, "APP_AUTH_FAILED");
        _;
    }

    /// Paused, with one share of the address 0xdead, as after the original's initialization.
    constructor(uint256 initialEther) {
        owner = msg.sender;
        internalEther = initialEther;
        emit Submitted(address(0xdead), initialEther, address(0));
        _mintShares(address(0xdead), initialEther);
    }

    fallback() external payable {
        require(msg.data.length == 0, "NON_EMPTY_DATA");
        _submit(address(0));
    }

    receive() external payable {
        _submit(address(0));
    }

    function submit(address referral) external payable returns (uint256) {
        return _submit(referral);
    }

    /// Play money: ether of an account that no limit counts, as if a report had found it.
    function mint(address to, uint256 value) external {
        uint256 sharesAmount = getSharesByPooledEth(value);
        internalEther += value;
        _mintShares(to, sharesAmount);
        emit InternalShareRateUpdated(block.timestamp, _internalShares(), internalEther, 0);
    }

    function pauseStaking() external onlyOwner {
        require(!stakeLimit.isPaused(), "ALREADY_PAUSED");
        _pauseStaking();
    }

    function resumeStaking() external onlyOwner {
        _whenNotStopped();
        require(stakeLimit.isPaused(), "ALREADY_RESUMED");
        _resumeStaking();
    }

    function stop() external onlyOwner {
        require(!isStopped, "CONTRACT_IS_STOPPED");
        isStopped = true;
        emit Stopped();
        _pauseStaking();
    }

    function resume() external onlyOwner {
        require(isStopped, "CONTRACT_IS_ACTIVE");
        isStopped = false;
        emit Resumed();
        _resumeStaking();
    }

    function setStakingLimit(uint256 maxStakeLimit, uint256 increasePerBlock) external onlyOwner {
        stakeLimit.set(maxStakeLimit, increasePerBlock);
        emit StakingLimitSet(maxStakeLimit, increasePerBlock);
    }

    function removeStakingLimit() external onlyOwner {
        stakeLimit.maxStakeLimit = 0;
        emit StakingLimitRemoved();
    }

    function isStakingPaused() external view returns (bool) {
        return stakeLimit.isPaused();
    }

    function getCurrentStakeLimit() public view returns (uint256) {
        if (stakeLimit.isPaused()) return 0;
        return stakeLimit.maxStakeLimit == 0 ? type(uint256).max : stakeLimit.current();
    }

    function getStakeLimitFullInfo()
        external
        view
        returns (
            bool isStakingPaused_,
            bool isStakingLimitSet,
            uint256 currentStakeLimit,
            uint256 maxStakeLimit,
            uint256 maxStakeLimitGrowthBlocks,
            uint256 prevStakeLimit,
            uint256 prevStakeBlockNumber
        )
    {
        StakeLimit memory limit = stakeLimit;
        isStakingPaused_ = limit.prevStakeBlockNumber == 0;
        isStakingLimitSet = limit.maxStakeLimit != 0;
        currentStakeLimit = getCurrentStakeLimit();
        maxStakeLimit = limit.maxStakeLimit;
        maxStakeLimitGrowthBlocks = limit.maxStakeLimitGrowthBlocks;
        prevStakeLimit = limit.prevStakeLimit;
        prevStakeBlockNumber = limit.prevStakeBlockNumber;
    }

    /// The outcome of an oracle report: what the protocol's ether grows by, and shares minted to and burnt from the owner.
    function report(int256 rewards, uint256 timeElapsed, uint256 mintedShares, uint256 burntShares) external onlyOwner {
        _whenNotStopped();
        (uint256 preShares, uint256 preEther) = (totalShares, getTotalPooledEther());
        _burnShares(msg.sender, burntShares);
        internalEther = uint256(int256(internalEther) + rewards);
        _mintShares(msg.sender, mintedShares);
        uint256 at = block.timestamp;
        emit TokenRebased(at, timeElapsed, preShares, preEther, totalShares, getTotalPooledEther(), mintedShares);
        emit InternalShareRateUpdated(at, _internalShares(), internalEther, mintedShares);
    }

    function mintExternalShares(address recipient, uint256 amountOfShares) external onlyOwner {
        require(amountOfShares != 0, "MINT_ZERO_AMOUNT_OF_SHARES");
        _whenNotStopped();
        _decreaseStakingLimit(getPooledEthByShares(amountOfShares));
        externalShares += amountOfShares;
        _mintShares(recipient, amountOfShares);
        emit ExternalSharesMinted(recipient, amountOfShares);
    }

    function burnExternalShares(uint256 amountOfShares) external onlyOwner {
        require(amountOfShares != 0, "BURN_ZERO_AMOUNT_OF_SHARES");
        _whenNotStopped();
        externalShares -= amountOfShares;
        _burnShares(msg.sender, amountOfShares);
        uint256 stethAmount = getPooledEthByShares(amountOfShares);
        if (stakeLimit.maxStakeLimit != 0 && !stakeLimit.isPaused()) {
            stakeLimit.setPrevious(stakeLimit.current() + stethAmount);
        }
        emit SharesBurnt(msg.sender, stethAmount, stethAmount, amountOfShares);
        emit ExternalSharesBurnt(amountOfShares);
    }

    function rebalanceExternalEtherToInternal(uint256 amountOfShares) external payable onlyOwner {
        require(msg.value != 0, "ZERO_VALUE");
        _whenNotStopped();
        require(msg.value == getPooledEthBySharesRoundUp(amountOfShares), "VALUE_SHARES_MISMATCH");
        externalShares -= amountOfShares;
        internalEther += msg.value;
        emit ExternalEtherTransferredToBuffer(msg.value);
        emit ExternalSharesBurnt(amountOfShares);
    }

    function _submit(address referral) private returns (uint256 sharesAmount) {
        require(msg.value != 0, "ZERO_DEPOSIT");
        _decreaseStakingLimit(msg.value);
        sharesAmount = getSharesByPooledEth(msg.value);
        internalEther += msg.value;
        emit Submitted(msg.sender, msg.value, referral);
        _mintShares(msg.sender, sharesAmount);
    }

    function _decreaseStakingLimit(uint256 amount) private {
        require(!stakeLimit.isPaused(), "STAKING_PAUSED");
        if (stakeLimit.maxStakeLimit == 0) return;
        uint256 current = stakeLimit.current();
        require(amount <= current, "STAKE_LIMIT");
        stakeLimit.setPrevious(current - amount);
    }

    function _pauseStaking() private {
        stakeLimit.prevStakeBlockNumber = 0;
        emit StakingPaused();
    }

    function _resumeStaking() private {
        stakeLimit.prevStakeBlockNumber = uint32(block.number);
        emit StakingResumed();
    }

    function _whenNotStopped() internal view override {
        require(!isStopped, "CONTRACT_IS_STOPPED");
    }
}
