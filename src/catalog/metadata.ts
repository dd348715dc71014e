import { type Address, type Hex, hexToBigInt, hexToBytes, size, slice } from "viem";
import { chunk } from "../lib/chunk.ts";
import { type Answer, MOST_TOKENS, metadataCall, splitAnswers } from "./metadata-call.ts";

/** What a token says of itself. */
export interface TokenMetadata {
  /** At most 64 characters, none of them invisible; null when the contract states none. */
  readonly symbol: string | null;
  readonly name: string | null;
  /** 0 to 255; null when the contract does not answer. */
  readonly decimals: number | null;
}

/** Runs init code without a recipient, on any recent state. */
export type StatelessCall = (data: Hex) => Promise<Hex | undefined>;

const MAX_CHARACTERS = 64;
const MAX_DECIMALS = 255n;

/**
 * Text that is safe to show: control characters, direction overrides, zero-width and unassigned
 * characters are removed, blanks joined, the rest cut to 64 characters. Null when nothing is left.
 */
export function cleanText(text: string): string | null {
  const visible = text.replace(/[\p{Zs}\p{Zl}\p{Zp}\t\n\r]+/gu, " ").replace(/\p{C}/gu, "");
  const cut = [...visible.trim()].slice(0, MAX_CHARACTERS).join("").trim();
  return cut === "" ? null : cut;
}

/** ABI `string`, as OpenZeppelin returns it, or `bytes32`, as MKR does. */
function decodeText(answer: Answer): string | null {
  if (answer === null) return null;
  const { bytes, fullSize } = answer;
  if (fullSize === 32) return decodeUtf8(bytes);
  if (fullSize < 64 || hexToBigInt(slice(bytes, 0, 32)) !== 32n) return null;
  const length = hexToBigInt(slice(bytes, 32, 64));
  if (length === 0n || length > BigInt(fullSize - 64)) return null;
  return decodeUtf8(slice(bytes, 64, Math.min(size(bytes), 64 + Number(length))));
}

/** Null where the bytes are no text. */
function decodeUtf8(bytes: Hex): string | null {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    // As a stream: the cut at 256 bytes may go through a character, which is then left out.
    return cleanText(decoder.decode(hexToBytes(bytes), { stream: true }));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function decodeDecimals(answer: Answer): number | null {
  if (answer === null || answer.fullSize < 32) return null;
  const value = hexToBigInt(slice(answer.bytes, 0, 32));
  return value <= MAX_DECIMALS ? Number(value) : null;
}

/**
 * Symbol, name and decimals of any addresses, hostile or no tokens at all, in their order; one call
 * for every 28.
 *
 * @throws whatever `call` throws: a token cannot make it fail, the node can.
 */
export async function readMetadata(
  call: StatelessCall,
  tokens: readonly Address[],
): Promise<readonly TokenMetadata[]> {
  const groups = chunk(tokens, MOST_TOKENS).map(async (group) =>
    splitAnswers(await call(metadataCall(group)), group.length),
  );
  return (await Promise.all(groups)).flat().map(({ symbol, name, decimals }) => ({
    symbol: decodeText(symbol),
    name: decodeText(name),
    decimals: decodeDecimals(decimals),
  }));
}
