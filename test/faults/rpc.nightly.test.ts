import { describeRpcFaults } from "./rpc-faults.ts";

describeRpcFaults(60_000);
