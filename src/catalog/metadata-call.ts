import {
  type Address,
  concatHex,
  type Hex,
  numberToHex,
  pad,
  size,
  slice,
  toFunctionSelector,
} from "viem";

// A token's view functions need a few thousand gas; behind proxies some ten thousand.
const CALL_GAS = 500_000;
/** Bytes of an answer that are read: offset, length and 256 bytes of text. */
const ANSWER_BYTES = 320;
/** One word for success, one for the answer's size, then the answer. */
const SLOT_BYTES = 64 + ANSWER_BYTES;

const SELECTORS = ["decimals", "symbol", "name"].map((name) => toFunctionSelector(`${name}()`));

// https://www.evm.codes
const MSTORE = "0x52";
const RETURNDATASIZE = "0x3d";
const STATICCALL = "0xfa";
const RETURN = "0xf3";

function push(value: Hex): Hex {
  return concatHex([numberToHex(0x5f + size(value)), value]);
}

function pushNumber(value: number): Hex {
  return push(numberToHex(value, { size: 4 }));
}

/**
 * Init code that asks `token` for decimals, symbol and name and returns one slot per answer. Run with `eth_call` and no
 * recipient it needs no deployed contract.
 *
 * Unlike separate calls or Multicall3 it caps the gas and the copied bytes of each answer, so that a token can neither
 * burn the gas of the others nor return a bomb; and as it never fails itself, an error of the call is one of the node.
 */
export function metadataCall(token: Address): Hex {
  const asks = SELECTORS.map((selector, index) => {
    // Memory: the selector in word 0, then the slots.
    const slot = 32 + index * SLOT_BYTES;
    return concatHex([
      push(pad(selector, { size: 32, dir: "right" })),
      pushNumber(0),
      MSTORE,
      pushNumber(ANSWER_BYTES),
      pushNumber(slot + 64),
      pushNumber(4),
      pushNumber(0),
      push(token),
      pushNumber(CALL_GAS),
      STATICCALL,
      pushNumber(slot),
      MSTORE,
      RETURNDATASIZE,
      pushNumber(slot + 32),
      MSTORE,
    ]);
  });
  const end = concatHex([pushNumber(SELECTORS.length * SLOT_BYTES), pushNumber(32), RETURN]);
  return concatHex([...asks, end]);
}

/** What a token answered to one function: at most 320 bytes; null when it failed or is no contract. */
export type Answer = { readonly bytes: Hex; readonly fullSize: number } | null;

/**
 * Splits what `metadataCall` returned.
 *
 * @throws Error when the node returned something else.
 */
export function splitAnswers(data: Hex | undefined): {
  readonly decimals: Answer;
  readonly symbol: Answer;
  readonly name: Answer;
} {
  if (data === undefined || size(data) !== SELECTORS.length * SLOT_BYTES) {
    throw new Error(
      `The node returned ${data === undefined ? 0 : size(data)} bytes for a call without recipient instead of ` +
        `${SELECTORS.length * SLOT_BYTES}; use a node that runs such calls.`,
    );
  }
  const answer = (index: number): Answer => {
    const slot = index * SLOT_BYTES;
    const success = BigInt(slice(data, slot, slot + 32)) === 1n;
    const fullSize = Number(BigInt(slice(data, slot + 32, slot + 64)));
    // A call to an address without code succeeds and returns nothing.
    if (!success || fullSize === 0) return null;
    const end = slot + 64 + Math.min(fullSize, ANSWER_BYTES);
    return { bytes: slice(data, slot + 64, end), fullSize };
  };
  return { decimals: answer(0), symbol: answer(1), name: answer(2) };
}
