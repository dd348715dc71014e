import { type Address, encodeFunctionData, type Hex, hexToBigInt, numberToHex, slice } from "viem";
import type { CallArgument, Operation } from "../../protocols/protocol.ts";

/** Calldata with holes, and where they are: byte offsets of 32-byte words that the program fills with an amount. */
export interface CallTemplate {
  readonly data: Hex;
  readonly amountOffsets: readonly number[];
}

/** Stands for the amount while encoding; no real argument has this value. */
const HOLE = BigInt("0x5eed0fa11a50f0000000000000000000000000000000000000000000c0ffee01");
const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;

/**
 * Encodes a planned call. Arguments known only while the program runs become zero words, found again by encoding a marker, so
 * that nested tuples and arrays need no special case. `recipient` fills the arguments that name who is paid.
 */
export function encodeCallTemplate(
  operation: Extract<Operation, { kind: "call" }>,
  recipient: Address,
): CallTemplate {
  const args = operation.args.map((argument) => argumentValue(argument, recipient));
  const marked = encodeFunctionData({
    abi: [operation.function],
    functionName: operation.function.name,
    args,
  });
  const amountOffsets: number[] = [];
  const words: Hex[] = [];
  const size = (marked.length - 2) / 2;
  for (let offset = SELECTOR_BYTES; offset < size; offset += WORD_BYTES) {
    const word = slice(marked, offset, offset + WORD_BYTES);
    const isHole = hexToBigInt(word) === HOLE;
    if (isHole) amountOffsets.push(offset);
    words.push(isHole ? numberToHex(0, { size: WORD_BYTES }) : word);
  }
  const data: Hex = `${slice(marked, 0, SELECTOR_BYTES)}${words.map((word) => word.slice(2)).join("")}`;
  return { data, amountOffsets };
}

function argumentValue(argument: CallArgument, recipient: Address): unknown {
  switch (argument.kind) {
    case "literal":
      return argument.value;
    case "amountIn":
      return HOLE;
    case "recipient":
      return recipient;
  }
}
