// Prints the digest of what the indexer runs for some chains: where it is the same, tables are gone
// on with. Arguments: chain ids.
import { indexedCode } from "../indexer/digest.ts";
import { CHAINS } from "../src/lib/chains.ts";

const chainIds = process.argv.slice(2).map(Number);
const unknown = chainIds.find((chainId) => !CHAINS.has(chainId));
if (chainIds.length === 0 || unknown !== undefined) {
  console.error(
    `usage: node scripts/run.mjs scripts/index-digest.ts <chainId>…; known chains are ${[...CHAINS.keys()].join(", ")}.`,
  );
  process.exit(2);
}
for (const chainId of chainIds) console.log(`${chainId} ${(await indexedCode([chainId])).digest}`);
process.exit(0);
