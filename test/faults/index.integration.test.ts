import { describeIndexFaults } from "./index-faults.ts";

describeIndexFaults({ seed: 1, scripts: 5, kills: 2 });
