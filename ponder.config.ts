import { createConfig } from "ponder";
import { indexedCode } from "./indexer/digest.ts";
import {
  chainConfigs,
  chainNodes,
  chainStarts,
  databaseConfig,
  headSource,
} from "./src/catalog/config.ts";
import { leaveTerminationToPonder } from "./src/catalog/termination.ts";
import { processEnvironment } from "./src/lib/env.ts";
import { createLogger } from "./src/lib/logging.ts";
import { startGateway } from "./src/nodes/gateway.ts";
import { INDEXED } from "./src/protocols/indexed.ts";
import { indexedSources } from "./src/protocols/sources.ts";

leaveTerminationToPonder();

const environment = processEnvironment();
/** Of the indexer. */
export const log = createLogger({ level: environment.logLevel });
/** The nodes of each chain; by chain id. */
export const nodes = chainNodes(environment, log);
const gateways = await startGateway(nodes);

/** Where this run begins; by chain id. */
export const starts = await chainStarts(nodes);

const { digest } = await indexedCode([...environment.chains.keys()]);

export default createConfig({
  database: databaseConfig(environment),
  chains: chainConfigs(environment, gateways),
  contracts: indexedSources(INDEXED, environment),
  blocks: { Head: headSource(environment, { starts, digest }) },
});
