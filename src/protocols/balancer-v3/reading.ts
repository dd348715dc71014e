import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { BalancerV3Pool } from "../../../abis/BalancerV3Pool.ts";
import { BalancerV3Vault } from "../../../abis/BalancerV3Vault.ts";
import type { Aggregate, ViewAnswer, ViewCall } from "../../catalog/live/aggregate.ts";
import { isSound } from "../balancer-v2/eclp-sound.ts";
import { ellipseNumbers, ellipseOf } from "../balancer-v2/ellipse.ts";
import type { BalancerV3Row } from "./schema.ts";

/** What of a row says which views tell its state. */
export type Asked = Pick<
  BalancerV3Row,
  "address" | "vault" | "kind" | "isLastVersion" | "surgeHook"
>;

/** The columns that views tell. */
export type Reading = Pick<
  BalancerV3Row,
  | ("scales" | "rates" | "balances" | "lastLive" | "weights" | "minBalances" | "swapFeeWad")
  | ("aggregateSwapFeeWad" | "aggregateYieldFeeWad" | "inRecovery" | "isPaused" | "totalSupply")
  | ("ampStartValue" | "ampEndValue" | "ampStartTime" | "ampEndTime")
  | ("surgeThresholdWad" | "surgeMaxFeeWad" | "ellipse")
>;

/**
 * The state of pools, in their order, in one round; null of one that does not answer, as one of a
 * token whose rate cannot be had.
 */
export async function readPools(
  aggregate: Aggregate,
  pools: readonly Asked[],
): Promise<readonly (Reading | null)[]> {
  const vaults = [...new Set(pools.map(({ vault }) => vault))];
  const asked = pools.map(callsOf);
  const callData = encodeFunctionData({ ...AT_VAULT, functionName: "isVaultPaused" });
  const answers = await aggregate([
    ...vaults.map((target) => ({ target, callData, allowFailure: true as const })),
    ...asked.flat(),
  ]);
  const paused = vaults.filter((_, i) => {
    const isPaused = decoded(answers[i], (data) =>
      decodeFunctionResult({ ...AT_VAULT, functionName: "isVaultPaused", data }),
    );
    return isPaused !== false;
  });
  let next = vaults.length;
  return pools.map((pool, i) => {
    const own = answers.slice(next, next + (asked[i]?.length ?? 0));
    next += own.length;
    const reading = readingOf(pool, own);
    return reading && { ...reading, isPaused: reading.isPaused || paused.includes(pool.vault) };
  });
}

const AT_VAULT = { abi: BalancerV3Vault } as const;
const AT_POOL = { abi: BalancerV3Pool } as const;

const OF_VAULT = [
  "getPoolTokenInfo",
  "getPoolTokenRates",
  "getPoolConfig",
  "isPoolPaused",
  "totalSupply",
] as const;

function callsOf({ address, vault, kind, isLastVersion, surgeHook }: Asked): readonly ViewCall[] {
  const args = [address] as const;
  const ofVault = OF_VAULT.map((functionName) => ({
    target: vault,
    callData: encodeFunctionData({ ...AT_VAULT, functionName, args }),
  }));
  const ofPool = (
    functionName:
      | ("getNormalizedWeights" | "getMinTokenBalances")
      | ("getAmplificationState" | "getECLPParams"),
  ) => ({ target: address, callData: encodeFunctionData({ ...AT_POOL, functionName }) });
  const ofHook = (functionName: "getSurgeThresholdPercentage" | "getMaxSurgeFeePercentage") =>
    surgeHook === null
      ? []
      : [{ target: surgeHook, callData: encodeFunctionData({ ...AT_POOL, functionName, args }) }];
  const least = isLastVersion ? [ofPool("getMinTokenBalances")] : [];
  const special = {
    weighted: [ofPool("getNormalizedWeights"), ...least],
    stable: [
      ofPool("getAmplificationState"),
      ...ofHook("getSurgeThresholdPercentage"),
      ...ofHook("getMaxSurgeFeePercentage"),
    ],
    eclp: [ofPool("getECLPParams")],
  };
  return [...ofVault, ...special[kind]].map((call) => ({ ...call, allowFailure: true }));
}

