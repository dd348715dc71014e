import { describeBackfillFaults } from "./backfill-faults.ts";

describeBackfillFaults({ seed: 1, kills: 1 });
