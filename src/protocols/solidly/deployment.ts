import { deployments, type SolidlyContracts } from "./contracts.ts";

/**
 * The contracts of a deployment on a chain.
 *
 * @throws Error for a slug without contracts there, which only a table of other sources can hold.
 */
export function contractsOf(chainId: number, slug: string): SolidlyContracts {
  const deployment = deployments.find((candidate) => candidate.slug === slug);
  const contracts = deployment?.chains[chainId]?.contracts;
  if (contracts === undefined) {
    throw new Error(`solidly has no ${slug} on chain ${chainId}; index into a new schema.`);
  }
  return contracts;
}

/** What decides the fee of a pool: the columns of its row. */
export interface FeeColumns {
  readonly chainId: number;
  readonly slug: string;
  readonly isStable: boolean;
  readonly customFeeBps: number | null;
}

/** What was read of a pool's factory: the columns of its row. */
export interface FactoryFees {
  readonly stableFeeBps: number | null;
  readonly volatileFeeBps: number | null;
}

/**
 * Swap fee of a pool, basis points: its own, else its factory's as it was read, else as public
 * sources state it. Undefined where none is known.
 *
 * @param factory Null or undefined where nothing was read yet.
 */
export function feeBpsOf(
  { chainId, slug, isStable, customFeeBps }: FeeColumns,
  factory: FactoryFees | null | undefined,
): number | undefined {
  const { fees } = contractsOf(chainId, slug);
  const stated = fees === "per-pool" ? null : fees;
  const read = isStable ? factory?.stableFeeBps : factory?.volatileFeeBps;
  return customFeeBps ?? read ?? (isStable ? stated?.stableBps : stated?.volatileBps);
}
