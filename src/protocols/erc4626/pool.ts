import type { Address } from "viem";
import { max, min, mulDivDown, mulDivUp } from "../../lib/math.ts";
import { RAY, rpowRay } from "../../lib/rpow.ts";
import type {
  BlockContext,
  Edge,
  Holding,
  PoolState,
  Quote,
  QuoteFailure,
  Ratio,
} from "../protocol.ts";
import { isNamed } from "./open.ts";

/**
 * State of one vault, as it answered at the end of a block. Exact for the next block where nothing
 * but transactions changes the price, or the price is known for any timestamp (`savings`); a vault
 * that books interest in between pays the interest of that block more.
 */
export interface Erc4626Vault extends PoolState {
  /** The vault and its share token. */
  readonly address: Address;
  readonly asset: Address;
  readonly pricing: "shares" | "index" | "savings";
  /**
   * `sharesTerm` shares are worth `assetsTerm` assets; of `savings` at `rho`. Smallest units,
   * virtual ones included.
   */
  readonly assetsTerm: bigint;
  readonly sharesTerm: bigint;
  /** Growth of `assetsTerm` per second since `rho`, scale 10^27; of `savings` only, else 10^27. */
  readonly rateRay: bigint;
  /** Seconds since the epoch; 0 unless `savings`. */
  readonly rho: bigint;
  /** Smallest unit of shares. */
  readonly totalSupply: bigint;
  /** Most assets that may be deposited; 2^256 - 1 without a limit. */
  readonly depositLimit: bigint;
  /** Most shares that can be redeemed; null without a known limit. */
  readonly redeemLimit: bigint | null;
  readonly depositPaused: boolean;
  readonly redeemPaused: boolean;
  /** Whether shares can be redeemed at all in one transaction. */
  readonly redeemable: boolean;
  /** Whether the vault's own previews follow the formula; else it is not used. */
  readonly usable: boolean;
  /**
   * Assets for 10^27 shares about a day ago, and when that was, seconds since the epoch; 0 before.
   */
  readonly sincePriceRay: bigint;
  readonly sinceTimestamp: number;
}

/**
 * Either takes 80,000 of Savings Dai (receipts of
 * `test/protocols/erc4626/limits.integration.test.ts` less the transaction itself), the allowance
 * for a deposit 26,000. Vaults that invest at once take more.
 */
const DEPOSIT_GAS = 106_000n;
const REDEEM_GAS = 80_000n;

/** No token has more; it keeps every product of the vaults below 2^256. */
const MOST_ASSETS = (1n << 128n) - 1n;

/**
 * Deposit, then redeem; none before the vault was read, and where its answers do not follow the
 * formula.
 */
export function edges(state: Erc4626Vault): readonly Edge[] {
  const { asset, address, assetsTerm, sharesTerm } = state;
  if (!state.usable || assetsTerm === 0n || sharesTerm === 0n) return [];
  const deposit: Edge = { action: "deposit", tokenIn: asset, tokenOut: address };
  if (!state.redeemable) return [deposit];
  return [deposit, { action: "redeem", tokenIn: address, tokenOut: asset }];
}

/**
 * What the vault takes at most: the rest below its cap, or the shares for which it has assets.
 * Smallest unit of tokenIn.
 */
export function maxIn(state: Erc4626Vault, edge: Edge): bigint {
  if (edge.action === "deposit") {
    return state.depositPaused ? 0n : min(state.depositLimit, MOST_ASSETS);
  }
  if (state.redeemPaused) return 0n;
  return min(state.redeemLimit ?? state.totalSupply, state.totalSupply);
}

/** `convertToShares` of a deposit and `convertToAssets` of a redemption, both rounded down. */
export function quote(
  state: Erc4626Vault,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<Erc4626Vault> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: refusal(state, edge) };
  const now = accrued(state, at.timestamp);
  const deposit = edge.action === "deposit";
  const amountOut = deposit
    ? mulDivDown(amountIn, now.sharesTerm, now.assetsTerm)
    : mulDivDown(amountIn, now.assetsTerm, now.sharesTerm);
  if (amountOut === 0n) return { ok: false, reason: "amount-too-small" };
  const next = deposit ? deposited(now, amountIn, amountOut) : redeemed(now, amountIn, amountOut);
  return { ok: true, amountOut, gas: gasOf(edge), next };
}

