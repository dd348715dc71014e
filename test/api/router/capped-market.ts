import type { Address } from "viem";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { RAY } from "../../../src/lib/rpow.ts";
import { erc4626 } from "../../../src/protocols/erc4626/index.ts";
import type { Erc4626Vault } from "../../../src/protocols/erc4626/pool.ts";
import { addressOf, createStates, HUBS, type MarketOptions, snapshotOf } from "./market.ts";

/** A vault of one of a market's tokens that takes no more than so much. */
export interface CappedVault {
  /**
   * Number of the token. Shares have those behind all tokens, and may be assets of later vaults.
   */
  readonly asset: number;
  /** Most that may be deposited, in units of 10^-18. */
  readonly depositLimit: bigint;
}

/**
 * As `createMarket`, or of given pools, with the shares of vaults as further tokens, each worth
 * 10/11 of an asset.
 */
export function createCappedMarket(
  options: MarketOptions,
  vaults: readonly CappedVault[],
  pools: readonly HeldState[] = createStates(options),
): Snapshot {
  const shares = vaults.map((_, n) => addressOf("token", options.tokens + n));
  const states = vaults.map(({ asset, depositLimit }, n): HeldState => {
    const address = shares[n];
    if (address === undefined) throw new Error(`no share ${n}`);
    return { protocol: erc4626, state: vaultOf(address, addressOf("token", asset), depositLimit) };
  });
  const tokens = Array.from({ length: options.tokens }, (_, n) => addressOf("token", n));
  return snapshotOf([...pools, ...states], {
    tokens: [...tokens, ...shares].map((address, n) => ({
      address,
      symbol: `T${n}`,
      decimals: 18,
    })),
    wrappedNative: addressOf("token", 0),
    usdAnchors: [addressOf("token", 1)],
    connectors: tokens.slice(0, HUBS),
    baseFeePerGas: options.baseFeePerGas ?? 0n,
  });
}

function vaultOf(address: Address, asset: Address, depositLimit: bigint): Erc4626Vault {
  const held = 10n ** 25n;
  return {
    id: address,
    slug: "yearn-v3",
    updatedBlock: 1,
    ...{ address, asset, depositLimit },
    pricing: "shares",
    assetsTerm: held * 11n,
    sharesTerm: held * 10n,
    rateRay: RAY,
    rho: 0n,
    totalSupply: held * 10n,
    redeemLimit: null,
    depositPaused: false,
    redeemPaused: false,
    redeemable: true,
    usable: true,
    sincePriceRay: 0n,
    sinceTimestamp: 0,
  };
}
