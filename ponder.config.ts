import { createConfig } from "ponder";
import { indexedCode } from "./indexer/digest.ts";
import {
  chainConfigs,
  chainNodes,
  chainStarts,
  databaseConfig,
  headSource,
  rentedChains,
} from "./src/catalog/config.ts";
import { leaveTerminationToPonder } from "./src/catalog/termination.ts";
import { processEnvironment } from "./src/lib/env.ts";
import { createLogger } from "./src/lib/logging.ts";
import { startGateway } from "./src/nodes/gateway.ts";
import { INDEXED } from "./src/protocols/indexed.ts";
import { chainSeeds } from "./src/protocols/seeds.ts";
import { indexedSources } from "./src/protocols/sources.ts";

leaveTerminationToPonder();

const environment = processEnvironment();
/** Of the indexer. */
export const log = createLogger({ level: environment.logLevel });
/** The nodes of each chain; by chain id. */
export const nodes = chainNodes(environment, log);
/** What the index of each chain begins with; by chain id. */
export const seeds = await chainSeeds(INDEXED, environment, { nodes, log });
const gateways = await startGateway(nodes, rentedChains(environment));

/** Where this run begins; by chain id. */
export const starts = await chainStarts(nodes);

const { digest } = await indexedCode([...environment.chains.keys()]);

/** What Ponder watches, by the name of its source. */
export const contracts = indexedSources(INDEXED, environment, seeds);

export default createConfig({
  database: databaseConfig(environment),
  chains: chainConfigs(environment, gateways),
  contracts,
  blocks: { Head: headSource(environment, { starts, digest, seeds }) },
});
