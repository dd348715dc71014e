import type { Address, PublicClient } from "viem";
import { nodeErrorOf } from "../../lib/node-error.ts";
import { simulationOf } from "../../nodes/simulators/chain-simulation.ts";
import type { CallGroups, GroupOutcome } from "../../nodes/simulators/simulator.ts";
import {
  balanceCall,
  decodeAmount,
  issuingCalls,
  judgeTrial,
  type Trial,
  type TrialCall,
  trialCalls,
  type Verdict,
} from "./quality.ts";

/** A token to check, and the pools that may hold some of it. */
export interface Candidate {
  readonly token: Address;
  /** In a fixed order; the first few are looked at. */
  readonly holders: readonly Address[];
  /** What the token's own contract issues it for where none of them has any; absent: nothing. */
  readonly issued?: Issuance;
}

/** An asset that a token is issued for, and who may have some of it, in a fixed order. */
export interface Issuance {
  readonly asset: Address;
  readonly holders: readonly Address[];
}

/** Every candidate is in one of the two. */
export interface TrialOutcome {
  readonly verdicts: ReadonlyMap<Address, Verdict>;
  /**
   * Errors of the node by the token whose trial it refused to run; this says nothing about the
   * token.
   */
  readonly refusals: ReadonlyMap<Address, unknown>;
}

/** Why a token fails that cannot be tried: that says nothing of it. */
export const NO_HOLDER = "no pool holds any of it";

/** Holders per token whose balance is read. */
const HOLDERS_PER_TOKEN = 6;
/**
 * Tokens per request: 13 calls each. By eth_simulateV1, whose calls all have to be paid from the
 * block's gas, it takes two.
 */
const TOKENS_PER_REQUEST = 24;
/** Requests under way at the same time. */
const CONCURRENT_REQUESTS = 3;
/** Gas that one call of a well-behaved token never needs; all 13 took 213,000 at most. */
const CALL_GAS = 300_000n;
/** The same of one that issues a token, which may invest at once what it is paid. */
const ISSUING_GAS = 1_000_000n;

/**
 * Tries every candidate on the state of one block: reads its holders' balances and moves a part of
 * the largest one around in a simulation. Nothing is sent to the chain.
 *
 * A verdict depends on the block and the holders alone. A token that no holder has any of fails,
 * and so does one that is not issued for the asset that they have. Rejects when the node
 * does not answer at all.
 *
 * @param blockNumber Block whose state the trials run on.
 */
