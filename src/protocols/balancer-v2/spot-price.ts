import type { Address } from "viem";
import type { BlockContext, Edge, Ratio } from "../protocol.ts";
import { weightedAt } from "./bootstrapping.ts";
import { eclpPrice } from "./eclp-math.ts";
import type { Ellipse } from "./ellipse.ts";
import { ONE } from "./fixed-point.ts";
import { END_OF_TIME, openLedger } from "./ledger.ts";
import { AMP_PRECISION, calculateInvariant } from "./stable-invariant.ts";
import {
  type BalancerV2Pool,
  type BootstrappingPool,
  factorOf,
  scaledBalances,
  type TwoClpPool,
} from "./state.ts";
import { withRatesAt } from "./token-rate.ts";
import { twoClpPoint } from "./two-clp.ts";

/** Digits beyond the 18 decimals, so that roundings stay below those of any quote. */
const PRECISION = 10n ** 24n;

/**
 * What one more unit is worth: the ratio of the invariant's slopes along the two tokens, where a
 * share's slope is the invariant per share. Before fees. A moving amplification counts as it will
 * be in the end, moving weights as they are at the time.
 */
export function spotPrice(before: BalancerV2Pool, edge: Edge, at: BlockContext): Ratio {
  const { timestamp } = at;
  const state =
    before.kind === "bootstrapping"
      ? weightedAt(before, timestamp)
      : withRatesAt(before, timestamp);
  const slopes = slopesOf(state, edge);
  const worth = (token: Address) => {
    const index = state.tokens.indexOf(token);
    if (index < 0) return slopes.share * ONE;
    return (slopes.tokens[index] ?? 0n) * factorOf(state, index);
  };
  return { numerator: worth(edge.tokenIn), denominator: worth(edge.tokenOut) };
}

/**
 * How much the invariant grows by a unit of a token with 18 decimals, and what a share is of it;
 * any common scale.
 */
export interface Slopes {
  readonly tokens: readonly bigint[];
  readonly share: bigint;
}

/** A join or exit settles what is due to the protocol first, a swap does not. */
function slopesOf(state: Exclude<BalancerV2Pool, BootstrappingPool>, { action }: Edge): Slopes {
  const ledger = action === "swap" ? null : openLedger(state, END_OF_TIME);
  const { supply } = ledger ?? state;
  const balances = ledger?.balances ?? scaledBalances(state);
  switch (state.kind) {
    case "weighted":
      return weightedSlopes(balances, { weights: state.weights, supply });
    case "stable":
      return stableSlopes(balances, { amp: state.amplification.endValue, supply });
    case "eclp":
      return eclpSlopes(balances, { ellipse: state.ellipse, supply });
    case "2clp":
      return twoClpSlopes(state, balances);
  }
}

/** dI / dx = I * weight / x, in units of I; balances have 18 decimals. */
export function weightedSlopes(
  balances: readonly bigint[],
  { weights, supply }: { readonly weights: readonly bigint[]; readonly supply: bigint },
): Slopes {
  const scale = ONE * PRECISION;
  return {
    tokens: balances.map((balance, i) => ((weights[i] ?? 0n) * scale) / balance),
    share: (ONE * scale) / supply,
  };
}

/**
 * With A n^n = a and p = D^(n+1) / (n^n P): dD / dx = (a + p / x) / (a - 1 + (n + 1) p / D), in
 * units of its denominator; balances have 18 decimals, `amp` three.
 */
export function stableSlopes(
  balances: readonly bigint[],
  { amp, supply }: { readonly amp: bigint; readonly supply: bigint },
): Slopes {
  const n = BigInt(balances.length);
  const invariant = calculateInvariant(amp, balances) ?? 1n;
  const product = balances.reduce(
    (sum, balance) => (sum * invariant) / (balance * n),
    invariant * PRECISION,
  );
  const a = (amp * n * PRECISION) / AMP_PRECISION;
  return {
    tokens: balances.map((balance) => a + product / balance),
    share: ((a - PRECISION + ((n + 1n) * product) / invariant) * invariant) / supply,
  };
}

/** A token is worth what there is of the other one, virtual balances among it. */
function twoClpSlopes({ range }: TwoClpPool, balances: readonly bigint[]): Slopes {
  const [x = 0n, y = 0n] = twoClpPoint(range, balances)?.virtual ?? [];
  return { tokens: [(balances[1] ?? 0n) + y, (balances[0] ?? 0n) + x], share: 0n };
}

/** The invariant grows as its balances do: it is the sum of balances times slopes. */
export function eclpSlopes(
  balances: readonly bigint[],
  { ellipse, supply }: { readonly ellipse: Ellipse; readonly supply: bigint },
): Slopes {
  const price = eclpPrice(ellipse, balances) ?? { numerator: 0n, denominator: 0n };
  const tokens = [price.numerator, price.denominator];
  const sum = balances.reduce((total, balance, i) => total + balance * (tokens[i] ?? 0n), 0n);
  return { tokens, share: supply === 0n ? 0n : sum / supply };
}
