import type { Address } from "viem";
import { PRICE_FEEDS } from "../../catalog/price-feeds/feeds.ts";
import type { Chain } from "../../lib/chain.ts";
import type { Head } from "./heads.ts";
import type { Memory } from "./memory.ts";
import { nextTimestamp } from "./pace.ts";
import type { PriceFeedAnswer, Snapshot } from "./snapshot.ts";

/** What a snapshot says of its block. */
interface BlockInput {
  readonly chain: Chain;
  readonly memory: Pick<Memory, "heads" | "priceFeeds" | "dataFee">;
  /** The newest of the memory's heads. */
  readonly head: Head;
}

/** The block of a head, and the one that is made next. */
export function blockOf({ chain, head, memory }: BlockInput): Pick<Snapshot, "block" | "next"> {
  const { number, hash, timestamp, baseFeePerGas } = head;
  return {
    block: { number, hash, timestamp, baseFeePerGas },
    next: {
      number: BigInt(number) + 1n,
      timestamp: BigInt(nextTimestamp(memory.heads, chain)),
    },
  };
}

/** What the chain charges beside gas, as a snapshot tells it. */
export function dataFeeOf({
  memory: { dataFee },
}: Pick<BlockInput, "memory">): Snapshot["dataFee"] {
  if (dataFee === null) return null;
  const { updatedBlock: _, ...fee } = dataFee;
  return fee;
}

/** The chain's feeds that ever answered, by token. */
export function priceFeedsOf({
  chain,
  memory,
}: Pick<BlockInput, "chain" | "memory">): Snapshot["priceFeeds"] {
  const answers = new Map(memory.priceFeeds.map((row) => [row.feed, row]));
  const byToken = new Map<Address, PriceFeedAnswer>();
  for (const [token, { feed, heartbeatSeconds }] of PRICE_FEEDS.get(chain.chainId) ?? []) {
    const row = answers.get(feed);
    if (row === undefined) continue;
    const { answer, decimals, updatedAt } = row;
    byToken.set(token, { answer, decimals, updatedAt, heartbeatSeconds });
  }
  return byToken;
}
