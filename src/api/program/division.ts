import { type Address, concatHex, type Hex, numberToHex, slice } from "viem";
import { MAX_UINT256 } from "../../lib/math.ts";
import type { CallStep } from "./steps.ts";

/**
 * The precompiled contract of every chain that answers base^exponent mod modulus.
 *
 * @see https://eips.ethereum.org/EIPS/eip-198
 */
export const MODEXP_ADDRESS: Address = "0x0000000000000000000000000000000000000005";

const WORD_BYTES = 32;
/** Base and modulus have two words, the exponent one: that is the head, with a base of 0. */
const HEAD: Hex = concatHex(
  [2 * WORD_BYTES, WORD_BYTES, 2 * WORD_BYTES, 0, 0, 1].map((word) => wordOf(BigInt(word))),
);
/** The high word of the base. */
const DIVIDEND_OFFSET = 3 * WORD_BYTES;
/** The answer is the remainder and, in its low word, the quotient. */
const QUOTIENT_WORD = 1;

/**
 * The step that puts floor(dividend / divisor) into a register, of whatever the running program has
 * in another one.
 *
 * No step divides, and `take` knows 64 bits of a share, which are too few. But with R = 2^256 and
 * M = divisor * R - 1, divisor * R is 1 mod M, so that dividend * R, which is what the dividend is
 * as the high one of two words, is quotient + remainder * R mod M: both words at once, exactly.
 *
 * @param divisor From 2, below 2^256.
 */
export function divisionCall(on: {
  readonly out: number;
  readonly dividend: number;
  readonly divisor: bigint;
}): CallStep {
  const { out, dividend, divisor } = on;
  if (divisor < 2n || divisor > MAX_UINT256) {
    throw new Error(`divisor is ${divisor}; give 2 to 2^256 - 1.`);
  }
  return {
    ...{ op: "call", target: MODEXP_ADDRESS, valueRegister: 0, out, outWord: QUOTIENT_WORD },
    approvals: [],
    splices: [{ register: dividend, offset: DIVIDEND_OFFSET }],
    data: concatHex([HEAD, wordOf(divisor - 1n), wordOf(MAX_UINT256)]),
  };
}

/** The divisor of such a step; null: it is another one. */
export function divisorOf({ target, outWord, data }: CallStep): bigint | null {
  const length = HEAD.length + 4 * WORD_BYTES;
  if (target !== MODEXP_ADDRESS || outWord !== QUOTIENT_WORD || data.length !== length) return null;
  const size = (HEAD.length - 2) / 2;
  const isOwn =
    slice(data, 0, size) === HEAD && slice(data, size + WORD_BYTES) === wordOf(MAX_UINT256);
  return isOwn ? BigInt(slice(data, size, size + WORD_BYTES)) + 1n : null;
}

function wordOf(value: bigint): Hex {
  return numberToHex(value, { size: WORD_BYTES });
}
