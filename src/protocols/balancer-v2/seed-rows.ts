import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { BalancerV2Pool } from "../../../abis/BalancerV2Pool.ts";
import type { SeedBlock, SeedPool } from "../../seed/family.ts";
import type { SharedAnswers } from "../../seed/lens.ts";
import type { StateReader } from "../../seed/reader.ts";
import { first, firstWords, viewOf, wordOf } from "../../seed/words.ts";
import { deployments } from "./contracts.ts";
import { isSound } from "./eclp-sound.ts";
import { ellipseOf } from "./ellipse.ts";
import { FEE_TYPE } from "./fee-transitions.ts";
import { bootstrappingOf } from "./seed-bootstrapping.ts";
import { gyroOf } from "./seed-gyro.ts";
import { isThere, providersOf, ratesIn, ratesOf } from "./seed-rates.ts";
import { addressLists, integerLists, type Registered } from "./seed-reading.ts";
import { isGyroKind } from "./state.ts";
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
  viewOf("getLastInvariant()", 2),
];
const NONE: SharedAnswers = [];
const MOST_DECIMALS = 18n;
/** Where a stable pool of the first version keeps the invariant; its amplification is next. */
const LAST_INVARIANT_SLOT = 10n;

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
  const gyro = await gyroOf(state, pools);
  const moved = await bootstrappingOf(state, pools);
  const listed = await addressLists(state, contracts, "getRateProviders()");
  const providers = contracts.map(
    (contract, at) => gyro.get(contract)?.providers ?? listed[at] ?? [],
  );
  const decimals = await decimalsOf(state, pools);
  const rated = pools.filter(
    ({ facts }, at) => facts.kind === "stable" && (providers[at] ?? []).some(isThere),
  );
  const rates = await ratesOf(state, rated, providersOf(pools, providers));
  const yields = await yieldsOf(state, pools, providers);
  const hidden = await hiddenInvariants(state, pools, answers);
  const moving = pools.filter((_, at) => answers[at]?.[9]?.[1] === 1n);
  const courses = await coursesOf(state, moving, block);
  return pools.flatMap((pool, at) => {
    const own = answers[at] ?? NONE;
    const { contract, registered } = pool;
    const scales = registered.tokens.map((token) => decimals.get(token));
    if (first(own, 0) === undefined || !scales.every((scale) => scale !== undefined)) return [];
    const shape = gyro.get(contract)?.shape ?? [];
    const kind = kindOf(pool);
    if (kind === "eclp" && !isSound(ellipseOf(shape))) return [];
    const facts = {
      kind,
      shape,
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
      ...(isOfFirst(pool) ? toldByFirst(own, pool, hidden.get(contract)) : {}),
      ...moved.get(contract),
      ...(courses.get(contract) ?? courseAt(first(own, 9) ?? 0n, block)),
      vaultPausedUntil: pool.vaultPausedUntil,
    };
    const seen = observed(row, { block: block.number, timestamp: block.timestamp });
    return [{ chainId: block.chainId, ...seen }];
  });
}

function kindOf({ facts: { kind } }: KnownPool): NonNullable<PoolRow["kind"]> {
  if (typeof kind === "string" && isGyroKind(kind)) return kind;
  return kind === "weighted" || kind === "bootstrapping" ? kind : "stable";
}

/** Whether a pool keeps its invariant as those of 2021 do. */
function isOfFirst({ facts }: KnownPool): boolean {
  return facts.paysTokens === true || facts.kind === "bootstrapping";
}

/** What a pool says of itself in the answers to `VIEWS`. */
function told(own: SharedAnswers, kind: PoolRow["kind"]) {
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
function toldByFirst(
  own: SharedAnswers,
  { collectedFeeWad, facts }: KnownPool,
  hidden: readonly [lastInvariant: bigint, lastAmp: bigint] | undefined,
) {
  const [lastInvariant = 0n, lastAmp = 0n] = hidden ?? own[12] ?? own[10] ?? [];
  return {
    protocolFeeWad: facts.paysTokens === true ? collectedFeeWad : 0n,
    lastInvariant,
    lastAmp: facts.kind === "stable" ? lastAmp : 0n,
  };
}

/**
 * What stable pools of the first version keep without a view of it, by contract: the invariant of
 * the last join or exit, and the amplification that it was computed with.
 */
async function hiddenInvariants(
  state: StateReader,
  pools: readonly KnownPool[],
  answers: readonly SharedAnswers[],
): Promise<ReadonlyMap<Address, readonly [bigint, bigint]>> {
  const silent = pools.flatMap(({ contract, facts }, at) =>
    facts.kind === "stable" && facts.paysTokens === true && answers[at]?.[12] == null
      ? [contract]
      : [],
  );
  if (silent.length === 0) return new Map();
  const invariants = await state.slot(silent, LAST_INVARIANT_SLOT);
  const amps = await state.slot(silent, LAST_INVARIANT_SLOT + 1n);
  return new Map(
    silent.map((contract, at) => [
      contract,
      [wordOf(invariants[at]) ?? 0n, wordOf(amps[at]) ?? 0n] as const,
    ]),
  );
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

/** What providers say of the tokens of pools that keep no rate, by contract; of those with any. */
async function yieldsOf(
  state: StateReader,
  pools: readonly KnownPool[],
  providers: readonly (readonly Address[])[],
): Promise<ReadonlyMap<Address, Pick<PoolRow, "liveRates">>> {
  const weighted = pools.flatMap(({ contract, facts }, at) => {
    const own = providers[at] ?? [];
    return facts.kind !== "stable" && own.some(isThere) ? [{ contract, own }] : [];
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
