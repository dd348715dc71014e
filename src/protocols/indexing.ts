import { contracts, log, nodes, seeds, starts } from "../../ponder.config.ts";
import { dataFeeReader } from "../catalog/data-fee/live.ts";
import { readTogether } from "../catalog/live/aggregate.ts";
import { retried } from "../catalog/live/attempts.ts";
import {
  aggregateAt,
  BlockGoneError,
  createReadingClient,
  StateDroppedError,
} from "../catalog/live/node.ts";
import { isDue, type LiveReader } from "../catalog/live/reader.ts";
import { createLiveRun } from "../catalog/live/run.ts";
import { statesOf } from "../catalog/live/states.ts";
import { priceFeedReader } from "../catalog/price-feeds/live.ts";
import { onSetup, ponder } from "../catalog/recorded.ts";
import { headBlock } from "../catalog/schema.ts";
import { readTokens } from "../catalog/tokens.ts";
import { processEnvironment } from "../lib/env.ts";
import { INDEXED } from "./indexed.ts";
import { createReconciliation } from "./reconciliation.ts";
import { writeSeed } from "./seed-rows.ts";
import type { IndexedFamily } from "./sources.ts";
import { createAdmission } from "./wanted-pools.ts";

const environment = processEnvironment();

/** Everything that is read in live blocks. */
const LIVE_READERS: readonly LiveReader[] = [
  priceFeedReader,
  dataFeeReader,
  ...INDEXED.flatMap(({ live }: IndexedFamily) => live ?? []),
];

/** What follows each chain, by its id. */
const runs = new Map(
  [...environment.chains].map(([chainId, { chain }]) => {
    const node = nodes.get(chainId);
    const start = starts.get(chainId);
    if (node === undefined || start === undefined) {
      throw new Error(`Chain ${chain.name} is not configured.`);
    }
    const client = createReadingClient(node);
    const states = statesOf(client, chain);
    const newest = async () => Number(await retried(() => client.getBlockNumber()));
    const live = createLiveRun({ start: start.head, newest }, states, (block, next) => {
      log.warn({ chainId, block, next }, "the node has dropped states; live blocks go on later");
    });
    const admission = createAdmission({
      ...{ chainId, families: INDEXED, isSeeded: seeds.has(chainId), node, environment, log },
    });
    const reconciliation = createReconciliation({
      ...{ chainId, families: INDEXED, environment, node, log },
    });
    return [chainId, { chain, client, states, live, admission, reconciliation }];
  }),
);

ponder.on("Head:block", async ({ event, context }) => {
  const chainId = context.chain.id;
  const run = runs.get(chainId);
  if (run === undefined) throw new Error(`Chain ${chainId} has no PONDER_RPC_URL.`);
  const { chain, client, states, live, admission, reconciliation } = run;
  const block = { number: Number(event.block.number), timestamp: Number(event.block.timestamp) };
  const before = { chainId, number: block.number - 1 };
  const previous = await context.db.find(headBlock, before);
  const follows = previous !== null;
  if (!(await live.isLive(block.number, follows))) return;

  const due = LIVE_READERS.filter(
    (reader) =>
      reader.isOn(chainId) && isDue(reader, { number: block.number, isFirst: !follows, chain }),
  );
  try {
    await readTogether(
      due.map((reader) => (aggregate) => reader.read({ chain, context, block, aggregate })),
      aggregateAt(client, { chain, states, blockNumber: event.block.number }),
    );
  } catch (error) {
    if (error instanceof StateDroppedError) {
      await live.resumeAfter(block.number);
      return;
    }
    // Ponder rolls a block that is gone back as soon as this returns.
    if (!(error instanceof BlockGoneError)) throw error;
  }
  const { hash, parentHash, baseFeePerGas } = event.block;
  await admission.follow({ chain, context, block, hash });
  await admission.admit(context, { chainId, ...block, hash });
  await reconciliation?.run(context, {
    ...{ chainId, ...block, hash, previous: previous?.timestamp ?? null },
  });
  await readTokens(context);
  await context.db
    .insert(headBlock)
    .values({ chainId, ...block, hash, parentHash, baseFeePerGas: baseFeePerGas ?? 0n });
});

for (const { family, seed } of INDEXED as readonly IndexedFamily[]) {
  const watched = new Map<string, { readonly chain: object }>(Object.entries(contracts));
  for (const source of seed?.sources ?? []) {
    // Ponder refuses handlers of a source that is not in its configuration.
    if (!watched.has(source)) continue;
    onSetup(source, async (context) => {
      const chainId = context.chain.id;
      const name = environment.chains.get(chainId)?.chain.name ?? "";
      const own = seed?.sources.find((one) => name in (watched.get(one)?.chain ?? {}));
      if (own === source) await writeSeed(context, family, seeds.get(chainId));
    });
  }
}
