import type { Deployment } from "./protocol.ts";

/** The contracts of a deployment on a chain; null where it is not there. */
export function contractsOn<C>(
  deployments: readonly Deployment<C>[],
  slug: string,
  chainId: number,
): C | null {
  return deployments.find((each) => each.slug === slug)?.chains[chainId]?.contracts ?? null;
}
