import { deployments } from "../../../src/protocols/sky/contracts.ts";
import type { SkyConverter } from "../../../src/protocols/sky/pool.ts";

/** States that the conformance tests run on. */
export const samples: readonly SkyConverter[] = deployments.flatMap(({ slug, chains }) =>
  Object.values(chains).map(({ contracts }) => ({
    ...{ id: contracts.converter, slug, updatedBlock: 0 },
    ...contracts,
  })),
);
