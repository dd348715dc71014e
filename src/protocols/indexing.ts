import type { PublicClient } from "viem";
import config from "../../ponder.config.ts";
import { readTogether } from "../catalog/live/aggregate.ts";
import { aggregateAt, BlockGoneError, createReadingClient } from "../catalog/live/node.ts";
import { isDue } from "../catalog/live/reader.ts";
import { ponder } from "../catalog/recorded.ts";
import { processEnvironment } from "../lib/env.ts";
import { LIVE_READERS, liveBlocks } from "./live-readers.ts";
import { isIndexed } from "./sources.ts";

const environment = processEnvironment();

/** By chain, from its first live block on. */
const started = new Map<number, { readonly client: PublicClient; readonly firstNumber: number }>();

/** Where Ponder itself asks for the chain. */
function urlOf(name: string): string {
  const [url] = config.chains[name]?.rpc ?? [];
  if (url === undefined) throw new Error(`Chain ${name} is not configured.`);
  return url;
}

if (isIndexed(liveBlocks(environment).LiveReading)) {
  ponder.on("LiveReading:block", async ({ event, context }) => {
    const chainId = context.chain.id;
    const configured = environment.chains.get(chainId);
    if (configured === undefined) throw new Error(`Chain ${chainId} has no PONDER_RPC_URL.`);
    const { chain } = configured;
    const block = { number: Number(event.block.number), timestamp: Number(event.block.timestamp) };
    const { client, firstNumber } = started.get(chainId) ?? {
      client: createReadingClient(urlOf(chain.name)),
      firstNumber: block.number,
    };
    started.set(chainId, { client, firstNumber });

    const due = LIVE_READERS.filter(
      (reader) =>
        reader.isOn(chainId) && isDue(reader, { number: block.number, firstNumber, chain }),
    );
    try {
      await readTogether(
        due.map((reader) => (aggregate) => reader.read({ chain, context, block, aggregate })),
        aggregateAt(client, { chain, blockNumber: event.block.number }),
      );
    } catch (error) {
      // Ponder rolls the block back as soon as this returns.
      if (!(error instanceof BlockGoneError)) throw error;
    }
  });
}
