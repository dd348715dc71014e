import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from "viem";
import type { Builder } from "../builder.ts";
import type { BalancerV2Deployment } from "./balancer-v2.ts";
import { createBootstrapping } from "./balancer-v2-bootstrapping.ts";
import type { Part, PoolPlan, ProviderPlan, RatePlan } from "./balancer-v2-pools.ts";
import { derivedParameters } from "./eclp-parameters.ts";

const factoryAbi = parseAbi([
  "function create(string name, string symbol, address[] tokens, uint256[] normalizedWeights, address[] rateProviders, uint256 swapFeePercentage, address owner) returns (address)",
]);
/** The first version's, with `oracleEnabled` for two tokens alone. */
const firstFactoryAbi = parseAbi([
  "function create(string name, string symbol, address[] tokens, uint256[] weights, uint256 swapFeePercentage, address owner) returns (address)",
]);
const firstOfTwoFactoryAbi = parseAbi([
  "function create(string name, string symbol, address[] tokens, uint256[] weights, uint256 swapFeePercentage, bool oracleEnabled, address owner) returns (address)",
]);
const stableFactoryAbi = parseAbi([
  "function create(string name, string symbol, address[] tokens, uint256 amplificationParameter, address[] rateProviders, uint256[] tokenRateCacheDurations, bool[] exemptFromYieldProtocolFeeFlags, uint256 swapFeePercentage, address owner) returns (address)",
]);
/** The first version's, without and with rate providers. */
const firstStableFactoryAbi = parseAbi([
  "function create(string name, string symbol, address[] tokens, uint256 amplificationParameter, uint256 swapFeePercentage, address owner) returns (address)",
]);
const metaStableFactoryAbi = parseAbi([
  "function create(string name, string symbol, address[] tokens, uint256 amplificationParameter, address[] rateProviders, uint256[] priceRateCacheDuration, uint256 swapFeePercentage, bool oracleEnabled, address owner) returns (address)",
]);
const eclpFactoryAbi = parseAbi([
  "struct Vector { int256 x; int256 y; }",
  "struct EclpParams { int256 alpha; int256 beta; int256 c; int256 s; int256 lambda; }",
  "struct DerivedEclpParams { Vector tauAlpha; Vector tauBeta; int256 u; int256 v; int256 w; int256 z; int256 dSq; }",
  "struct CapParams { bool capEnabled; uint120 perAddressCap; uint128 globalCap; }",
  "function create(string name, string symbol, address[] tokens, EclpParams eclpParams, DerivedEclpParams derivedECLPParams, address[] rateProviders, uint256 swapFeePercentage, address owner, address capManager, CapParams capParams, address pauseManager) returns (address)",
]);
const twoClpFactoryAbi = parseAbi([
  "struct CapParams { bool capEnabled; uint120 perAddressCap; uint128 globalCap; }",
  "struct PauseParams { uint256 pauseWindowDuration; uint256 bufferPeriodDuration; }",
  "function create(string name, string symbol, address[] tokens, uint256[] sqrts, address[] rateProviders, uint256 swapFeePercentage, address owner, address capManager, CapParams capParams, address pauseManager, PauseParams pauseParams) returns (address)",
]);
const ONE = 10n ** 18n;

/** What makes a pool: the factory and the call. */
export function creationOf(
  builder: Builder,
  at: BalancerV2Deployment,
  { plan, parts }: { readonly plan: PoolPlan; readonly parts: readonly Part[] },
): { readonly factory: Address; readonly data: Hex } {
  switch (plan.kind) {
    case "weighted":
      return { factory: weightedFactoryOf(at, plan), data: createWeighted(builder, plan, parts) };
    case "bootstrapping": {
      if (at.earlier === null) throw new Error(`There is no factory for ${plan.symbol}.`);
      const { bootstrapping, feelessBootstrapping } = at.earlier;
      const factory = plan.version === 1 ? bootstrapping : feelessBootstrapping;
      return { factory, data: createBootstrapping(builder, plan, parts) };
    }
    case "stable":
      return { factory: stableFactoryOf(at, plan), data: createStable(builder, plan, parts) };
    case "eclp":
    case "2clp": {
      if (at.gyro === null) throw new Error(`There is no factory for ${plan.symbol}.`);
      const factory = plan.kind === "eclp" ? at.gyro.eclp : at.gyro.twoClp;
      return { factory, data: createGyro(builder, plan, parts) };
    }
  }
}

/** By symbol, what says a rate. */
export function providersOf(plan: PoolPlan): Readonly<Record<string, ProviderPlan>> {
  if (plan.kind === "bootstrapping") return {};
  return (plan.kind === "stable" ? plan.rates : plan.providers) ?? {};
}

