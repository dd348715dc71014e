import { describeBackfillFaults } from "./backfill-faults.ts";

// The smallest chain.
describeBackfillFaults({ chainId: 80_094, seed: 1, kills: 1 });
