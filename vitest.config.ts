import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./scripts/test/slowest-first.ts";

/** Test files that start processes: anvil, Postgres, Ponder, shells. */
const integration = "test/**/*.integration.test.ts";
/** The same at full sizes, which take hours; `npm run test:nightly`. */
const nightly = "test/**/*.nightly.test.ts";

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [integration, nightly, "test/**/*.fork.test.ts"],
          // Not threads: V8 13.6 sometimes aborts (jit_page.has_value) when several isolates of one
          // process compile.
          pool: "forks",
          setupFiles: "test/harness/property-seed.ts",
          // Pure functions share no state between files, and importing viem once per file took most
          // of the time.
          isolate: false,
          // Property tests take seconds, more on a busy machine; nothing here waits for anything.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "integration",
          include: [integration],
          pool: "forks",
          // Loading the service's modules once per file took a tenth of the time. A file ends what
          // it starts, so that nothing is left to the next.
          isolate: false,
          // For busy machines: many times what a test takes on an idle one.
          testTimeout: 600_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 90_000 } },
        },
      },
      {
        test: {
          name: "nightly",
          include: [nightly],
          pool: "forks",
          fileParallelism: false,
          // After all unit tests, which run side by side.
          sequence: { groupOrder: 1 },
          env: { WEIR_TEST_SIZE: "nightly" },
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 7_200_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
