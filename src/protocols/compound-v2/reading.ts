import { type Address, concatHex, type Hex, pad, toFunctionSelector } from "viem";
import type { Aggregate } from "../../catalog/live/aggregate.ts";
import { NATIVE, ZERO_ADDRESS } from "../../lib/address.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import type { CompoundV2Contracts } from "./contracts.ts";
import { FORKS } from "./forks.ts";

/** What a market and its comptroller answer at a block. */
export interface CompoundV2Reading {
  /** What is supplied. */
  readonly asset: Address;
  readonly rewardTokens: readonly Address[];
  readonly accruedAt: number;
  readonly borrowRateWad: bigint;
  readonly reserveFactorWad: bigint;
  readonly cash: bigint;
  readonly totalBorrows: bigint;
  readonly totalReserves: bigint;
  readonly totalSupply: bigint;
  readonly initialRateWad: bigint;
  readonly reservesDueAt: number | null;
  readonly supplyCap: bigint | null;
  readonly redeemFeeWad: bigint;
  readonly isMintPaused: boolean;
  readonly isRedeemPaused: boolean;
  readonly isTransferPaused: boolean;
  readonly isBorrowPaused: boolean;
}

/** What a comptroller says of all its markets. */
interface Comptroller {
  readonly markets: readonly Address[];
  readonly isPaused: boolean;
  readonly isTransferPaused: boolean;
  readonly redeemFeeWad: bigint;
  readonly reward: Address;
  readonly distributor: Address;
}

/** @see https://unpkg.com/@venusprotocol/venus-protocol@10.3.0/contracts/Comptroller/ComptrollerInterface.sol */
const ACTIONS = { mint: 0n, redeem: 1n, borrow: 2n, transfer: 6n } as const;
/** Words of a reward's configuration, of which the second is its token. */
const CONFIG_WORDS = 9;
const MOST_REWARDS = 16;

const CORE = ["totalSupply()", "totalBorrows()", "totalReserves()", "getCash()"] as const;

/** Reads all markets of a comptroller in two calls, by their addresses; those that answer. */
export async function readMarkets(
  aggregate: Aggregate,
  contracts: CompoundV2Contracts,
): Promise<ReadonlyMap<Address, CompoundV2Reading>> {
  const comptroller = await readComptroller(aggregate, contracts);
  if (comptroller === null) return new Map();
  const asked = comptroller.markets.map((cToken) => questions(contracts, comptroller, cToken));
  const answers = await ask(aggregate, asked.flat());
  const each = asked[0]?.length ?? 0;
  const readings = new Map<Address, CompoundV2Reading>();
  for (const [at, cToken] of comptroller.markets.entries()) {
    const own = answers.slice(at * each, (at + 1) * each);
    const reading = readingOf(contracts, comptroller, { cToken, answers: own });
    if (reading !== null) readings.set(cToken, reading);
  }
  return readings;
}

async function readComptroller(
  aggregate: Aggregate,
  { comptroller, fork }: CompoundV2Contracts,
): Promise<Comptroller | null> {
  const reward = FORKS[fork].rewardView ?? "rewardDistributor()";
  const views = [
    ...["getAllMarkets()", reward],
    ...["protocolPaused()", "transferGuardianPaused()", "treasuryPercent()"],
  ];
  const answers = await ask(
    aggregate,
    views.map((view) => call(comptroller, view)),
  );
  const count = wordOf(answers[0], 1);
  if (count === undefined) return null;
  const markets = Array.from({ length: Number(count) }, (_, at) => wordOf(answers[0], 2 + at));
  if (markets.includes(undefined)) return null;
  const named = addressOf(wordOf(answers[1]) ?? 0n);
  return {
    markets: markets.map((word) => addressOf(word ?? 0n)),
    isPaused: wordOf(answers[2]) === 1n,
    isTransferPaused: wordOf(answers[3]) === 1n,
    redeemFeeWad: wordOf(answers[4]) ?? 0n,
    reward: FORKS[fork].rewardView === null ? ZERO_ADDRESS : named,
    distributor: FORKS[fork].rewardView === null ? named : ZERO_ADDRESS,
  };
}

interface Question {
  readonly target: Address;
  readonly callData: Hex;
}

function call(target: Address, signature: string, ...words: (Address | bigint)[]): Question {
  const args = words.map((word) =>
    pad(typeof word === "bigint" ? `0x${word.toString(16).padStart(2, "0")}` : word),
  );
  return { target, callData: concatHex([toFunctionSelector(signature), ...args]) };
}