export async function runTrials(
  client: PublicClient,
  candidates: readonly Candidate[],
  blockNumber: bigint,
): Promise<TrialOutcome> {
  const verdicts = new Map<Address, Verdict>();
  const refusals = new Map<Address, unknown>();
  const trials: Trial[] = [];
  const issued: IssuedTrial[] = [];

  const on = { client, blockNumber, gas: CALL_GAS };
  const onIssued = { ...on, gas: ISSUING_GAS };
  await forChunks(candidates, refusals, async (chunk) => {
    const read = (holder: Address, token: Address) => [balanceCall(token, holder)];
    const pairs = chunk.flatMap(({ token, holders, issued: by }) => [
      ...holders.slice(0, HOLDERS_PER_TOKEN).map((holder): Pair => ({ token, holder })),
      ...(by?.holders ?? [])
        .slice(0, HOLDERS_PER_TOKEN)
        .map((holder): Pair => ({ token, holder, asset: by?.asset })),
    ]);
    const groups = pairs.map(({ token, holder, asset }) => read(holder, asset ?? token));
    const outcomes = await simulate(on, groups, "without code");
    const held = pairs.map((pair, at) => {
      return { ...pair, balance: decodeAmount(outcomes[at]?.outcomes[0]) ?? 0n };
    });
    const unread = new Set(pairs.filter((_, at) => !outcomes[at]).map(({ token }) => token));
    for (const { token } of chunk) {
      if (unread.has(token)) continue;
      const own = held.filter((pair) => pair.token === token);
      const trial = largest(own.filter(({ asset }) => asset === undefined));
      const paying = largest(
        own.flatMap(({ asset, ...pair }) => (asset === undefined ? [] : [{ ...pair, asset }])),
      );
      if (trial !== null) trials.push(trial);
      else if (paying !== null) issued.push(paying);
      else verdicts.set(token, { ok: false, reason: NO_HOLDER });
    }
    return chunk.filter(({ token }) => unread.has(token));
  });
  const paid: Trial[] = [];
  await forChunks(issued, refusals, async (chunk) => {
    const calls = chunk.map(issuingCalls);
    const groups = chunk.map(({ token, holder }, at) => {
      return [...(calls[at] ?? []), balanceCall(token, holder)];
    });
    const outcomes = await simulate(onIssued, groups, "as they are");
    return chunk.filter(({ token, holder }, at) => {
      const results = outcomes[at]?.outcomes;
      if (results === undefined) return true;
      const balance = decodeAmount(results.at(-1)) ?? 0n;
      const isIssued = results.every(({ ok }) => ok) && balance > 0n;
      if (isIssued) paid.push({ token, holder, balance, before: calls[at] ?? [] });
      else verdicts.set(token, { ok: false, reason: "deposit fails" });
      return false;
    });
  });
  const doubtful: Trial[] = [];
  const judge =
    (senders: CallGroups["senders"], by = on) =>
    async (chunk: readonly Trial[]) => {
      const groups = chunk.map(trialCalls);
      const outcomes = await simulate(by, groups, senders);
      const untried: Trial[] = [];
      for (const [at, trial] of chunk.entries()) {
        const outcome = outcomes[at] ?? null;
        const verdict = outcome && judgeTrial(trial, outcome.outcomes);
        if (outcome === null || verdict === null) untried.push(trial);
        else if (verdict.ok || outcome.isExact) verdicts.set(trial.token, verdict);
        else doubtful.push(trial);
      }
      return untried;
    };
  await forChunks(trials, refusals, judge("without code"));
  await forChunks(doubtful, refusals, judge("as they are"));
  await forChunks(paid, refusals, judge("as they are", onIssued));
  return { verdicts, refusals };
}

/** Who may hold a token, or the asset that it is issued for. */
interface Pair {
  readonly token: Address;
  readonly holder: Address;
  readonly asset?: Address | undefined;
}

/** A token to try, and who to take its asset from. */
type IssuedTrial = Omit<Trial, "before"> & { readonly asset: Address };

function simulate(
  on: { readonly client: PublicClient; readonly blockNumber: bigint; readonly gas: bigint },
  groups: readonly (readonly TrialCall[])[],
  senders: CallGroups["senders"],
): Promise<readonly (GroupOutcome | null)[]> {
  if (groups.length === 0) return Promise.resolve([]);
  const calls = groups.map((group) =>
    group.map(({ account: from, to, data }) => ({ from, to, data, value: 0n })),
  );
  const { client, blockNumber, gas } = on;
  return simulationOf(client).runGroups({ blockNumber, groups: calls, gas, senders });
}

/** The holder with the largest balance; the first of equals; null when none has any. */
function largest<T extends Trial>(trials: readonly T[]): T | null {
  let best: T | null = null;
  for (const trial of trials) if (trial.balance > (best?.balance ?? 0n)) best = trial;
  return best;
}

/**
 * Runs `work` over chunks of `items`, a few at a time. A chunk that the node refuses is halved, so
 * that an item that it cannot simulate (too much gas) takes no other with it; an item that is
 * refused alone goes to `refusals`. What `work` did not come to, and returns, has another turn.
 */
async function forChunks<T extends { readonly token: Address }>(
  items: readonly T[],
  refusals: Map<Address, unknown>,
  work: (chunk: readonly T[]) => Promise<readonly T[]>,
): Promise<void> {
  const queue: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += TOKENS_PER_REQUEST) {
    queue.push(items.slice(at, at + TOKENS_PER_REQUEST));
  }
  const worker = async () => {
    for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) {
      try {
        const left = await work(chunk);
        if (left.length > 0) queue.push(left);
      } catch (error) {
        if (nodeErrorOf(error) === null) throw error;
        const half = Math.ceil(chunk.length / 2);
        if (chunk.length > 1) queue.push(chunk.slice(0, half), chunk.slice(half));
        else for (const { token } of chunk) refusals.set(token, error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, worker));
}
