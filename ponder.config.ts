import { createConfig } from "ponder";
import { createLogger } from "./src/api/logging.ts";
import { startGateways } from "./src/api/nodes/gateway.ts";
import { chainConfigs, chainStarts, databaseConfig, headSource } from "./src/catalog/config.ts";
import { leaveTerminationToPonder } from "./src/catalog/termination.ts";
import { processEnvironment } from "./src/lib/env.ts";
import { aaveV3Sources } from "./src/protocols/aave-v3/sources.ts";
import { balancerV2Sources } from "./src/protocols/balancer-v2/sources.ts";
import { berachainRewardVaultSources } from "./src/protocols/berachain-reward-vault/sources.ts";
import { curveGaugeSources } from "./src/protocols/curve-gauge/sources.ts";
import { curveStableswapSources } from "./src/protocols/curve-stableswap/sources.ts";
import { erc4626Sources } from "./src/protocols/erc4626/sources.ts";
import { lidoSources } from "./src/protocols/lido/sources.ts";
import { masterChefSources } from "./src/protocols/masterchef/sources.ts";
import { morphoBlueSources } from "./src/protocols/morpho-blue/sources.ts";
import { solidlySources } from "./src/protocols/solidly/sources.ts";
import { indexedSources } from "./src/protocols/sources.ts";
import { synthetixStakingSources } from "./src/protocols/synthetix-staking/sources.ts";
import { uniswapV2Sources } from "./src/protocols/uniswap-v2/sources.ts";
import { uniswapV3Sources } from "./src/protocols/uniswap-v3/sources.ts";

leaveTerminationToPonder();

const environment = processEnvironment();
/** Of the indexer. */
export const log = createLogger({ level: environment.logLevel });
const gateways = await startGateways(environment.chains, log);

/** Where this run begins; by chain id. */
export const starts = await chainStarts(gateways);

export default createConfig({
  database: databaseConfig(environment, (message) => log.warn(message)),
  chains: chainConfigs(environment, gateways),
  contracts: indexedSources({
    ...aaveV3Sources(environment),
    ...curveGaugeSources(environment),
    ...curveStableswapSources(environment),
    ...erc4626Sources(environment),
    ...morphoBlueSources(environment),
    ...lidoSources(environment),
    ...balancerV2Sources(environment),
    ...berachainRewardVaultSources(environment),
    ...solidlySources(environment),
    ...synthetixStakingSources(environment),
    ...masterChefSources(environment),
    ...uniswapV2Sources(environment),
    ...uniswapV3Sources(environment),
  }),
  blocks: { Head: headSource(environment, starts) },
});
