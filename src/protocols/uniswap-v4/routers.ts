import type { Address } from "viem";
import { deployments } from "./contracts.ts";

/**
 * The universal router by chain id; the indexer does not read it.
 *
 * @see https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v4/deployments.mdx
 */
const UNIVERSAL_ROUTERS: Readonly<Record<number, Address>> = {
  1: "0x66a9893cc07d91d95644aedd05d03f95e1dba8af",
  10: "0x851116d9223fabed8e56c0e6b8ad0c31d98b3507",
  56: "0x1906c1d672b88cd1b9ac7593301ca990f94eae07",
  137: "0x1095692a6237d83c6a72f3f5efedb9a670c49223",
  8453: "0x6ff5693b99212da76ad316178a184ab56d299b43",
  42161: "0xa51afafe0263b40edaef0df8781ea9aa03e381a3",
  43114: "0x94b75331ae8d42c1b61065089b7d48fe14aa73b7",
};

/** Contracts by which others trade in the pools of a chain: their manager and its router. */
export function swapExecuters(slug: string, chainId: number): readonly Address[] {
  const manager = deployments.find((each) => each.slug === slug)?.chains[chainId]?.contracts
    .manager;
  const router = UNIVERSAL_ROUTERS[chainId];
  return [manager, router].filter((each) => each !== undefined);
}
