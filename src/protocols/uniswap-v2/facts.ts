import type { Address } from "viem";
import type { CatalogContext } from "../../catalog/discovery.ts";
import { beginsWithState } from "../../catalog/dormant.ts";
import { uniswapV2Pair } from "./schema.ts";

type Row = typeof uniswapV2Pair.$inferSelect;

/**
 * What never changes of a pair: its factory makes one of two tokens at an address that follows from
 * them.
 */
export type PairFacts = Pick<Row, "slug" | "token0" | "token1" | "feePips">;

/** Some 300 bytes each. */
const MOST_PAIRS = 50_000;
/**
 * By chain and address. Every swap asks for them, and the store's answer is dearer than all else
 * that a swap needs.
 */
const known = new Map<number, Map<Address, PairFacts>>();

/**
 * The facts of a pair; null where the index began with a state without it.
 *
 * @throws Error when its creation was not indexed, though all logs are.
 */
export async function factsOf(
  { db, chain }: Pick<CatalogContext, "db" | "chain">,
  address: Address,
): Promise<PairFacts | null> {
  const chainId = chain.id;
  let pairs = known.get(chainId);
  if (pairs === undefined) {
    pairs = new Map();
    known.set(chainId, pairs);
  }
  const found = pairs.get(address);
  if (found !== undefined) return found;
  const row = await db.find(uniswapV2Pair, { chainId, address });
  if (row === null) {
    if (beginsWithState(chainId)) return null;
    throw new Error(`No PairCreated was indexed for ${address}; index from an earlier block.`);
  }
  const { slug, token0, token1, feePips } = row;
  const facts = { slug, token0, token1, feePips };
  if (pairs.size >= MOST_PAIRS) pairs.clear();
  pairs.set(address, facts);
  return facts;
}
