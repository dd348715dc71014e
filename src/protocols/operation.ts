import { type AbiFunction, type AbiParameter, type Address, type Hex, parseAbiItem } from "viem";

/**
 * An argument of a planned call: a literal, or something known only when the program is built or
 * runs. Amounts that only the running program knows may stand anywhere in nested tuples, arrays and
 * encoded bytes.
 */
export type CallArgument =
  | { readonly kind: "literal"; readonly value: unknown }
  /** The operation's input amount. */
  | { readonly kind: "amountIn" }
  /** A numbered amount of the sequence that the call belongs to. */
  | { readonly kind: "amount"; readonly of: number }
  /** Where the output goes: the next pool, the executor or the receiver. */
  | { readonly kind: "recipient" }
  /** The account that makes the call: the executor or the wallet. */
  | { readonly kind: "caller" }
  | { readonly kind: "list"; readonly items: readonly CallArgument[] }
  /** By component name. */
  | { readonly kind: "tuple"; readonly fields: Readonly<Record<string, CallArgument>> }
  /** `abi.encode` of the values, as `bytes`. */
  | {
      readonly kind: "encoded";
      readonly parameters: readonly AbiParameter[];
      readonly values: readonly CallArgument[];
    };

/** An argument that is known when the operation is planned. */
export function literal(value: unknown): CallArgument {
  return { kind: "literal", value };
}

/**
 * Swap on a constant-product pair that computes nothing itself: the program moves the input there
 * and names the output.
 */
export interface V2SwapOperation {
  readonly kind: "v2-swap";
  readonly pair: Address;
  readonly zeroForOne: boolean;
  /** Hundredths of a basis point: 3000 is 0.3 %. */
  readonly feePips: number;
}

/** Swap on a concentrated-liquidity pool that asks for the input by a callback. */
export interface V3SwapOperation {
  readonly kind: "v3-swap";
  readonly pool: Address;
  readonly zeroForOne: boolean;
}

/**
 * A pool of a V4 manager, by which the manager knows it. Currencies are the zero address for the
 * native one.
 *
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/types/PoolKey.sol
 */
export interface V4PoolKey {
  readonly currency0: Address;
  readonly currency1: Address;
  readonly fee: number;
  readonly tickSpacing: number;
  readonly hooks: Address;
}

/** Swap on a pool of a V4 manager, which calls back who unlocks it and is paid then. */
export interface V4SwapOperation {
  readonly kind: "v4-swap";
  readonly manager: Address;
  readonly key: V4PoolKey;
  readonly zeroForOne: boolean;
}

/**
 * By which a contract that holds the tokens of many pools is told what it will be paid in.
 *
 * @see https://unpkg.com/@uniswap/v4-core@1.0.2/src/interfaces/IPoolManager.sol
 */
export const SYNC = parseAbiItem("function sync(address currency)");

/**
 * A pool of a manager of PancakeSwap Infinity, by which the manager knows it. Currencies are the
 * zero address for the native one.
 *
 * @see https://github.com/pancakeswap/infinity-core/blob/7c04695f/src/types/PoolKey.sol
 */
export interface InfinityPoolKey {
  readonly currency0: Address;
  readonly currency1: Address;
  readonly hooks: Address;
  readonly poolManager: Address;
  readonly fee: number;
  readonly parameters: Hex;
}

/**
 * Swap on a pool of a manager whose vault holds the tokens, calls back who locks it and is paid
 * then.
 */
export interface InfinitySwapOperation {
  readonly kind: "infinity-swap";
  /** Whether the pool is one of bins, whose manager is told otherwise. */
  readonly inBins: boolean;
  readonly vault: Address;
  readonly key: InfinityPoolKey;
  readonly zeroForOne: boolean;
}

/**
 * What decides how much an operation pays for its input. `moving`: reserves, a share price or an
 * index, which others can move between the answer and the transaction, so that a minimum has to be
 * demanded. `fixed`: the contract's code alone, one unit for one unit, whatever anybody did before;
 * a minimum would demand what cannot be otherwise.
 */
export type Price = "moving" | "fixed";

