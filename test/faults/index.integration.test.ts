import { describeIndexFaults } from "./index-faults.ts";

describeIndexFaults({ seed: 1, scripts: 2, kills: 1 });
