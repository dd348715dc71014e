// Builds the chains of `npm start` while the packages of the service are still installed: it runs
// on those of `devnet/package.json` alone.
import { DEFAULT_CHAIN_IDS } from "../../devnet/chains.ts";
import { prepareDevnet } from "../../devnet/prepare.ts";

await prepareDevnet((line) => console.error(`weir: ${line}`), DEFAULT_CHAIN_IDS);
