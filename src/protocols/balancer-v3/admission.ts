import type { Address } from "viem";
import { lower, ZERO_ADDRESS } from "../../lib/address.ts";
import { deploymentWith } from "../sources.ts";
import { type BalancerV3Contracts, deployments } from "./contracts.ts";

/** What the log of a pool's registration tells of it. */
export type Registration = {
  readonly pool: Address;
  readonly factory: Address;
  readonly tokenConfig: readonly {
    readonly token: Address;
    readonly tokenType: number;
    readonly rateProvider: Address;
    readonly paysYieldFees: boolean;
  }[];
  readonly hooksConfig: Readonly<Record<HookFlag, boolean>> & { readonly hooksContract: Address };
  readonly liquidityManagement: { readonly disableUnbalancedLiquidity: boolean };
};

/** Calls of a hook that may change what an operation pays, or refuse it. */
const FLAGS = [
  "shouldCallComputeDynamicSwapFee",
  "shouldCallBeforeSwap",
  "shouldCallAfterSwap",
  "shouldCallBeforeAddLiquidity",
  "shouldCallAfterAddLiquidity",
  "shouldCallBeforeRemoveLiquidity",
  "shouldCallAfterRemoveLiquidity",
] as const;

type HookFlag = (typeof FLAGS)[number];

const WITH_RATE = 1;

/** What of a pool never changes. */
export type PoolFacts = NonNullable<ReturnType<typeof factsOf>>;

/**
 * What a registration tells; null of a pool that is not known to the wei: of another factory, or
 * with a hook that may change amounts and is not StableSurge's.
 */
export function factsOf(chainId: number, vault: Address, registration: Registration) {
  const { slug, contracts } = deploymentWith(
    deployments,
    chainId,
    (own) => own.vault === lower(vault),
  );
  const { pool, factory, tokenConfig, hooksConfig, liquidityManagement } = registration;
  const maker = kindOf(contracts, lower(factory));
  if (maker === null) return null;
  const { kind, isLastVersion } = maker;
  const isHooked = FLAGS.some((flag) => hooksConfig[flag]);
  const hook = lower(hooksConfig.hooksContract);
  if (isHooked && (kind !== "stable" || !contracts.surgeHooks.includes(hook))) return null;
  const rated = tokenConfig.map(({ tokenType }) => tokenType === WITH_RATE);
  return {
    ...{ address: lower(pool), vault: contracts.vault, slug, kind, isLastVersion },
    surgeHook: isHooked ? hook : null,
    takesSingle: !liquidityManagement.disableUnbalancedLiquidity,
    tokens: tokenConfig.map(({ token }) => lower(token)),
    rateProviders: tokenConfig.map(({ rateProvider }, i) =>
      rated[i] ? lower(rateProvider) : ZERO_ADDRESS,
    ),
    isTaxed: tokenConfig.map(({ paysYieldFees }, i) => paysYieldFees && rated[i] === true),
  };
}

/** What a factory makes; null of an unknown one. */
function kindOf({ weighted, stable, eclp }: BalancerV3Contracts, factory: Address) {
  const kinds = { weighted, stable, eclp };
  for (const kind of ["weighted", "stable", "eclp"] as const) {
    const { first, last } = kinds[kind];
    if (last.includes(factory)) return { kind, isLastVersion: true };
    if (first.includes(factory)) return { kind, isLastVersion: false };
  }
  return null;
}
