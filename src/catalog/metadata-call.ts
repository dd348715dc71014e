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
const CALL_GAS = 120_000;
const WORD_BYTES = 32;
/** Before each answer: a word for success, one for the answer's size. */
const HEAD_BYTES = 2 * WORD_BYTES;
/** Bytes of an answer that are read; of a text its offset, length and 256 bytes. */
const ANSWER_BYTES = { decimals: 32, symbol: 320, name: 320 } as const;

type Name = keyof typeof ANSWER_BYTES;
const NAMES = ["decimals", "symbol", "name"] as const satisfies readonly Name[];

/** Where the answer to each function begins among a token's. */
const OFFSETS = {
  decimals: 0,
  symbol: HEAD_BYTES + ANSWER_BYTES.decimals,
  name: 2 * HEAD_BYTES + ANSWER_BYTES.decimals + ANSWER_BYTES.symbol,
} as const satisfies Record<Name, number>;
const TOKEN_BYTES = OFFSETS.name + HEAD_BYTES + ANSWER_BYTES.name;
/** In memory, the answers come after a word for each selector. */
const ANSWERS_START = NAMES.length * WORD_BYTES;

/**
 * Most tokens of a call. Nodes run init code as if they deployed what it returns: at most 24,576
 * bytes of it, for 200 gas a byte. With that, 28 tokens that burn all they are given cost 15
 * million gas, which is less than a transaction may take: nodes allow calls 50 million by default.
 *
 * @see https://eips.ethereum.org/EIPS/eip-170
 * @see https://eips.ethereum.org/EIPS/eip-7825
 * @see https://geth.ethereum.org/docs/fundamentals/command-line-options (`--rpc.gascap`)
 */
export const MOST_TOKENS = 28;

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

/** Writes the selectors to memory, each at the start of a word. */
const STORE_SELECTORS = concatHex(
  NAMES.map((name, index) =>
    concatHex([
      push(pad(toFunctionSelector(`${name}()`), { size: WORD_BYTES, dir: "right" })),
      ...[pushNumber(index * WORD_BYTES), MSTORE],
    ] as const),
  ),
);

/** What asks the token in a place, before and after its address. */
const ASKS = Array.from({ length: MOST_TOKENS }, (_, token) =>
  NAMES.map((name, index) => {
    const head = ANSWERS_START + token * TOKEN_BYTES + OFFSETS[name];
    const before = [
      ...[pushNumber(ANSWER_BYTES[name]), pushNumber(head + HEAD_BYTES)],
      ...[pushNumber(4), pushNumber(index * WORD_BYTES)],
    ];
    const after = [
      ...[pushNumber(CALL_GAS), STATICCALL, pushNumber(head), MSTORE],
      ...[RETURNDATASIZE, pushNumber(head + WORD_BYTES), MSTORE],
    ] as const;
    return { before: concatHex(before), after: concatHex(after) };
  }),
);

/**
 * Init code that asks `tokens` for decimals, symbol and name and returns their answers. Run with
 * `eth_call` and no recipient it needs no deployed contract.
 *
 * Unlike separate calls or Multicall3 it caps the gas and the copied bytes of each answer, so that
 * a token can neither burn the gas of the others nor return a bomb; and as it never fails itself,
 * an error of the call is one of the node.
 *
 * @param tokens At most `MOST_TOKENS`.
 */
export function metadataCall(tokens: readonly Address[]): Hex {
  const asks = tokens.flatMap((token, place) =>
    (ASKS[place] ?? []).flatMap(({ before, after }) => [before, push(token), after]),
  );
  const answers = [pushNumber(tokens.length * TOKEN_BYTES), pushNumber(ANSWERS_START)] as const;
  return concatHex([STORE_SELECTORS, ...asks, ...answers, RETURN]);
}

/**
 * What a token answered to one function, as far as it is read; null when it failed or is no
 * contract.
 */
export type Answer = { readonly bytes: Hex; readonly fullSize: number } | null;

/** What a token answered. */
export type Answers = Readonly<Record<Name, Answer>>;

/**
 * Splits what `metadataCall` of `count` tokens returned: the answers of each, in their order.
 *
 * @throws Error when the node returned something else.
 */
export function splitAnswers(data: Hex | undefined, count: number): readonly Answers[] {
  const [bytes, wanted] = [data === undefined ? 0 : size(data), count * TOKEN_BYTES];
  if (data === undefined || bytes !== wanted) {
    throw new Error(
      `The node returned ${bytes} bytes for a call without recipient instead of ${wanted}; ` +
        "use a node that runs such calls.",
    );
  }
  const answer = (token: number, name: Name): Answer => {
    const head = token * TOKEN_BYTES + OFFSETS[name];
    const success = BigInt(slice(data, head, head + WORD_BYTES)) === 1n;
    const fullSize = Number(BigInt(slice(data, head + WORD_BYTES, head + HEAD_BYTES)));
    // A call to an address without code succeeds and returns nothing.
    if (!success || fullSize === 0) return null;
    const start = head + HEAD_BYTES;
    return { bytes: slice(data, start, start + Math.min(fullSize, ANSWER_BYTES[name])), fullSize };
  };
  return Array.from({ length: count }, (_, token) => ({
    decimals: answer(token, "decimals"),
    symbol: answer(token, "symbol"),
    name: answer(token, "name"),
  }));
}
