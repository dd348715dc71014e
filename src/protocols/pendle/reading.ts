import { type Address, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from "viem";
import { PendleMarket as marketAbi } from "../../../abis/Pendle.ts";
import type { Ask, View } from "../../catalog/live/aggregate.ts";
import { ZERO_ADDRESS } from "../../lib/address.ts";
import { min } from "../../lib/math.ts";
import { addressOf, wordOf } from "../../seed/words.ts";
import type { MarketTotals, PendleMarket, PendleWrapper } from "./state.ts";

/** What a market and its tokens answer at a block. */
export type MarketReading = MarketTotals &
  Pick<PendleMarket, "lnFeeRoot" | "routerLnFeeRoot" | "ptSupply" | "rewardTokens" | "isPaused">;

/** What an SY answers at a block. */
export type WrapperReading = Pick<PendleWrapper, "supply" | "held" | "isPaused">;

/** Words of the longest answer. */
export const MOST_WORDS = 9;

const READ = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function previewDeposit(address tokenIn, uint256 amount) view returns (uint256)",
  "function previewRedeem(address tokenOut, uint256 amount) view returns (uint256)",
]);
const [EXCHANGE_RATE, KEPT_RATE, YIELD_TOKEN, SUPPLY, PAUSED, REWARDS] = [
  ...["exchangeRate()", "pyIndexStored()", "yieldToken()", "totalSupply()", "paused()"],
  "getRewardTokens()",
].map(toFunctionSelector) as [Hex, Hex, Hex, Hex, Hex, Hex];

/** Amounts that an SY which stands for its token one for one takes and gives as they are. */
const TRIED = [10n ** 18n + 7n, 10n ** 24n - 1n];

/** What tells which views a market is read by. */
export interface AskedMarket {
  readonly address: Address;
  readonly sy: Address;
  readonly pt: Address;
  readonly yt: Address;
}

/**
 * The state of markets, in one round; null where one does not answer, nor its SY.
 *
 * @param router Whose trades may have a fee of their own.
 */
export async function readMarkets(
  ask: Ask,
  markets: readonly AskedMarket[],
  router: Address,
): Promise<readonly (MarketReading | null)[]> {
  const sys = [...new Set(markets.map(({ sy }) => sy))];
  const answers = await ask([
    ...sys.flatMap((target) => [
      { target, data: EXCHANGE_RATE },
      { target, data: PAUSED },
    ]),
    ...markets.flatMap(({ address, pt, yt }) => [
      stateView(address, ZERO_ADDRESS),
      stateView(address, router),
      { target: yt, data: KEPT_RATE },
      { target: pt, data: SUPPLY },
      { target: address, data: REWARDS },
    ]),
  ]);
  const ofSy = new Map(
    sys.map((sy, at) => [sy, [wordOf(answers[2 * at]), wordOf(answers[2 * at + 1])]]),
  );
  return markets.map(({ sy }, at) => {
    const [own, routers, kept, issued, rewards] = answers.slice(2 * sys.length + 5 * at);
    const words = Array.from({ length: MOST_WORDS }, (_, i) => wordOf(own, i));
    const [totalPt, totalSy, supply, , scalarRoot, expiry, lnFeeRoot, reserve, lnRate] = words;
    const [rate, paused] = ofSy.get(sy) ?? [];
    const [keptRate, routerLnFeeRoot, ptSupply] = [
      wordOf(kept),
      wordOf(routers, 6),
      wordOf(issued),
    ];
    if (totalPt === undefined || totalSy === undefined || supply === undefined) return null;
    if (scalarRoot === undefined || expiry === undefined || lnFeeRoot === undefined) return null;
    if (reserve === undefined || lnRate === undefined || rate === undefined) return null;
    if (keptRate === undefined || routerLnFeeRoot === undefined) return null;
    if (ptSupply === undefined) return null;
    return {
      ...{ totalPt, totalSy, supply, ptSupply, scalarRoot, expiry, lnFeeRoot, routerLnFeeRoot },
      ...{ reserveFeePercent: reserve, lnImpliedRate: lnRate, rate, keptRate },
      ...{ rewardTokens: listOf(rewards), isPaused: paused === 1n },
    };
  });
}

/** The addresses of a list, as many as `MOST_WORDS` has; none where there is no list. */
function listOf(answer: Hex | null | undefined): readonly Address[] {
  const [offset, length] = [wordOf(answer), wordOf(answer, 1)];
  if (offset !== 32n || length === undefined) return [];
  const words = Array.from({ length: MOST_WORDS - 2 }, (_, i) => wordOf(answer, i + 2));
  const given = words.slice(0, Number(min(length, BigInt(words.length))));
  return given.flatMap((word) => (word === undefined ? [] : [addressOf(word)]));
}

function stateView(target: Address, router: Address): View {
  const data = encodeFunctionData({ abi: marketAbi, functionName: "readState", args: [router] });
  return { target, data };
}

/** The tokens that SYs earn with; null where one tells none. */
export async function readYieldTokens(
  ask: Ask,
  sys: readonly Address[],
): Promise<readonly (Address | null)[]> {
  const answers = await ask(sys.map((target) => ({ target, data: YIELD_TOKEN })));
  return answers.map((answer) => {
    const word = wordOf(answer) ?? 0n;
    return word === 0n ? null : addressOf(word);
  });
}

/**
 * The state of SYs, in one round; null of one that does not answer, or not one for one: its code is
 * anybody's.
 */
export async function readWrappers(
  ask: Ask,
  wrappers: readonly { readonly address: Address; readonly yieldToken: Address }[],
): Promise<readonly (WrapperReading | null)[]> {
  const views = wrappers.map(viewsOf);
  const answers = await ask(views.flat());
  let start = 0;
  return views.map(({ length }) => {
    const [supply, held, paused, ...tried] = answers
      .slice(start, start + length)
      .map((answer) => wordOf(answer));
    start += length;
    const isOneToOne = tried.every((word, i) => word === TRIED[i % TRIED.length]);
    if (supply === undefined || held === undefined || !isOneToOne) return null;
    return { supply, held, isPaused: paused === 1n };
  });
}

function viewsOf({
  address: target,
  yieldToken,
}: {
  readonly address: Address;
  readonly yieldToken: Address;
}): readonly View[] {
  const tried = (functionName: "previewDeposit" | "previewRedeem") =>
    TRIED.map((amount) => ({
      target,
      data: encodeFunctionData({ abi: READ, functionName, args: [yieldToken, amount] }),
    }));
  return [
    { target, data: SUPPLY },
    {
      target: yieldToken,
      data: encodeFunctionData({ abi: READ, functionName: "balanceOf", args: [target] }),
    },
    { target, data: PAUSED },
    ...tried("previewDeposit"),
    ...tried("previewRedeem"),
  ];
}
