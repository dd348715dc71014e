import { describeIndexFaults } from "./index-faults.ts";

// The chain that becomes final soonest.
describeIndexFaults({ chainId: 80_094, seed: 1, scripts: 1, kills: 1 });
