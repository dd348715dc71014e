import type { Address, Hex } from "viem";
import type { InfinityPoolKey, V4PoolKey } from "../../protocols/operation.ts";

/** An exact approval for one call: what `register` holds, of `token`. */
export interface Approval {
  readonly register: number;
  readonly token: Address;
}

/**
 * A 32-byte word of call data, at a byte offset that counts the selector, replaced by what
 * `register` holds.
 */
export interface Splice {
  readonly register: number;
  readonly offset: number;
}

/**
 * One step of a program as `contracts/src/vm` runs it. Registers are numbers from 1 and hold
 * amounts in the smallest unit of their token; register 1 holds amountIn at the start. The zero
 * address stands for the native coin.
 */
export type Step =
  /** `literal` below 2^256; in 16 bytes where they hold it. */
  | { readonly op: "set"; readonly out: number; readonly literal: bigint }
  /**
   * Moves floor(in * shareX64 / 2^64) to another register; the rest stays. `shareX64` below 2^64.
   */
  | { readonly op: "take"; readonly out: number; readonly in: number; readonly shareX64: bigint }
  /** The own balance. */
  | { readonly op: "balance"; readonly out: number; readonly token: Address }
  /** The own balance less what `out` held. */
  | { readonly op: "gain"; readonly out: number; readonly token: Address }
  /** Reverts below `minimum`, from 1 and below 2^256; in 16 bytes where they hold it. */
  | { readonly op: "at-least"; readonly in: number; readonly minimum: bigint }
  /** Moves all of `in` onto another register. */
  | { readonly op: "add"; readonly out: number; readonly in: number }
  /** A 32-byte word of what the call just before returned. */
  | { readonly op: "word"; readonly out: number; readonly word: number }
  /** tokenIn of the route, from its payer. */
  | { readonly op: "pull"; readonly in: number; readonly to: Address }
  | {
      readonly op: "send";
      readonly in: number;
      readonly token: Address;
      readonly to: Address;
    }
  | CallStep
  /** The input is in the pair already. `feePips`: hundredths of a basis point, below 1,000,000. */
  | {
      readonly op: "v2-swap";
      readonly in: number;
      readonly out: number;
      readonly zeroForOne: boolean;
      readonly feePips: number;
      readonly pair: Address;
      readonly to: Address;
    }
  /** The input is what the pair holds above its reserve, for tokens that charge on transfer. */
  | {
      readonly op: "v2-swap-measured";
      readonly out: number;
      readonly zeroForOne: boolean;
      readonly feePips: number;
      readonly pair: Address;
      readonly to: Address;
      readonly tokenIn: Address;
    }
  /** The input goes from the route's payer straight to the pool. */
  | {
      readonly op: "v3-swap-pull";
      readonly in: number;
      readonly out: number;
      readonly zeroForOne: boolean;
      readonly pool: Address;
      readonly to: Address;
    }
  /** The input is in the contract that runs the program. */
  | {
      readonly op: "v3-swap-pay";
      readonly in: number;
      readonly out: number;
      readonly zeroForOne: boolean;
      readonly pool: Address;
      readonly to: Address;
      readonly tokenIn: Address;
    }
  | V4SwapStep
  | InfinitySwapStep;

/** What a swap in a pool of those has whose tokens one contract holds, and which it calls back. */
interface HeldPoolStep {
  readonly in: number;
  readonly out: number;
  readonly zeroForOne: boolean;
  readonly to: Address;
}

/**
 * A swap by a V4 manager. The input goes to it from the route's payer, or from the contract that
 * runs the program.
 */
export interface V4SwapStep extends HeldPoolStep {
  readonly op: "v4-swap-pull" | "v4-swap-pay";
  readonly manager: Address;
  readonly key: V4PoolKey;
}

/** The same by a manager of PancakeSwap Infinity, whose vault holds the tokens. */
export interface InfinitySwapStep extends HeldPoolStep {
  readonly op:
    | "infinity-swap-pull"
    | "infinity-swap-pay"
    | "infinity-bin-swap-pull"
    | "infinity-bin-swap-pay";
  readonly vault: Address;
  readonly key: InfinityPoolKey;
}

/** A call of any contract. */
export interface CallStep {
  readonly op: "call";
  readonly target: Address;
  /** Native value; 0: none. */
  readonly valueRegister: number;
  /** Register for return word number `outWord`; 0: none, and then `outWord` is 0 too. */
  readonly out: number;
  readonly outWord: number;
  readonly approvals: readonly Approval[];
  readonly splices: readonly Splice[];
  /** Selector and arguments, below 64 KiB. */
  readonly data: Hex;
  /** Who gets the approvals; absent: the target. */
  readonly spender?: Address;
}

/** A program before encoding. */
export interface Program {
  /** How many registers it uses, 1 to 255. */
  readonly registers: number;
  readonly steps: readonly Step[];
}

/**
 * First byte of each step. A call has two: without and with a spender. A literal has two: of 16 and
 * of 32 bytes.
 */
export const OPCODES = {
  set: 0x01,
  take: 0x02,
  balance: 0x03,
  gain: 0x04,
  "at-least": 0x05,
  add: 0x06,
  word: 0x07,
  "set-wide": 0x08,
  "at-least-wide": 0x09,
  pull: 0x10,
  send: 0x11,
  call: 0x12,
  "call-via": 0x13,
  "v2-swap": 0x20,
  "v2-swap-measured": 0x21,
  "v3-swap-pull": 0x22,
  "v3-swap-pay": 0x23,
  "v4-swap-pull": 0x24,
  "v4-swap-pay": 0x25,
  "infinity-swap-pull": 0x26,
  "infinity-swap-pay": 0x27,
  "infinity-bin-swap-pull": 0x28,
  "infinity-bin-swap-pay": 0x29,
} as const satisfies Readonly<
  Record<Step["op"] | "call-via" | "set-wide" | "at-least-wide", number>
>;

/** Largest literal. */
export const MAX_LITERAL = (1n << 256n) - 1n;
/** Largest literal that 16 bytes hold. */
export const MAX_NARROW_LITERAL = (1n << 128n) - 1n;
/** Direction byte: token0 to token1. */
export const ZERO_FOR_ONE = 1;
/** Direction byte: token1 to token0. */
export const ONE_FOR_ZERO = 2;
/** Fees are below this: one million hundredths of a basis point are 100 %. */
export const FEE_PIPS_LIMIT = 1_000_000;
