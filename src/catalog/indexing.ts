import { ponder } from "ponder:registry";
import { headBlock } from "./schema.ts";

ponder.on("Head:block", async ({ event, context }) => {
  const { number, hash, parentHash, timestamp, baseFeePerGas } = event.block;
  await context.db.insert(headBlock).values({
    chainId: context.chain.id,
    number: Number(number),
    hash,
    parentHash,
    timestamp: Number(timestamp),
    baseFeePerGas: baseFeePerGas ?? 0n,
  });
});