function readingOf(
  { kind, surgeHook }: Asked,
  [info, rated, configured, paused, supplied, ...special]: readonly ViewAnswer[],
): Reading | null {
  const held = decoded(info, (data) =>
    decodeFunctionResult({ ...AT_VAULT, functionName: "getPoolTokenInfo", data }),
  );
  const factors = decoded(rated, (data) =>
    decodeFunctionResult({ ...AT_VAULT, functionName: "getPoolTokenRates", data }),
  );
  const config = decoded(configured, (data) =>
    decodeFunctionResult({ ...AT_VAULT, functionName: "getPoolConfig", data }),
  );
  const isPaused = decoded(paused, (data) =>
    decodeFunctionResult({ ...AT_VAULT, functionName: "isPoolPaused", data }),
  );
  const totalSupply = decoded(supplied, (data) =>
    decodeFunctionResult({ ...AT_VAULT, functionName: "totalSupply", data }),
  );
  if (held === null || factors === null || config === null) return null;
  if (isPaused === null || totalSupply === null) return null;
  const [, , balances, lastLive] = held;
  const [scales, rates] = factors;
  const reading = {
    ...{ scales: [...scales], rates: [...rates], balances: [...balances], lastLive: [...lastLive] },
    ...{ weights: [], minBalances: [], ellipse: [], swapFeeWad: config.staticSwapFeePercentage },
    aggregateSwapFeeWad: config.aggregateSwapFeePercentage,
    aggregateYieldFeeWad: config.aggregateYieldFeePercentage,
    ...{ inRecovery: config.isPoolInRecoveryMode, isPaused, totalSupply },
    ...{ ampStartValue: 0n, ampEndValue: 0n, ampStartTime: 0n, ampEndTime: 0n },
    ...{ surgeThresholdWad: 0n, surgeMaxFeeWad: 0n },
  };
  if (kind === "weighted") {
    const weights = decoded(special[0], (data) =>
      decodeFunctionResult({ ...AT_POOL, functionName: "getNormalizedWeights", data }),
    );
    const least = decoded(special[1], (data) =>
      decodeFunctionResult({ ...AT_POOL, functionName: "getMinTokenBalances", data }),
    );
    return weights && { ...reading, weights: [...weights], minBalances: [...(least ?? [])] };
  }
  if (kind === "eclp") {
    const told = decoded(special[0], (data) =>
      decodeFunctionResult({ ...AT_POOL, functionName: "getECLPParams", data }),
    );
    if (told === null) return null;
    const ellipse = ellipseNumbers(told);
    return isSound(ellipseOf(ellipse)) ? { ...reading, ellipse } : null;
  }
  const moving = decoded(special[0], (data) =>
    decodeFunctionResult({ ...AT_POOL, functionName: "getAmplificationState", data }),
  );
  if (moving === null) return null;
  const [{ startValue, endValue, startTime, endTime }] = moving;
  const amp = {
    ...{ ampStartValue: startValue, ampEndValue: endValue },
    ...{ ampStartTime: BigInt(startTime), ampEndTime: BigInt(endTime) },
  };
  if (surgeHook === null) return { ...reading, ...amp };
  const surgeThresholdWad = decoded(special[1], (data) =>
    decodeFunctionResult({ ...AT_POOL, functionName: "getSurgeThresholdPercentage", data }),
  );
  const surgeMaxFeeWad = decoded(special[2], (data) =>
    decodeFunctionResult({ ...AT_POOL, functionName: "getMaxSurgeFeePercentage", data }),
  );
  if (surgeThresholdWad === null || surgeMaxFeeWad === null) return null;
  return { ...reading, ...amp, surgeThresholdWad, surgeMaxFeeWad };
}

/** What a view returned; null where it failed. */
function decoded<T>(answer: ViewAnswer | undefined, decode: (data: Hex) => T): T | null {
  if (answer === undefined || !answer.success || answer.returnData === "0x") return null;
  return decode(answer.returnData);
}
