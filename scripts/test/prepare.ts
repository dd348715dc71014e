// Builds the state of the devnet's chains, and the index that many tests begin with, unless they
// were built before.
import { prepareDevnet } from "../../devnet/prepare.ts";
import { indexedCluster } from "../../test/harness/indexed-cluster.ts";

await prepareDevnet(console.log);
await indexedCluster();