function ratesOf(plan: PoolPlan): Readonly<Record<string, RatePlan>> {
  return plan.kind === "stable" ? (plan.rates ?? {}) : {};
}

type WeightedPlan = PoolPlan & { readonly kind: "weighted" };

function weightedFactoryOf(
  { weightedFactory, earlier }: BalancerV2Deployment,
  { version, tokens, symbol }: WeightedPlan,
): Address {
  if (version === undefined) return weightedFactory;
  if (earlier === null) throw new Error(`There is no factory of version ${version} for ${symbol}.`);
  if (version === 2) return earlier.second;
  return Object.keys(tokens).length === 2 ? earlier.firstOfTwo : earlier.first;
}

type StablePlan = PoolPlan & { readonly kind: "stable" };

function stableFactoryOf(
  { stableFactory, earlier }: BalancerV2Deployment,
  { version, rates, symbol }: StablePlan,
): Address {
  if (version === undefined) return stableFactory;
  if (earlier === null) throw new Error(`There is no factory of version ${version} for ${symbol}.`);
  if (version === 2) return earlier.secondStable;
  return rates === undefined ? earlier.stable : earlier.metaStable;
}

function createWeighted(builder: Builder, plan: WeightedPlan, parts: readonly Part[]): Hex {
  const { name, symbol, swapFeeWad, version } = plan;
  const { operator } = builder;
  const tokens = parts.map(({ token }) => token.address);
  const weights = parts.map(({ weight }) => (BigInt(weight) * ONE) / 100n);
  const functionName = "create";
  if (version !== 1) {
    const providers = parts.map(
      ({ token }) => plan.providers?.[token.symbol]?.provider ?? zeroAddress,
    );
    return encodeFunctionData({
      ...{ abi: factoryAbi, functionName },
      args: [name, symbol, tokens, weights, providers, swapFeeWad, operator],
    });
  }
  return parts.length === 2
    ? encodeFunctionData({
        ...{ abi: firstOfTwoFactoryAbi, functionName },
        args: [name, symbol, tokens, weights, swapFeeWad, true, operator],
      })
    : encodeFunctionData({
        ...{ abi: firstFactoryAbi, functionName },
        args: [name, symbol, tokens, weights, swapFeeWad, operator],
      });
}

function createStable(builder: Builder, plan: StablePlan, parts: readonly Part[]): Hex {
  const { name, symbol, amplification, swapFeeWad, version } = plan;
  const { operator: owner } = builder;
  const tokens = parts.map(({ token }) => token.address);
  const rates = parts.map(({ token }) => ratesOf(plan)[token.symbol]);
  const providers = rates.map((rate) => rate?.provider ?? zeroAddress);
  const durations = rates.map((rate) => rate?.cacheSeconds ?? 0n);
  const functionName = "create";
  if (version !== 1) {
    const exempt = rates.map((rate) => rate?.isExempt ?? false);
    const rated = [providers, durations, exempt] as const;
    return encodeFunctionData({
      ...{ abi: stableFactoryAbi, functionName },
      args: [name, symbol, tokens, amplification, ...rated, swapFeeWad, owner],
    });
  }
  return plan.rates === undefined
    ? encodeFunctionData({
        ...{ abi: firstStableFactoryAbi, functionName },
        args: [name, symbol, tokens, amplification, swapFeeWad, owner],
      })
    : encodeFunctionData({
        ...{ abi: metaStableFactoryAbi, functionName },
        args: [name, symbol, tokens, amplification, providers, durations, swapFeeWad, true, owner],
      });
}

type GyroPlan = PoolPlan & { readonly kind: "eclp" | "2clp" };

function createGyro({ operator }: Builder, plan: GyroPlan, parts: readonly Part[]): Hex {
  const { name, symbol, swapFeeWad } = plan;
  const tokens = parts.map(({ token }) => token.address);
  const providers = parts.map(
    ({ token }) => plan.providers?.[token.symbol]?.provider ?? zeroAddress,
  );
  const uncapped = { capEnabled: false, perAddressCap: 0n, globalCap: 0n };
  const others = [providers, swapFeeWad, operator, operator, uncapped, operator] as const;
  if (plan.kind === "eclp") {
    return encodeFunctionData({
      ...{ abi: eclpFactoryAbi, functionName: "create" },
      args: [name, symbol, tokens, plan.shape, derivedParameters(plan.shape), ...others],
    });
  }
  const pauses = { pauseWindowDuration: 7_776_000n, bufferPeriodDuration: 2_592_000n };
  return encodeFunctionData({
    ...{ abi: twoClpFactoryAbi, functionName: "create" },
    args: [name, symbol, tokens, [...plan.sqrts], ...others, pauses],
  });
}
