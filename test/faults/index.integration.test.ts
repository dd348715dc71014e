import { describeIndexFaults } from "./index-faults.ts";

describeIndexFaults({ seed: 1, scripts: 1, kills: 1 });
