import { nightlySeed } from "../harness/size.ts";
import { describeBackfillFaults } from "./backfill-faults.ts";

describeBackfillFaults({ chainId: 1, seed: nightlySeed(), kills: 20 });