/** One call by the executor or wallet, which holds the input then. */
export interface CallOperation {
  readonly kind: "call";
  readonly target: Address;
  /** Null: no call data, as of a plain payment. */
  readonly function: AbiFunction | null;
  readonly args: readonly CallArgument[];
  /** Whether the input amount is sent as native value. */
  readonly value: "amountIn" | "none";
  /** Whether `spender` gets an exact allowance of tokenIn for the call. */
  readonly approve: boolean;
  /** Who takes tokenIn, where that is not the target. */
  readonly spender?: Address;
  /**
   * Where the output amount is read from: a 32-byte return word, the input itself (1 to 1), or the
   * balance gained.
   */
  readonly amountOut:
    | { readonly from: "return"; readonly word: number }
    | { readonly from: "amountIn" }
    | { readonly from: "gain" };
  /** `recipient` when an argument names who is paid; `caller` when the executor or wallet is. */
  readonly pays: "recipient" | "caller";
  readonly price: Price;
  /**
   * Set where tokenIn's balances round: the input is what arrives, measured, which may differ from
   * what was sent.
   */
  readonly measuresInput?: true;
}

/** A stage of a sequence. The caller holds every amount between stages. */
export type Stage =
  /** Yields floor(of * shareX64 / 2^64); the amount `of` keeps the rest. */
  | { readonly kind: "take"; readonly of: number; readonly shareX64: bigint }
  /** Yields floor(of / divisor), a mere number that no token moves for; `of` keeps what it is. */
  | { readonly kind: "divide"; readonly of: number; readonly divisor: bigint }
  /** Spends an amount; yields the output, which the caller holds. */
  | {
      readonly kind: "operation";
      readonly of: number;
      readonly tokenIn: Address;
      readonly tokenOut: Address;
      readonly operation: V2SwapOperation | V3SwapOperation | CallOperation;
    }
  /** Moves an amount to a contract. */
  | { readonly kind: "send"; readonly of: number; readonly token: Address; readonly to: Address }
  /** A call that spends several amounts or yields several; one yield for each entry, in order. */
  | {
      readonly kind: "call";
      readonly target: Address;
      readonly function: AbiFunction;
      readonly args: readonly CallArgument[];
      /** Number of the amount that is sent along as native value; absent: none. */
      readonly value?: number;
      /** Exact allowances for the target, or for the spender where there is one. */
      readonly approvals: readonly { readonly token: Address; readonly of: number }[];
      /** Who takes the tokens, where that is not the target. */
      readonly spender?: Address;
      /**
       * A return word (only without approvals where it is not the first yield), or what the caller
       * gains of a token.
       */
      readonly yields: readonly (
        | { readonly from: "return"; readonly word: number }
        | { readonly from: "gain"; readonly token: Address }
      )[];
    }
  /** Adds an amount to another one of the same token. */
  | { readonly kind: "merge"; readonly of: number; readonly into: number };

/**
 * Several stages that belong together, such as adding liquidity. Amounts are numbered: 0 is the
 * input, and every yield takes the next number.
 */
export interface SequenceOperation {
  readonly kind: "sequence";
  readonly stages: readonly Stage[];
  /** Number of the amount that is the output. */
  readonly amountOut: number;
  /** As for a call; `recipient` where the last stage names who is paid. */
  readonly pays: "recipient" | "caller";
  readonly price: Price;
  /** Tokens of which a rest may stay with the caller; it goes to the refund receiver. */
  readonly leftovers: readonly Address[];
}

/** What one hop asks of the program builder, which alone makes bytes. */
export type Operation =
  | V2SwapOperation
  | V3SwapOperation
  | V4SwapOperation
  | InfinitySwapOperation
  | CallOperation
  | SequenceOperation;

/** What decides how much an operation pays; pools that are swapped in have no fixed price. */
export function priceOf(operation: Operation): Price {
  switch (operation.kind) {
    case "v2-swap":
    case "v3-swap":
    case "v4-swap":
    case "infinity-swap":
      return "moving";
    case "call":
    case "sequence":
      return operation.price;
  }
}

const BITS = 64n;

/**
 * The part of `whole` that is nearest to `part` from below, as the program's 0.64 fixed-point
 * share. `part` < `whole`.
 */
export function shareX64(part: bigint, whole: bigint): bigint {
  return (part << BITS) / whole;
}

/** What the program takes of an amount for a share: floor(amount * shareX64 / 2^64). */
export function takeShare(amount: bigint, share: bigint): bigint {
  return (amount * share) >> BITS;
}
