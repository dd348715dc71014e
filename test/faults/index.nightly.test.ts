import { nightlySeed } from "../harness/size.ts";
import { describeIndexFaults } from "./index-faults.ts";

describeIndexFaults({ chainId: 1, seed: nightlySeed(), scripts: 50, kills: 20 });
