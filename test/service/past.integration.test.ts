import { describe, expect, test } from "vitest";
import {
  BLOCKS,
  parsed,
  QUOTES_PER_BLOCK,
  quotes,
  recordBlocks,
  SEED,
  serveRecording,
} from "./past/recording.ts";

serveRecording();

describe("a past block", () => {
  test(
    `default: ${BLOCKS} blocks are traded and recorded, seed ${SEED}`,
    { timeout: 900_000 },
    async () => {
      await recordBlocks();
      const venues = new Set(
        quotes.flatMap((quote) => parsed(quote).explain.legs.map(({ venue }) => venue)),
      );
      console.log(`${quotes.length} quotes of ${BLOCKS} blocks through ${[...venues].join(", ")}`);
      expect(quotes.length).toBeGreaterThan(QUOTES_PER_BLOCK * BLOCKS);
      expect(venues.size).toBeGreaterThan(10);
    },
  );
});
describe("answers of a past block", async () => {
  await import("./past/answers.suite.ts");
});
describe("the graph of a past block", async () => {
  await import("./past/graphs.suite.ts");
});
// Takes blocks back, and deletes what is older.
describe("a past that changes", async () => {
  await import("./past/replaced.suite.ts");
});
