import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { BalancerV2Pool } from "../../../abis/BalancerV2Pool.ts";
import type { SeedBlock, SeedPool } from "../../seed/family.ts";
import type { SharedAnswers } from "../../seed/lens.ts";
import type { StateReader } from "../../seed/reader.ts";
import { first, firstWords, viewOf, wordOf } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";
import { FEE_TYPE } from "./fee-transitions.ts";
import { addressLists, integerLists, type Registered } from "./seed-reading.ts";
import { usableRate } from "./token-rate.ts";
import { described, observed, type PoolRow, pauseEnd, unregistered } from "./transitions.ts";

/** A pool with what its vault says of it. */
export interface KnownPool extends SeedPool {
  readonly contract: Address;
  readonly registered: Registered;
  readonly vaultPausedUntil: number;
  /** The protocol's part of swap fees, where it is paid in tokens. */
  readonly collectedFeeWad: bigint;
}

const AMP_STARTED = BalancerV2Pool.find(
  (item) => item.type === "event" && item.name === "AmpUpdateStarted",
);
/** Only pools that announce all parts of fees in one word have it. */
const PACKING = parseAbi(["function getProviderFeeId(uint256 feeType) view returns (uint256)"]);
const packing = encodeFunctionData({
  abi: PACKING,
  functionName: "getProviderFeeId",
  args: [0n],
});
const feeOf = (feeType: bigint): Hex =>
  encodeFunctionData({
    ...{ abi: BalancerV2Pool, functionName: "getProtocolFeePercentageCache" },
    args: [feeType],
  });
const VIEWS = [
  viewOf("getSwapFeePercentage()"),
  viewOf("totalSupply()"),
  viewOf("inRecoveryMode()"),
  viewOf("getPausedState()", 3),
  { data: packing, words: 1 },
  { data: feeOf(FEE_TYPE.swap), words: 1 },
  { data: feeOf(FEE_TYPE.yield), words: 1 },
  viewOf("getLastPostJoinExitInvariant()"),
  viewOf("getLastJoinExitData()", 2),
  viewOf("getAmplificationParameter()", 3),
  viewOf("getLastInvariant()"),
  viewOf("getATHRateProduct()"),
];
const NONE: SharedAnswers = [];
const MOST_DECIMALS = 18n;
/** Words of what a pool keeps of a rate: the rate, the one before, its duration and its end. */
const RATE_WORDS = 4;

/**
 * The rows of pools as their logs up to the block would make them; none of what is no pool. The
 * part of fees that a pool in recovery mode keeps is not to be read: it counts again once that
 * ends.
 */
export async function seededRows(
  state: StateReader,
  pools: readonly KnownPool[],
  block: SeedBlock,
): Promise<readonly (PoolRow & { readonly chainId: number })[]> {
  const contracts = pools.map(({ contract }) => contract);
  const answers = await state.product(contracts, VIEWS);
  const weights = await integerLists(state, contracts, "getNormalizedWeights()");
  const providers = await addressLists(state, contracts, "getRateProviders()");
  const decimals = await decimalsOf(state, pools);
  const rated = pools.filter(
    ({ facts }, at) => facts.kind !== "weighted" && (providers[at] ?? []).some(isThere),
  );
  const rates = await ratesOf(state, rated, providersOf(pools, providers));
  const yields = await yieldsOf(state, pools, providers);
  const moving = pools.filter((_, at) => answers[at]?.[9]?.[1] === 1n);
  const courses = await coursesOf(state, moving, block);
  return pools.flatMap((pool, at) => {
    const own = answers[at] ?? NONE;
    const { contract, registered } = pool;
    const scales = registered.tokens.map((token) => decimals.get(token));
    if (first(own, 0) === undefined || !scales.every((scale) => scale !== undefined)) return [];
    const facts = {
      kind: pool.facts.kind === "weighted" ? "weighted" : "stable",
      paysTokens: pool.facts.paysTokens === true,
      scalingFactors: scales.map((places) => 10n ** (2n * MOST_DECIMALS - places)),
      weights: weights[at] ?? [],
      rateProviders: providers[at] ?? [],
      yieldExempt: rates.get(contract)?.map(({ isExempt }) => isExempt) ?? [],
    } as const;
    const registeredRow = {
      ...unregistered(contract, block.number),
      ...{ poolId: pool.id, vault: pool.address, slug: pool.slug },
      ...{ tokens: [...registered.tokens], balances: [...registered.balances] },
    };
    const row: PoolRow = {
      ...described(registeredRow, facts, block.number),
      ...ratesIn(rates.get(contract) ?? []),
      ...yields.get(contract),
      ...told(own, facts.kind),
      ...(facts.paysTokens ? toldByFirst(own, pool) : {}),
      ...(courses.get(contract) ?? courseAt(first(own, 9) ?? 0n, block)),
      vaultPausedUntil: pool.vaultPausedUntil,
    };
    const seen = observed(row, { block: block.number, timestamp: block.timestamp });
    return [{ chainId: block.chainId, ...seen }];
  });
}

