import { describeBackfillFaults } from "./backfill-faults.ts";

describeBackfillFaults({ engine: "Postgres", seed: 1, kills: 2 });
