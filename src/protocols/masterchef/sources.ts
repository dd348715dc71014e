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
