import { parseAbi } from "viem";

/**
 * What is used of ERC-4626 vaults, and of the switches and rates that some of them have besides.
 */
export const Erc4626 = parseAbi([
  "event Deposit(address indexed sender, address indexed owner, uint256 assets, uint256 shares)",
  "event Withdraw(address indexed sender, address indexed receiver, address indexed owner, uint256 assets, uint256 shares)",
  "function asset() view returns (address)",
  "function totalAssets() view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
  "function maxDeposit(address receiver) view returns (uint256)",
  "function maxRedeem(address owner) view returns (uint256)",
  "function previewDeposit(uint256 assets) view returns (uint256)",
  "function previewRedeem(uint256 shares) view returns (uint256)",
  "function paused() view returns (bool)",
  "function cash() view returns (uint256)",
  "function hookConfig() view returns (address hookTarget, uint32 hookedOps)",
  "function cooldownDuration() view returns (uint256)",
  "function chi() view returns (uint256)",
  "function rho() view returns (uint256)",
  "function dsr() view returns (uint256)",
  "function ssr() view returns (uint256)",
  "function vsr() view returns (uint256)",
]);
