import { CallerChef, RecipientChef } from "../../../abis/MasterChef.ts";
import type { Environment } from "../../lib/env.ts";
import { chainSources } from "../sources.ts";
import { type Chef, deployments, type MasterChefContracts } from "./contracts.ts";

function crediting(credits: Chef["credits"]) {
  const isOwn = (chef: Chef) => chef.credits === credits;
  return {
    select: ({ chefs }: MasterChefContracts) => chefs.some(isOwn),
    address: (contracts: readonly MasterChefContracts[]) =>
      contracts.flatMap(({ chefs }) => chefs.filter(isOwn).map(({ address }) => address)),
  };
}

/** What Ponder indexes for the family, by source name. */
export function masterChefSources(environment: Pick<Environment, "chains">) {
  return {
    CallerChef: {
      abi: CallerChef,
      chain: chainSources(deployments, environment, crediting("caller")),
    },
    RecipientChef: {
      abi: RecipientChef,
      chain: chainSources(deployments, environment, crediting("anyone")),
    },
  };
}

/** Rates change rarely, and yields are no amounts. */
const SECONDS_BETWEEN_READINGS = 600;

/** The block source that reads the rates: from the start of live indexing on, as no event tells and old states need an archive node. */
export function masterChefBlocks(environment: Pick<Environment, "chains">) {
  const chain = Object.fromEntries(
    [...environment.chains.values()]
      .filter(({ chain: { chainId } }) => deployments.some(({ chains }) => chainId in chains))
      .map(({ chain: { name, blockTimeSeconds } }) => [
        name,
        { interval: Math.max(1, Math.ceil(SECONDS_BETWEEN_READINGS / blockTimeSeconds)) },
      ]),
  );
  return { ChefReading: { chain, interval: 1, startBlock: "latest" as const } };
}
