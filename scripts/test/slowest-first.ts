import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Integration tests of half a minute and more, slowest first; a clean clone has no
 * record of how long files took.
 */
export const SLOWEST: readonly string[] = [
  "test/service/answers.integration.test.ts",
  "test/service/markets.integration.test.ts",
  "test/indexing/indexes.integration.test.ts",
  "test/web/page.integration.test.ts",
  "test/scripts/start.integration.test.ts",
  "test/api/graph/feed.integration.test.ts",
  "test/service/past.integration.test.ts",
  "test/indexing/seed.integration.test.ts",
  "test/service/reconciliation.integration.test.ts",
  "test/service/bundles.integration.test.ts",
  "test/service/divided.integration.test.ts",
  "test/api/graph/admission.integration.test.ts",
  "test/service/history.integration.test.ts",
  "test/service/chains.integration.test.ts",
  "test/scripts/api.integration.test.ts",
  "test/faults/index.integration.test.ts",
  "test/faults/rpc.integration.test.ts",
  "test/faults/absence.integration.test.ts",
  "test/service/data-fee.integration.test.ts",
  "test/docs/readme.integration.test.ts",
  "test/indexing/first-start.integration.test.ts",
  "test/seed/seed.integration.test.ts",
  "test/service/fast-blocks.integration.test.ts",
  "test/contracts/forge.integration.test.ts",
  "test/nodes/limits.integration.test.ts",
  "test/service/sql.integration.test.ts",
  "test/faults/backfill.integration.test.ts",
];

/** The files, absolute, with the slowest first and the others in the order that they came in. */
export function slowestFirst<T>(
  files: readonly T[],
  { root, pathOf }: { readonly root: string; readonly pathOf: (file: T) => string },
): T[] {
  const rank = (file: T): number => {
    const place = SLOWEST.indexOf(relative(root, pathOf(file)));
    return place < 0 ? SLOWEST.length : place;
  };
  return files.toSorted((a, b) => rank(a) - rank(b));
}

/** Lets all workers end at about the same time. Vitest wants a class. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    return slowestFirst(await super.sort(files), { root, pathOf: ({ moduleId }) => moduleId });
  }
}
