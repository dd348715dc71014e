import { nightlySeed } from "../harness/size.ts";
import { describeIndexFaults } from "./index-faults.ts";

describeIndexFaults({ seed: nightlySeed(), scripts: 50, kills: 20 });
