import { offersOn } from "../../bundle/offers.ts";
import type { Deps } from "../deps.ts";
import type { Action, Protocol } from "./shapes.ts";

/** Names of the actions that each protocol offers on the indexed chains. */
export function offeredActions(deps: Deps): ReadonlyMap<string, ReadonlySet<string>> {
  const offered = new Map<string, Set<string>>();
  for (const [chainId, service] of deps.chains) {
    for (const [slug, actions] of offersOn(chainId, deps.protocols, service.lastSnapshot())) {
      const known = offered.get(slug) ?? new Set<string>();
      for (const action of actions) known.add(action);
      offered.set(slug, known);
    }
  }
  return offered;
}

/**
 * Protocols with their actions: a family's first protocol is the standard, the others its forks.
 */
export function standardsOf(
  deps: Deps,
  on: { readonly protocols: readonly Protocol[]; readonly actions: readonly Action[] },
): readonly { readonly protocol: { readonly slug: string }; readonly forks: readonly object[] }[] {
  const offered = offeredActions(deps);
  const bySlug = new Map(on.protocols.map((protocol) => [protocol.slug, protocol]));
  const families = [
    ...deps.protocols.map(({ deployments }) => deployments.map(({ slug }) => slug)),
    ...["core", "erc20", "permit2"].map((slug) => [slug]),
  ];
  return families.flatMap((slugs) => {
    const members = slugs.flatMap((slug) => bySlug.get(slug) ?? []);
    const [first, ...forks] = members;
    if (first === undefined) return [];
    const own = new Set(members.flatMap(({ slug }) => [...(offered.get(slug) ?? [])]));
    const chains = new Map(members.flatMap((each) => each.chains.map((one) => [one.id, one])));
    return [
      {
        protocol: { slug: first.slug, url: first.url },
        forks: forks.map(({ slug, url }) => ({ slug, url })),
        actions: on.actions
          .filter(({ name }) => own.has(name))
          .map(({ name, inputs }) => ({
            ...{ action: name, name, functionNames: [], inputs: Object.keys(inputs) },
            supportedChains: [...chains.values()],
          })),
      },
    ];
  });
}
