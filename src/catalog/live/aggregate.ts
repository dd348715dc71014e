import type { Address, Hex } from "viem";

/** A view to call, by its encoded data. */
export interface ViewCall {
  readonly target: Address;
  readonly allowFailure: true;
  readonly callData: Hex;
}

/** What a view returned; what it reverted with when it did not succeed. */
export interface ViewAnswer {
  readonly success: boolean;
  readonly returnData: Hex;
}

/** Calls views on one state, as `aggregate3` of Multicall3 does; an answer for each call. */
export type Aggregate = (calls: readonly ViewCall[]) => Promise<readonly ViewAnswer[]>;

/** A view to call, by its encoded data, whether it fails or not. */
export interface View {
  readonly target: Address;
  readonly data: Hex;
}

/** What views return, in their order; null where one fails. */
export type Ask = (views: readonly View[]) => Promise<readonly (Hex | null)[]>;

/** Asks views by an aggregate. */
export function askOf(aggregate: Aggregate): Ask {
  return async (views) => {
    const answers = await aggregate(
      views.map(({ target, data }) => ({ target, allowFailure: true, callData: data })),
    );
    return answers.map(({ success, returnData }) => (success ? returnData : null));
  };
}

interface Question {
  /** The reader's place. */
  readonly reader: number;
  readonly calls: readonly ViewCall[];
  readonly resolve: (answers: readonly ViewAnswer[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs `readers` side by side. What they ask for is gathered until each of them waits or is done,
 * and then asked at once: readers that ask n times each cost n calls of `aggregate`, however many
 * they are. What one asks for in one go counts once.
 *
 * Resolves when all readers have; rejects with what the first of them in order fails with, after
 * all have ended.
 */
export async function readTogether(
  readers: readonly ((aggregate: Aggregate) => Promise<void>)[],
  aggregate: Aggregate,
): Promise<void> {
  let running = readers.length;
  let waiting: Question[] = [];

  async function askWhenAllWait(): Promise<void> {
    if (waiting.length === 0 || new Set(waiting.map(({ reader }) => reader)).size < running) return;
    const questions = waiting;
    waiting = [];
    try {
      const answers = await aggregate(questions.flatMap(({ calls }) => calls));
      let next = 0;
      for (const { calls, resolve } of questions) {
        resolve(answers.slice(next, next + calls.length));
        next += calls.length;
      }
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  }

  function gatherOf(reader: number): Aggregate {
    return (calls) => {
      if (calls.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        waiting.push({ reader, calls, resolve, reject });
        // Not before it has asked for all that it can.
        queueMicrotask(() => void askWhenAllWait());
      });
    };
  }

  const outcomes = await Promise.allSettled(
    readers.map(async (read, place) => {
      try {
        await read(gatherOf(place));
      } finally {
        running -= 1;
        void askWhenAllWait();
      }
    }),
  );
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}
