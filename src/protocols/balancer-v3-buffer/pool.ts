import type { Address } from "viem";
import { MAX_UINT128, max, min, mulDivDown, mulDivUp } from "../../lib/math.ts";
import { accrued, type Erc4626Vault } from "../erc4626/pool.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";

/** State of one buffer: what the vault keeps of a wrapped token and of its asset. */
export interface BalancerV3Buffer extends PoolState {
  /** Holds the tokens. */
  readonly vault: Address;
  /** Takes trades that the vault was paid for. */
  readonly batchRouter: Address;
  /** An ERC-4626 vault's share, by which the buffer is known. */
  readonly wrapped: Address;
  readonly asset: Address;
  /** Smallest unit of the asset, and of the wrapped token. */
  readonly assetBalance: bigint;
  readonly wrappedBalance: bigint;
  /** Whether the buffers of the vault are paused; a pause of the vault itself leaves them alone. */
  readonly isPaused: boolean;
  /** The ERC-4626 vault as it is; null where nobody knows it, or its word is not believed. */
  readonly wrapper: Erc4626Vault | null;
}

/** Least that a trade gives and takes, smallest unit of either token. */
// https://github.com/balancer/balancer-deployments/blob/6826feb824/v3/tasks/20241204-v3-vault/input.ts
export const MIN_WRAP = 10_000n;

/** As transactions use it in `test/protocols/balancer-v3-buffer/limits.integration.test.ts`. */
export const GAS = 137_000n;

/** Units of tokenOut for units of tokenIn, and what the buffer has of either. */
interface Side {
  readonly outTerm: bigint;
  readonly inTerm: bigint;
  readonly balanceIn: bigint;
  readonly balanceOut: bigint;
}

/** Wrap, then unwrap; none of a buffer without a price, and of one that can pay for nothing. */
export function edges({
  asset,
  wrapped,
  assetBalance,
  wrappedBalance,
  wrapper,
}: BalancerV3Buffer): readonly Edge[] {
  if (wrapper === null || wrapper.assetsTerm === 0n || wrapper.sharesTerm === 0n) return [];
  if (assetBalance < MIN_WRAP && wrappedBalance < MIN_WRAP) return [];
  return [
    { action: "swap", tokenIn: asset, tokenOut: wrapped },
    { action: "swap", tokenIn: wrapped, tokenOut: asset },
  ];
}

/**
 * The largest input that the buffer pays for by itself. For more the vault deposits or redeems at
 * the wrapped token, which its own edges do for less gas, and brings the buffer into balance: that
 * is left to it.
 */
export function maxIn(state: BalancerV3Buffer, edge: Edge, at: BlockContext): bigint {
  const side = sideOf(state, edge, at);
  if (state.isPaused || side === null || side.balanceOut < MIN_WRAP) return 0n;
  const { outTerm, inTerm, balanceIn, balanceOut } = side;
  // The largest x for which floor((x - 1) * outTerm / inTerm) - 1 is no more than the balance.
  const payable = mulDivUp(balanceOut + 2n, inTerm, outTerm);
  return max(0n, min(payable, MAX_UINT128 - balanceIn));
}

/**
 * The vault's preview of one unit less, less one unit, which stay in the buffer.
 *
 * @see https://unpkg.com/@balancer-labs/v3-vault@1.0.0/contracts/Vault.sol `_wrapWithBuffer`, `_unwrapWithBuffer`
 */
export function quote(
  state: BalancerV3Buffer,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<BalancerV3Buffer> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (state.isPaused) return { ok: false, reason: "paused" };
  const side = sideOf(state, edge, at);
  if (side === null || amountIn > maxIn(state, edge, at)) {
    return { ok: false, reason: "insufficient-liquidity" };
  }
  const amountOut = mulDivDown(amountIn - 1n, side.outTerm, side.inTerm) - 1n;
  if (amountIn < MIN_WRAP || amountOut < MIN_WRAP) return { ok: false, reason: "amount-too-small" };
  const [assets, shares] =
    edge.tokenIn === state.asset ? [amountIn, -amountOut] : [-amountOut, amountIn];
  const next = {
    ...state,
    assetBalance: state.assetBalance + assets,
    wrappedBalance: state.wrappedBalance + shares,
  };
  return { ok: true, amountOut, gas: GAS, next };
}

/** The wrapped token's price in a block; null where nobody knows it. */
function sideOf(
  { asset, assetBalance, wrappedBalance, wrapper }: BalancerV3Buffer,
  { tokenIn }: Edge,
  { timestamp }: Pick<BlockContext, "timestamp">,
): Side | null {
  if (wrapper === null) return null;
  const { assetsTerm, sharesTerm } = accrued(wrapper, timestamp);
  return tokenIn === asset
    ? {
        ...{ outTerm: sharesTerm, inTerm: assetsTerm },
        ...{ balanceIn: assetBalance, balanceOut: wrappedBalance },
      }
    : {
        ...{ outTerm: assetsTerm, inTerm: sharesTerm },
        ...{ balanceIn: wrappedBalance, balanceOut: assetBalance },
      };
}

/** The wrapped token's price, in the block `at`. */
export function spotPrice(state: BalancerV3Buffer, edge: Edge, at: BlockContext): Ratio {
  const { outTerm, inTerm } = sideOf(state, edge, at) ?? { outTerm: 0n, inTerm: 1n };
  return { numerator: outTerm, denominator: inTerm };
}

/** What the vault keeps of both tokens. */
export function holdings(state: BalancerV3Buffer): readonly Holding[] {
  return [
    { token: state.asset, amount: state.assetBalance },
    { token: state.wrapped, amount: state.wrappedBalance },
  ];
}
