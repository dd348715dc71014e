import { parseAbi } from "viem";

/**
 * Convex's Booster. `deposit` without a stake gives the caller the pool's deposit token.
 *
 * @see https://github.com/convex-eth/platform/blob/4f22038387/contracts/contracts/Booster.sol
 */
export const ConvexBooster = parseAbi([
  "event Deposited(address indexed user, uint256 indexed poolid, uint256 amount)",
  "event Withdrawn(address indexed user, uint256 indexed poolid, uint256 amount)",
  "function poolInfo(uint256 pid) view returns (address lptoken, address token, address gauge, address crvRewards, address stash, bool shutdown)",
  "function isShutdown() view returns (bool)",
  "function deposit(uint256 pid, uint256 amount, bool stake) returns (bool)",
]);
