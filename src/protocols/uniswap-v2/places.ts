import type { Address } from "viem";
import type { DeploymentOnChain } from "../protocol.ts";
import type { Fork } from "./forks.ts";

/** A constant-product factory on one chain. */
export interface UniswapV2Contracts extends Fork {
  /** Lower-case. */
  readonly factory: Address;
  /**
   * Adds liquidity of unequal amounts without giving the surplus away; null where none is known.
   */
  readonly router: Address | null;
}

type Place = Pick<UniswapV2Contracts, "factory" | "router"> & {
  readonly startBlock: number | null;
};

/** A factory with the block before which it has no logs; null: unknown. */
export function at(factory: Address, startBlock: number | null, router: Address | null): Place {
  return { factory, router, startBlock };
}

/** A fork's places, by chain id. */
export function chains(fork: Fork, places: Readonly<Record<number, Place>>) {
  return Object.fromEntries(
    Object.entries(places).map(
      ([chainId, { startBlock, ...contracts }]): [
        string,
        DeploymentOnChain<UniswapV2Contracts>,
      ] => [chainId, { contracts: { ...contracts, ...fork }, startBlock }],
    ),
  );
}
