import type { AbiFunction, Address } from "viem";
import type { Stage } from "./operation.ts";
import type { PoolState } from "./protocol.ts";

/** What tells a pool of liquidity in ranges from others of the same protocol. */
export interface RangePool {
  /** The lower address first, as the contracts order them; the native currency as `NATIVE`. */
  readonly tokens: readonly [Address, Address];
  /** Hundredths of a basis point, as the pool's key names it; null: not given. */
  readonly feePips: number | null;
  /** Null: not given. */
  readonly tickSpacing: number | null;
  /** The zero address: none. */
  readonly hooks: Address;
}

/** Where liquidity is, `lower` < `upper`; both are multiples of the pool's spacing. */
export interface TickRange {
  readonly lower: number;
  readonly upper: number;
}

/** Stages that add liquidity; amounts 0 and 1 are what may be taken of the pool's tokens. */
export interface RangeDeposit {
  readonly stages: readonly Stage[];
  /**
   * Number of the amount that is the liquidity added or, by `counts`, all that the NFT then has.
   */
  readonly liquidity: number;
  readonly counts: "added" | "all";
  /** What becomes of what the NFT has earned: paid, it would look like a rest of the amounts. */
  readonly earned: "kept" | "paid";
  /** Number of the amount that is the NFT's id. */
  readonly tokenId: number;
}

/**
 * Stages that look at an NFT, whose id is amount 0, and the numbers of the amounts that they tell.
 */
export interface RangeReading {
  readonly stages: readonly Stage[];
  /** Addresses of its pool's tokens, as numbers. */
  readonly tokens: readonly [number, number];
  readonly liquidity: number;
  /** Address of its owner, as a number. */
  readonly owner: number;
}

/** What an addition of liquidity takes and makes, exact. */
export interface RangeQuote<S> {
  /** At least 1. */
  readonly liquidity: bigint;
  /** Of the pool's tokens, smallest unit, rounded up as the pool does. */
  readonly spent: readonly [bigint, bigint];
  /** Least amounts of which as much is made, which the managers reckon less exactly than pools. */
  readonly needed: readonly [bigint, bigint];
  readonly next: S;
}

/** Arguments by which the pools of two tokens are told apart. */
export type RangeKey = "poolFee" | "tickSpacing";

/**
 * Liquidity in ranges that NFTs of one manager stand for. They are no tokens of the graph: a bundle
 * makes, grows and shrinks them.
 */
export interface RangePositions<S extends PoolState = PoolState> {
  /** The NFTs' contract of a deployment on a chain, lower-case; null where no source states it. */
  manager(slug: string, chainId: number): Address | null;
  /** What has to be given of a pool besides its tokens. */
  readonly keyedBy: readonly RangeKey[];
  /** Whether a pool can have a hook. */
  readonly hasHooks: boolean;
  /** Whether a pool's token can be the native currency itself. */
  readonly takesNative: boolean;
  isPool(state: S, pool: RangePool): boolean;
  /** Ends of ranges are multiples of it. */
  tickSpacing(state: S): number;
  /** What the pool mints of the amounts in the next block; null: nothing, or more than it can. */
  add(state: S, range: TickRange, amounts: readonly [bigint, bigint]): RangeQuote<S> | null;
  /** Makes an NFT. */
  mint(
    manager: Address,
    on: { readonly pool: RangePool; readonly range: TickRange; readonly owner: Address },
  ): RangeDeposit;
  /** Adds to an NFT, whose id is amount 2. */
  increase(manager: Address, tokens: RangePool["tokens"]): RangeDeposit;
  read(manager: Address): RangeReading;
  /**
   * Takes out of an NFT what it has earned and, but for "fees", liquidity; its id is amount 0, the
   * liquidity amount 1. "all" is what it has, and ends it. The caller is paid.
   */
  leave(
    manager: Address,
    on: { readonly tokens: RangePool["tokens"]; readonly takes: "fees" | "some" | "all" },
  ): readonly Stage[];
  /** The managers' functions, by which transactions are read. */
  readonly functions: readonly AbiFunction[];
  /** Those of them whose outcome nobody's trades move. */
  readonly fixedFunctions: readonly AbiFunction[];
}
