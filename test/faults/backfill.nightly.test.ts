import { nightlySeed } from "../harness/size.ts";
import { describeBackfillFaults } from "./backfill-faults.ts";

describeBackfillFaults({ engine: "Postgres", seed: nightlySeed(), kills: 20 });
