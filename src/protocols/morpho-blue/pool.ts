import type { Address, Hex } from "viem";
import { max, min, mulDivDown } from "../../lib/math.ts";
import { type Position, positionKey } from "../position.ts";
import type { BlockContext, Edge, Holding, PoolState, Quote, Ratio } from "../protocol.ts";
import { accrue, toSharesDown } from "./interest.ts";
import { POSITION } from "./market-call.ts";

/**
 * State of one market, as of `lastUpdate`. Amounts in the smallest unit of the loan token, at most
 * 2^128 - 1, as are shares.
 */
export interface MorphoMarket extends PoolState {
  /** keccak256 of the five parameters. */
  readonly id: Hex;
  readonly morpho: Address;
  readonly loanToken: Address;
  /** The zero address where nothing can be borrowed. */
  readonly collateralToken: Address;
  readonly oracle: Address;
  readonly irm: Address;
  /** Part of the collateral's value that may be borrowed, scale 10^18. */
  readonly lltvWad: bigint;
  /** What makes the interest: the adaptive curve, nothing, or a contract that is not known here. */
  readonly model: "adaptive-curve" | "none" | "unknown";
  readonly totalSupplyAssets: bigint;
  readonly totalSupplyShares: bigint;
  readonly totalBorrowAssets: bigint;
  readonly totalBorrowShares: bigint;
  /** Seconds since the epoch. */
  readonly lastUpdate: bigint;
  /** Part of the interest that the protocol keeps, scale 10^18. */
  readonly feeWad: bigint;
  /** Rate at the target utilization, per second, scale 10^18; 0 before the first interaction. */
  readonly rateAtTargetWad: bigint;
}

/**
 * A supply for an account that has none yet takes 90,000 (receipts of
 * `test/protocols/morpho-blue/market.integration.test.ts` less the transaction itself); the
 * allowance for it 26,000.
 */
export const SUPPLY_GAS = 116_000n;

/** Half of what a uint128 holds: the other half is for interest and fees to come. */
const ROOM = 1n << 127n;

/** Stands for the market's position in edges. */
export function marketKey({ morpho, id }: Pick<MorphoMarket, "morpho" | "id">): Address {
  return positionKey(morpho, id);
}

/** Supply; none where the interest cannot be computed. */
export function edges(state: MorphoMarket): readonly Edge[] {
  if (state.model === "unknown") return [];
  return [{ action: "deposit", tokenIn: state.loanToken, tokenOut: marketKey(state) }];
}

/**
 * As much as keeps assets and shares within uint128, with room for interest to come. Smallest unit
 * of the loan token.
 */
export function maxIn(state: MorphoMarket, _edge: Edge): bigint {
  const { totalSupplyAssets, totalSupplyShares } = state;
  const assets = max(0n, ROOM - totalSupplyAssets);
  const shares = max(0n, ROOM - totalSupplyShares);
  return min(assets, mulDivDown(shares, totalSupplyAssets + 1n, totalSupplyShares + 1_000_000n));
}

/** Shares that `supply` credits, after the interest up to `at` was added. */
export function quote(
  state: MorphoMarket,
  edge: Edge,
  amountIn: bigint,
  at: BlockContext,
): Quote<MorphoMarket> {
  if (amountIn <= 0n) return { ok: false, reason: "amount-too-small" };
  if (amountIn > maxIn(state, edge)) return { ok: false, reason: "insufficient-liquidity" };
  const now = accrue(state, at.timestamp);
  const shares = toSharesDown(amountIn, now.totalSupplyAssets, now.totalSupplyShares);
  if (shares === 0n) return { ok: false, reason: "amount-too-small" };
  const next = {
    ...now,
    totalSupplyAssets: now.totalSupplyAssets + amountIn,
    totalSupplyShares: now.totalSupplyShares + shares,
  };
  return { ok: true, amountOut: shares, gas: SUPPLY_GAS, next };
}

/** Shares per asset as of the last update, virtual ones of both included. */
export function spotPrice(state: MorphoMarket, _edge: Edge): Ratio {
  return {
    numerator: state.totalSupplyShares + 1_000_000n,
    denominator: state.totalSupplyAssets + 1n,
  };
}

/** The market's supply side, which any account can be credited with. */
export function positions(state: MorphoMarket): readonly Position[] {
  const { morpho, id, loanToken } = state;
  if (state.model === "unknown") return [];
  return [
    {
      key: marketKey(state),
      address: morpho,
      primaryAddress: morpho,
      id,
      underlyingTokens: [loanToken],
      credits: "anyone",
      delegateOnly: false,
      shares: {
        target: morpho,
        function: POSITION,
        args: [{ kind: "literal", value: id }, { kind: "recipient" }],
        word: 0,
      },
    },
  ];
}

/**
 * What suppliers are owed in the block `at`, lent out or not; of an unknown interest model as of
 * the last update. Collateral is not counted: the tables do not have it.
 */
export function holdings(state: MorphoMarket, at: BlockContext): readonly Holding[] {
  const { totalSupplyAssets } = state.model === "unknown" ? state : accrue(state, at.timestamp);
  return [{ token: state.loanToken, amount: totalSupplyAssets }];
}
