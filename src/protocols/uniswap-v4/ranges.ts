import type { Address } from "viem";
import { commandedRanges } from "./commanded-ranges.ts";
import type { UniswapV4Pool } from "./pool.ts";

/**
 * Position managers by chain id; the indexer does not read them.
 *
 * @see https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v4/deployments.mdx
 */
const MANAGERS: Readonly<Record<number, Address>> = {
  1: "0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e",
  10: "0x3c3ea4b57a46241e54610e5f022e5c45859a1017",
  56: "0x7a4a5c919ae2541aed11041a1aeee68f1287f95b",
  137: "0x1ec2ebf4f37e7363fdfe3551602425af0b3ceef9",
  8453: "0x7c5f5a4bbd8fd63184577525326123b519429bdc",
  42161: "0xd88f38f930b7952f2db2432cb002e7abbf3dd869",
  43114: "0xb74b1f14d2754acfcbbe1a221023a5cf50ab8acd",
};

/** Positions of Uniswap V4's own manager. */
export const ranges = commandedRanges<UniswapV4Pool>({
  manager: (slug, chainId) => (slug === "uniswap-v4" ? (MANAGERS[chainId] ?? null) : null),
  hasHooks: true,
  keyType: "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)",
  keyOf: ({ feePips, tickSpacing, hooks }) => ({ fee: feePips, tickSpacing, hooks }),
  keyFee: ({ lpFeePips }) => lpFeePips,
});
