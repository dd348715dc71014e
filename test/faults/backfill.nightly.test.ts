import { nightlySeed } from "../harness/size.ts";
import { describeBackfillFaults } from "./backfill-faults.ts";

describeBackfillFaults({ seed: nightlySeed(), kills: 20 });
