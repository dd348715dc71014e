import type { Catalogue } from "../seed/family.ts";
import type { Deployment } from "./protocol.ts";

type Logged = Extract<Catalogue, { readonly kind: "logged" }>;

/**
 * The catalogues of deployments on a chain whose contracts tell of each pool in a log, from the
 * deployment's first block on.
 *
 * @param of What a deployment's contracts tell; null: nothing.
 */
export function loggedCatalogues<C>(
  deployments: readonly Deployment<C>[],
  chainId: number,
  of: (contracts: C) => Omit<Logged, "kind" | "fromBlock"> | null,
): readonly Catalogue[] {
  return deployments.flatMap(({ chains }): readonly Catalogue[] => {
    const found = chains[chainId];
    const told = found === undefined ? null : of(found.contracts);
    if (found === undefined || told === null) return [];
    return [{ kind: "logged", fromBlock: found.startBlock ?? 0, ...told }];
  });
}
