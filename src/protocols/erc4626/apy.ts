import type { Address } from "viem";
import { mulDivDown } from "../../lib/math.ts";
import { RAY, rpowRay } from "../../lib/rpow.ts";
import { annualPercent } from "../growth.ts";
import type { ApyContext, DefiToken } from "../position.ts";
import { isNamed } from "./open.ts";
import { accrued, type Erc4626Vault } from "./pool.ts";

const SECONDS_PER_YEAR = 31_536_000n;

/** The share token. */
export function defiTokens(state: Erc4626Vault): readonly DefiToken[] {
  const { address, asset } = state;
  const token = { address, underlyingTokens: [asset], primaryAddress: address, exact: true };
  return [isNamed(state) ? { ...token, isTried: true } : token];
}

/** Assets for 10^27 shares at a timestamp, rounded down; 0 before the vault was read. */
export function sharePriceRay(state: Erc4626Vault, timestamp: bigint): bigint {
  const { assetsTerm, sharesTerm } = accrued(state, timestamp);
  return sharesTerm === 0n ? 0n : mulDivDown(RAY, assetsTerm, sharesTerm);
}

/**
 * Yearly yield of the shares in percent.
 *
 * Of `savings` vaults the rate per second compounded over 365 days: (rate^31,536,000 - 1) * 100. Of
 * all others the growth of the share price since about a day ago, without compounding: (price now /
 * price then - 1) * year / time between * 100. Of vaults that requests named none is known: whose
 * code is anybody's grows as it likes.
 */
export function apy(state: Erc4626Vault, _key: Address, { at }: ApyContext): number {
  if (isNamed(state)) return 0;
  if (state.pricing === "savings") {
    const growth = rpowRay(state.rateRay, SECONDS_PER_YEAR) - RAY;
    return Number(growth / 10n ** 12n) / 10 ** 13;
  }
  const since = { price: state.sincePriceRay, timestamp: state.sinceTimestamp };
  const price = sharePriceRay(state, at.timestamp);
  return annualPercent(since, { price, timestamp: Number(at.timestamp) });
}
