import { describeRpcFaults } from "./rpc-faults.ts";

describeRpcFaults(1_000);
