import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Integration tests of a minute and more on two free cores, slowest first; a clean clone has no record of how long files took. */
export const SLOWEST: readonly string[] = [
  "test/faults/index.integration.test.ts",
  "test/scripts/start.integration.test.ts",
  "test/divided.integration.test.ts",
  "test/past.integration.test.ts",
  "test/trades.integration.test.ts",
  "test/indexing/families.integration.test.ts",
  "test/bundle.integration.test.ts",
  "test/positions.integration.test.ts",
  "test/api/graph/feed.integration.test.ts",
  "test/indexing/tables.integration.test.ts",
  "test/faults/rpc.integration.test.ts",
  "test/strategies.integration.test.ts",
  "test/replays.integration.test.ts",
  "test/sql.integration.test.ts",
  "test/history.integration.test.ts",
  "test/limits.integration.test.ts",
];

/** Starts the slowest files first, so that all workers end at about the same time. Vitest wants a class. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = SLOWEST.indexOf(relative(this.ctx.config.root, moduleId));
      return place < 0 ? SLOWEST.length : place;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