/** What a pool says of itself in the answers to `VIEWS`. */
function told(own: SharedAnswers, kind: "weighted" | "stable") {
  const word = (view: number): bigint => first(own, view) ?? 0n;
  const [paused = 0n, , pausedUntil = 0n] = own[3] ?? [];
  const [lastAmp = 0n, stableInvariant = 0n] = own[8] ?? [];
  const totalSupply = word(1);
  return {
    ...{ swapFeeWad: word(0), totalSupply, settledSupply: totalSupply },
    inRecovery: word(2) === 1n,
    pausedUntil: pauseEnd(paused === 1n, pausedUntil),
    packsFees: first(own, 4) !== undefined,
    ...{ protocolFeeWad: word(5), yieldFeeWad: word(6), athRateProduct: word(11) },
    ...(kind === "weighted"
      ? { lastInvariant: word(7), lastAmp: 0n }
      : { lastInvariant: stableInvariant, lastAmp }),
  };
}

/** What a pool of the first version says instead, and its vault's collector. */
function toldByFirst(own: SharedAnswers, { collectedFeeWad }: KnownPool) {
  return { protocolFeeWad: collectedFeeWad, lastInvariant: first(own, 10) ?? 0n };
}

/** By token; no pool has one with more than 18. */
async function decimalsOf(
  state: StateReader,
  pools: readonly KnownPool[],
): Promise<ReadonlyMap<Address, bigint>> {
  const tokens = [...new Set(pools.flatMap(({ registered }) => registered.tokens))];
  const answers = await firstWords(state, tokens, ["decimals()"]);
  return new Map(
    tokens.flatMap((token, at) => {
      const places = answers[at]?.[0];
      return places === undefined || places > MOST_DECIMALS ? [] : [[token, places] as const];
    }),
  );
}

/** What a pool keeps of a token's rate; zeros where it has none. */
interface KeptRate {
  readonly rate: bigint;
  readonly oldRate: bigint;
  readonly duration: bigint;
  readonly expires: bigint;
  readonly isExempt: boolean;
}

function isThere(provider: Address): boolean {
  return BigInt(provider) !== 0n;
}

function providersOf(
  pools: readonly KnownPool[],
  providers: readonly (readonly Address[])[],
): ReadonlyMap<Address, readonly Address[]> {
  return new Map(pools.map(({ contract }, at) => [contract, providers[at] ?? []]));
}

