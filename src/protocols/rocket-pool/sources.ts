import type { Environment } from "../../lib/env.ts";
import { deployments } from "./contracts.ts";

/** The block source that reads Rocket Pool: from the start of live indexing on, as old states need an archive node. */
export function rocketPoolBlocks(environment: Pick<Environment, "chains">) {
  const chain = Object.fromEntries(
    [...environment.chains.values()]
      .filter(({ chain: { chainId } }) => deployments.some(({ chains }) => chainId in chains))
      .map(({ chain: { name } }) => [name, {}]),
  );
  return { RocketPoolReading: { chain, interval: 1, startBlock: "latest" as const } };
}
