import type { Address } from "viem";
import { UNIVERSAL_ROUTER } from "../pancakeswap-infinity/routers.ts";
import { deployments } from "./contracts.ts";

/** Contracts by which others trade in the pools of a chain: their manager and its router. */
export function swapExecuters(slug: string, chainId: number): readonly Address[] {
  const contracts = deployments.find((each) => each.slug === slug)?.chains[chainId]?.contracts;
  return contracts === undefined ? [] : [contracts.manager, UNIVERSAL_ROUTER];
}
