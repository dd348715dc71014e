import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { type Question, TICKS_RESERVE, wordsOf } from "./lens.ts";

const ABI = parseAbi([
  "function bins(address pair, bytes32 pool, uint256 above, uint256 reserve) view",
]);
/** Of a pair that is a contract of its own. */
const NO_POOL: Hex = `0x${"0".repeat(64)}`;
/** No bin with a price is near it. */
const HIGHEST_BIN = 2 ** 24 - 1;

/** Where bins are: a Liquidity Book pair, or the pool of an id in a contract with many. */
export interface BinsPlace {
  readonly pair: Address;
  readonly pool: Hex | null;
}

/** What a bin holds. */
export interface LensBin {
  readonly bin: number;
  readonly reserveX: bigint;
  readonly reserveY: bigint;
}

/** The bins of a pair below one of them, descending, as far as the gas goes. */
export function binsQuestion(
  { pair, pool }: BinsPlace,
  above: number,
): Question<{ readonly next: number; readonly bins: readonly LensBin[] }> {
  const args = [pair, pool ?? NO_POOL, BigInt(above), TICKS_RESERVE] as const;
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
  place: BinsPlace,
  ask: <T>(question: Question<T>) => Promise<T>,
): Promise<readonly LensBin[]> {
  const found: LensBin[] = [];
  for (let above = HIGHEST_BIN; above !== 0; ) {
    const { next, bins } = await ask(binsQuestion(place, above));
    if (next === above)
      throw new Error(`The bins of ${place.pool ?? place.pair} take more gas than a call has.`);
    for (const bin of bins) found.push(bin);
    above = next;
  }
  return found.reverse();
}
