import { parseAbi } from "viem";

/**
 * Chefs that credit the account that deposits.
 *
 * @see https://github.com/sushiswap/masterchef/blob/master/contracts/MasterChef.sol
 */
export const CallerChef = parseAbi([
  "event Deposit(address indexed user, uint256 indexed pid, uint256 amount)",
  "event Withdraw(address indexed user, uint256 indexed pid, uint256 amount)",
  "event EmergencyWithdraw(address indexed user, uint256 indexed pid, uint256 amount)",
]);

/**
 * Chefs that credit the account that a deposit names.
 *
 * @see https://github.com/sushiswap/masterchef/blob/master/contracts/MiniChefV2.sol
 */
export const RecipientChef = parseAbi([
  "event Deposit(address indexed user, uint256 indexed pid, uint256 amount, address indexed to)",
  "event Withdraw(address indexed user, uint256 indexed pid, uint256 amount, address indexed to)",
  "event EmergencyWithdraw(address indexed user, uint256 indexed pid, uint256 amount, address indexed to)",
]);
