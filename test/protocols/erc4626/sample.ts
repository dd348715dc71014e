import { MAX_UINT256 } from "../../../src/lib/math.ts";
import { RAY } from "../../../src/lib/rpow.ts";
import type { Erc4626Vault } from "../../../src/protocols/erc4626/pool.ts";

/** A vault of a 6-decimal asset with 12 more decimals of shares. */
export const vault: Erc4626Vault = {
  id: "0x00000000000000000000000000000000000000f4",
  address: "0x00000000000000000000000000000000000000f4",
  slug: "metamorpho",
  updatedBlock: 1,
  asset: "0x0000000000000000000000000000000000000a00",
  pricing: "shares",
  assetsTerm: 1_050_000_000_001n,
  sharesTerm: 1_000_000_000_001_000_000_000_000n,
  rateRay: RAY,
  rho: 0n,
  totalSupply: 1_000_000_000_000_000_000_000_000n,
  depositLimit: MAX_UINT256,
  redeemLimit: null,
  depositPaused: false,
  redeemPaused: false,
  redeemable: true,
  usable: true,
  sincePriceRay: 0n,
  sinceTimestamp: 0,
};

/** Savings at 5 % a year, dripped at the second of the samples' block. */
export const savingsVault: Erc4626Vault = {
  ...vault,
  id: "0x00000000000000000000000000000000000000f5",
  address: "0x00000000000000000000000000000000000000f5",
  slug: "sdai",
  pricing: "savings",
  assetsTerm: 1_170_000_000_000_000_000_000_000_003n,
  sharesTerm: RAY,
  rateRay: 1_000_000_001_547_125_957_863_212_448n,
  rho: 12n,
};

/** States that the conformance tests run on. */
export const samples: readonly Erc4626Vault[] = [
  vault,
  savingsVault,
  { ...vault, depositLimit: 5_000_000n, redeemLimit: 7_000_000_000_000_000_000n },
  { ...vault, depositPaused: true, redeemPaused: true },
  { ...vault, redeemable: false },
  { ...vault, usable: false },
];
