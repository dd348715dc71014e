import { describeBackfillFaults } from "./backfill-faults.ts";

describeBackfillFaults({ engine: "PGlite", seed: 1, kills: 1 });
