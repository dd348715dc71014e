import { parseAbi } from "viem";

/** @see https://github.com/lidofinance/core/blob/372b02e197df61fdf1a443de18acb514804b828d/contracts/0.4.24/Lido.sol */
export const Lido = parseAbi([
  "event Stopped()",
  "event Resumed()",
  "event StakingPaused()",
  "event StakingResumed()",
  "event StakingLimitSet(uint256 maxStakeLimit, uint256 stakeLimitIncreasePerBlock)",
  "event StakingLimitRemoved()",
  "event Submitted(address indexed sender, uint256 amount, address referral)",
  "event TokenRebased(uint256 indexed reportTimestamp, uint256 timeElapsed, uint256 preTotalShares, uint256 preTotalEther, uint256 postTotalShares, uint256 postTotalEther, uint256 sharesMintedAsFees)",
  "event InternalShareRateUpdated(uint256 indexed reportTimestamp, uint256 postInternalShares, uint256 postInternalEther, uint256 sharesMintedAsFees)",
  "event ExternalSharesMinted(address indexed receiver, uint256 amountOfShares)",
  "event ExternalEtherTransferredToBuffer(uint256 amount)",
  "event SharesBurnt(address indexed account, uint256 preRebaseTokenAmount, uint256 postRebaseTokenAmount, uint256 sharesAmount)",
  "function submit(address _referral) payable returns (uint256)",
  "function getTotalShares() view returns (uint256)",
  "function getExternalShares() view returns (uint256)",
  "function getTotalPooledEther() view returns (uint256)",
  "function getExternalEther() view returns (uint256)",
  "function isStopped() view returns (bool)",
  "function getStakeLimitFullInfo() view returns (bool isStakingPaused, bool isStakingLimitSet, uint256 currentStakeLimit, uint256 maxStakeLimit, uint256 maxStakeLimitGrowthBlocks, uint256 prevStakeLimit, uint256 prevStakeBlockNumber)",
]);