/** `convertToShares` of a withdrawal, rounded up. */
export function sharesFor(state: Erc4626Vault, assets: bigint, at: BlockContext): bigint {
  const { sharesTerm, assetsTerm } = accrued(state, at.timestamp);
  return mulDivUp(assets, sharesTerm, assetsTerm);
}

/** Estimated gas of a deposit or redemption, for ranking only. */
export function gasOf(edge: Edge): bigint {
  return edge.action === "deposit" ? DEPOSIT_GAS : REDEEM_GAS;
}

/** Shares per asset, as of `rho` where the price grows by the second. */
export function spotPrice(state: Erc4626Vault, edge: Edge): Ratio {
  return edge.action === "deposit"
    ? { numerator: state.sharesTerm, denominator: state.assetsTerm }
    : { numerator: state.assetsTerm, denominator: state.sharesTerm };
}

/**
 * The state at a later timestamp, before any transaction of its block.
 *
 * @see https://github.com/makerdao/dss/blob/fa4f6630afb0624d04a003e920b0d71a00331d98/src/pot.sol#L140
 */
export function accrued(state: Erc4626Vault, timestamp: bigint): Erc4626Vault {
  if (state.pricing !== "savings" || timestamp <= state.rho) return state;
  const growthRay = rpowRay(state.rateRay, timestamp - state.rho);
  return { ...state, assetsTerm: mulDivDown(growthRay, state.assetsTerm, RAY), rho: timestamp };
}

function refusal(state: Erc4626Vault, edge: Edge): QuoteFailure {
  if (edge.action === "redeem") return state.redeemPaused ? "paused" : "insufficient-liquidity";
  if (state.depositPaused) return "paused";
  return state.depositLimit > MOST_ASSETS ? "insufficient-liquidity" : "cap-exceeded";
}

function deposited(state: Erc4626Vault, assets: bigint, shares: bigint): Erc4626Vault {
  const { depositLimit, redeemLimit } = state;
  return {
    ...withTerms(state, assets, shares),
    depositLimit: depositLimit > MOST_ASSETS ? depositLimit : depositLimit - assets,
    redeemLimit: redeemLimit === null ? null : redeemLimit + shares,
  };
}

function redeemed(state: Erc4626Vault, shares: bigint, assets: bigint): Erc4626Vault {
  const { depositLimit, redeemLimit } = state;
  return {
    ...withTerms(state, -assets, -shares),
    depositLimit: depositLimit > MOST_ASSETS ? depositLimit : depositLimit + assets,
    redeemLimit: redeemLimit === null ? null : max(0n, redeemLimit - shares),
  };
}

function withTerms(state: Erc4626Vault, assets: bigint, shares: bigint): Erc4626Vault {
  const totalSupply = state.totalSupply + shares;
  if (state.pricing !== "shares") return { ...state, totalSupply };
  const { assetsTerm, sharesTerm } = state;
  return {
    ...state,
    totalSupply,
    assetsTerm: assetsTerm + assets,
    sharesTerm: sharesTerm + shares,
  };
}

/**
 * Assets that all shares are worth in the block `at`, rounded down; none known where the vault's
 * answers do not follow the formula, and of vaults that requests named, which may say anything.
 */
export function holdings(
  state: Erc4626Vault,
  at: Pick<BlockContext, "timestamp">,
): readonly Holding[] {
  const { assetsTerm, sharesTerm, totalSupply } = accrued(state, at.timestamp);
  if (!state.usable || sharesTerm === 0n || isNamed(state)) return [];
  return [{ token: state.asset, amount: mulDivDown(totalSupply, assetsTerm, sharesTerm) }];
}