/** By contract, in the order of the registered tokens. */
async function ratesOf(
  state: StateReader,
  pools: readonly KnownPool[],
  providers: ReadonlyMap<Address, readonly Address[]>,
): Promise<ReadonlyMap<Address, readonly KeptRate[]>> {
  const places = pools.flatMap(({ contract, registered }) =>
    registered.tokens.map((token) => ({ contract, token })),
  );
  const ask = (functionName: "getTokenRateCache" | "isTokenExemptFromYieldProtocolFee") =>
    places.map(({ contract: target, token }) => ({
      target,
      data: encodeFunctionData({ abi: BalancerV2Pool, functionName, args: [token] }),
    }));
  const caches = await state.list(ask("getTokenRateCache"), RATE_WORDS);
  const exemptions = await state.list(ask("isTokenExemptFromYieldProtocolFee"), 1);
  const contracts = pools.map(({ contract }) => contract);
  const exempt = await firstWords(state, contracts, ["isExemptFromYieldProtocolFee()"]);
  const found = new Map<Address, readonly KeptRate[]>();
  let next = 0;
  for (const [at, { contract, registered }] of pools.entries()) {
    const own = registered.tokens.map((_, i): KeptRate => {
      const place = next + i;
      const word = (index: number): bigint => wordOf(caches[place], index) ?? 0n;
      const isRated = isThere(providers.get(contract)?.[i] ?? "0x0");
      const isExempt = exempt[at]?.[0] ?? wordOf(exemptions[place]) ?? 0n;
      return {
        ...{ rate: word(0), oldRate: word(1), duration: word(2), expires: word(3) },
        isExempt: isRated && isExempt === 1n,
      };
    });
    next += registered.tokens.length;
    found.set(contract, own);
  }
  return found;
}

function ratesIn(kept: readonly KeptRate[]) {
  const rates = kept.map(({ rate }) => rate);
  return {
    rates,
    oldRates: kept.map(({ oldRate }) => oldRate),
    // Until a live block reads the provider, it says what the pool was told.
    liveRates: rates,
    rateExpiries: kept.map(({ expires }) => expires),
    rateDurations: kept.map(({ duration }) => duration),
  };
}

/** What providers say of the tokens of weighted pools, by contract; only of those with any. */
async function yieldsOf(
  state: StateReader,
  pools: readonly KnownPool[],
  providers: readonly (readonly Address[])[],
): Promise<ReadonlyMap<Address, Pick<PoolRow, "liveRates">>> {
  const weighted = pools.flatMap(({ contract, facts }, at) => {
    const own = providers[at] ?? [];
    return facts.kind === "weighted" && own.some(isThere) ? [{ contract, own }] : [];
  });
  const asked = [...new Set(weighted.flatMap(({ own }) => own.filter(isThere)))];
  const answers = await firstWords(state, asked, ["getRate()"]);
  const said = new Map(asked.map((provider, at) => [provider, usableRate(answers[at]?.[0])]));
  return new Map(
    weighted.map(({ contract, own }) => [
      contract,
      { liveRates: own.map((provider) => said.get(provider) ?? 0n) },
    ]),
  );
}

/** An amplification parameter that does not move. */
function courseAt(value: bigint, { timestamp }: SeedBlock) {
  const time = BigInt(timestamp);
  return { ampStartValue: value, ampEndValue: value, ampStartTime: time, ampEndTime: time };
}

/** Blocks before which a chain has no pool. */
function firstBlocks(chainId: number): readonly number[] {
  return deployments.flatMap(({ chains }) => chains[chainId]?.startBlock ?? []);
}

/** The courses of parameters that move, which no view tells; by contract. */
async function coursesOf(
  state: StateReader,
  pools: readonly KnownPool[],
  block: SeedBlock,
): Promise<ReadonlyMap<Address, ReturnType<typeof courseAt>>> {
  if (pools.length === 0 || AMP_STARTED === undefined) return new Map();
  const address = pools.map(({ contract }) => contract);
  const from = Math.min(block.number, ...firstBlocks(block.chainId));
  const logs = await state.logs({ address, event: AMP_STARTED }, { from, to: block.number });
  return new Map(
    logs.map(({ address, args }) => {
      const { startValue, endValue, startTime, endTime } = args as Record<string, bigint>;
      const at = { ampStartTime: startTime ?? 0n, ampEndTime: endTime ?? 0n };
      return [address, { ampStartValue: startValue ?? 0n, ampEndValue: endValue ?? 0n, ...at }];
    }),
  );
}
