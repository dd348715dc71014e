import type { Address, PublicClient } from "viem";
import { nodeErrorOf } from "../../lib/node-error.ts";
import {
  balanceCall,
  decodeAmount,
  judgeTrial,
  type Trial,
  type TrialCall,
  type TrialResult,
  trialCalls,
  type Verdict,
} from "./quality.ts";

/** A token to check, and the pools that may hold some of it. */
export interface Candidate {
  readonly token: Address;
  /** In a fixed order; the first few are looked at. */
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

/** Holders per token whose balance is read. */
const HOLDERS_PER_TOKEN = 6;
/** Tokens per request: 13 calls each, and nodes cap the gas of a request (geth: 50 million). */
const TOKENS_PER_REQUEST = 20;
/** Requests under way at the same time. */
const CONCURRENT_REQUESTS = 3;

/**
 * Tries every candidate on the state of one block: reads its holders' balances and moves a part of
 * the largest one around in a simulation. Nothing is sent to the chain.
 *
 * A verdict depends on the block and the holders alone. A token that no holder has any of fails.
 * Rejects when the node does not answer at all.
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

  await forChunks(candidates, refusals, async (chunk) => {
    const pairs = chunk.flatMap(({ token, holders }) =>
      holders.slice(0, HOLDERS_PER_TOKEN).map((holder) => ({ token, holder })),
    );
    const calls = pairs.map(({ token, holder }) => balanceCall(token, holder));
    const results = await simulate(client, calls, blockNumber);
    const held = pairs.map((pair, at) => ({ ...pair, balance: decodeAmount(results[at]) ?? 0n }));
    for (const { token } of chunk) {
      const trial = largest(held.filter((pair) => pair.token === token));
      if (trial !== null) trials.push(trial);
      else verdicts.set(token, { ok: false, reason: "no pool holds any of it" });
    }
  });
  await forChunks(trials, refusals, async (chunk) => {
    const results = await simulate(client, chunk.flatMap(trialCalls), blockNumber);
    const each = results.length / chunk.length;
    for (const [at, trial] of chunk.entries()) {
      verdicts.set(trial.token, judgeTrial(trial, results.slice(at * each, (at + 1) * each)));
    }
  });
  return { verdicts, refusals };
}

async function simulate(
  client: PublicClient,
  calls: readonly TrialCall[],
  blockNumber: bigint,
): Promise<readonly TrialResult[]> {
  if (calls.length === 0) return [];
  const [block] = await client.simulateBlocks({ blocks: [{ calls }], blockNumber });
  return block?.calls ?? [];
}

/** The holder with the largest balance; the first of equals; null when none has any. */
function largest(trials: readonly Trial[]): Trial | null {
  let best: Trial | null = null;
  for (const trial of trials) if (trial.balance > (best?.balance ?? 0n)) best = trial;
  return best;
}

/**
 * Runs `work` over chunks of `items`, a few at a time. A chunk that the node refuses is halved, so
 * that an item that it cannot simulate (too much gas) takes no other with it; an item that is
 * refused alone goes to `refusals`.
 */
async function forChunks<T extends { readonly token: Address }>(
  items: readonly T[],
  refusals: Map<Address, unknown>,
  work: (chunk: readonly T[]) => Promise<void>,
): Promise<void> {
  const queue: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += TOKENS_PER_REQUEST) {
    queue.push(items.slice(at, at + TOKENS_PER_REQUEST));
  }
  const worker = async () => {
    for (let chunk = queue.shift(); chunk !== undefined; chunk = queue.shift()) {
      try {
        await work(chunk);
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