/** What a market is asked, as many questions of each. */
function questions(
  { comptroller, fork }: CompoundV2Contracts,
  { distributor }: Comptroller,
  cToken: Address,
): readonly Question[] {
  const { accruedView, rateView, pauses, cap } = FORKS[fork];
  const paused = (action: bigint) =>
    call(comptroller, "actionPaused(address,uint8)", cToken, action);
  return [
    ...CORE.map((view) => call(cToken, view)),
    ...[accruedView, rateView, "reserveFactorMantissa()"].map((view) => call(cToken, view)),
    call(cToken, "exchangeRateStored()"),
    call(cToken, "underlying()"),
    call(comptroller, "markets(address)", cToken),
    ...(pauses === "actions"
      ? [ACTIONS.mint, ACTIONS.borrow, ACTIONS.redeem, ACTIONS.transfer].map(paused)
      : ["mintGuardianPaused(address)", "borrowGuardianPaused(address)"].map((view) =>
          call(comptroller, view, cToken),
        )),
    ...(cap === "none" ? [] : [call(comptroller, "supplyCaps(address)", cToken)]),
    ...(fork === "venus"
      ? ["reduceReservesBlockNumber()", "reduceReservesBlockDelta()"].map((v) => call(cToken, v))
      : []),
    ...(fork === "moonwell" ? [call(distributor, "getAllMarketConfigs(address)", cToken)] : []),
  ];
}

function readingOf(
  contracts: CompoundV2Contracts,
  comptroller: Comptroller,
  { cToken, answers }: { readonly cToken: Address; readonly answers: readonly (Hex | null)[] },
): CompoundV2Reading | null {
  const { fork, native } = contracts;
  const { pauses, cap } = FORKS[fork];
  const words = answers.map((answer) => wordOf(answer));
  if (words.slice(0, 8).includes(undefined)) return null;
  const word = (at: number): bigint => words[at] ?? 0n;
  const isListed = word(9) === 1n;
  const byAction = pauses === "actions";
  const isPaused = (at: number) => !isListed || comptroller.isPaused || word(at) === 1n;
  let next = byAction ? 14 : 12;
  const limit = cap === "none" ? 0n : word(next++);
  const [reducedAt, delta] = fork === "venus" ? [words[next++], words[next++]] : [];
  const asset = cToken === native ? NATIVE : addressOf(word(8));
  if (asset === ZERO_ADDRESS) return null;
  return {
    asset,
    rewardTokens: rewardsOf(contracts, comptroller, answers[next]),
    ...{ totalSupply: word(0), totalBorrows: word(1), totalReserves: word(2), cash: word(3) },
    ...{ accruedAt: Number(word(4)), borrowRateWad: word(5), reserveFactorWad: word(6) },
    initialRateWad: word(0) === 0n ? word(7) : 0n,
    reservesDueAt: reducedAt === undefined || delta === undefined ? null : dueAt(reducedAt + delta),
    supplyCap: cap === "none" || (cap === "assets" && limit === 0n) ? null : limit,
    redeemFeeWad: fork === "venus" ? comptroller.redeemFeeWad : 0n,
    isMintPaused: isPaused(10),
    isBorrowPaused: isPaused(11),
    isRedeemPaused: byAction ? isPaused(12) : !isListed,
    isTransferPaused: byAction ? isPaused(13) : comptroller.isTransferPaused,
  };
}

/** Null for a block that no chain reaches. */
function dueAt(block: bigint): number | null {
  return block > 2n ** 31n - 1n ? null : Number(block);
}

function rewardsOf(
  { fork }: CompoundV2Contracts,
  { reward }: Comptroller,
  configs: Hex | null | undefined,
): readonly Address[] {
  if (fork !== "moonwell") {
    if (reward === ZERO_ADDRESS) return [];
    return fork === "benqi" ? [reward, NATIVE] : [reward];
  }
  const count = Math.min(Number(wordOf(configs, 1) ?? 0n), MOST_REWARDS);
  const tokens = Array.from({ length: count }, (_, at) =>
    wordOf(configs, 2 + at * CONFIG_WORDS + 1),
  );
  return [...new Set(tokens.flatMap((word) => (word === undefined ? [] : [addressOf(word)])))];
}

async function ask(
  aggregate: Aggregate,
  calls: readonly Question[],
): Promise<readonly (Hex | null)[]> {
  const answers = await aggregate(calls.map((each) => ({ ...each, allowFailure: true as const })));
  return answers.map(({ success, returnData }) => (success ? returnData : null));
}
