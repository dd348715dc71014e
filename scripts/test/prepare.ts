// Builds the state of the devnet's chains unless it was built before.
import { prepareDevnet } from "../../devnet/prepare.ts";

await prepareDevnet(console.log);
