import { type Address, encodeFunctionData, parseAbi } from "viem";
import { type Question, TICKS_RESERVE, wordsOf } from "./lens.ts";

const ABI = parseAbi(["function bins(address pair, uint256 above, uint256 reserve) view"]);
/** No bin with a price is near it. */
const HIGHEST_BIN = 2 ** 24 - 1;

/** What a bin of a Liquidity Book pair holds. */
export interface LensBin {
  readonly bin: number;
  readonly reserveX: bigint;
  readonly reserveY: bigint;
}

/** The bins of a pair below one of them, descending, as far as the gas goes. */
export function binsQuestion(
  pair: Address,
  above: number,
): Question<{ readonly next: number; readonly bins: readonly LensBin[] }> {
  const args = [pair, BigInt(above), TICKS_RESERVE] as const;
  return {
    data: encodeFunctionData({ abi: ABI, args }),
    decode(returned) {
      const [next = 0n, ...words] = wordsOf(returned, null);
      const bins: LensBin[] = [];
      for (let at = 0; at + 2 < words.length; at += 3) {
        const [id = 0n, reserveX = 0n, reserveY = 0n] = words.slice(at, at + 3);
        bins.push({ bin: Number(id), reserveX, reserveY });
      }
      return { next: Number(next), bins };
    },
  };
}

/** All bins of a pair that hold something, ascending. */
export async function readBins(
  pair: Address,
  ask: <T>(question: Question<T>) => Promise<T>,
): Promise<readonly LensBin[]> {
  const found: LensBin[] = [];
  for (let above = HIGHEST_BIN; above !== 0; ) {
    const { next, bins } = await ask(binsQuestion(pair, above));
    if (next === above) throw new Error(`The bins of ${pair} take more gas than a call has.`);
    for (const bin of bins) found.push(bin);
    above = next;
  }
  return found.reverse();
}
