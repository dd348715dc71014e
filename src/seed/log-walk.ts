import { type Address, type Hex, numberToHex } from "viem";
import { isOfBlockCount, isTooSlow, rangeRefusal } from "../nodes/refusals.ts";
import type { RawLog } from "./decoded-log.ts";

/** Logs of some events of some contracts; each of the events of each of them. */
export interface RawFilter {
  readonly address: readonly Address[];
  /** Hashes of the events. */
  readonly topics: readonly Hex[];
}

/** Part of a walk. */
export interface WalkedLogs {
  /** In their order. */
  readonly logs: readonly RawLog[];
  /** The block to go on with. */
  readonly next: number;
}

/** Walks over logs from block to block; several walks share what they learn of the node. */
export type LogWalk = (
  filter: RawFilter,
  range: { readonly from: number; readonly to: number },
) => AsyncGenerator<WalkedLogs>;

/** First range of logs, blocks, and the widest. */
const FIRST_RANGE = 10_000;
const WIDEST_RANGE = 1_000_000;
/** A range with so many logs is not widened. */
const MANY_LOGS = 2_000;
/** An answer that takes so long, milliseconds, is not followed by a wider question. */
const SLOW_MS = 2_000;
/** A walk of more is given up: at 25 a second they take hours. */
const MOST_REQUESTS = 300_000;
/** Ranges that are asked for side by side. */
const AT_ONCE = 6;

/** A walk would take more requests than anybody waits for. */
export class LogRangeError extends Error {
  override readonly name = "LogRangeError";
  readonly code = "LOG_RANGE_TOO_NARROW";

  constructor(from: number, to: number, refused: number) {
    const requests = Math.ceil((to - from + 1) / refused).toLocaleString("en");
    super(
      `The node gives no logs of ${refused} blocks at once: those from block ${from} to ${to} would take more than ${requests} requests; add a URL that gives those of 10,000 to the chain's PONDER_RPC_URL_<chainId>, which is then asked for them.`,
    );
  }
}

/** @param ask Asks until a node answers; what a node refuses is thrown. */
export function createLogWalk(
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
): LogWalk {
  let width = FIRST_RANGE;
  /** A range that was refused; wider ones are not asked for again. */
  let ceiling = WIDEST_RANGE + 1;

  /**
   * Logs of a range, which is asked for in halves where it is refused as too wide.
   *
   * @param end Where the walk ends, which is given up as soon as that is too far.
   */
  async function logsOf(
    filter: RawFilter,
    { from, to, end }: { readonly from: number; readonly to: number; readonly end: number },
  ): Promise<readonly RawLog[]> {
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) };
    const started = Date.now();
    const blocks = to - from + 1;
    try {
      const params = [{ address: filter.address, topics: [filter.topics], ...range }];
      const found = (await ask("eth_getLogs", params)) as readonly RawLog[];
      const isEasy = found.length < MANY_LOGS && Date.now() - started < SLOW_MS;
      if (isEasy && blocks === width && width * 2 < ceiling) width *= 2;
      return found;
    } catch (error) {
      const refusal = rangeRefusal(error);
      if (blocks === 1 || (refusal === null && !isTooSlow(error))) throw error;
      // What holds too many logs says nothing of the next range.
      if (refusal !== null && isOfBlockCount(refusal)) {
        ceiling = Math.min(ceiling, blocks);
        if ((end - from) / ceiling > MOST_REQUESTS) throw new LogRangeError(from, end, ceiling);
      }
      width = Math.max(1, Math.min(width, blocks >> 1));
      const middle = from + (blocks >> 1);
      const first = await logsOf(filter, { from, to: middle - 1, end });
      return [...first, ...(await logsOf(filter, { from: middle, to, end }))];
    }
  }

  return async function* walk(filter, { from, to }) {
    const asked: { readonly last: number; readonly logs: Promise<readonly RawLog[]> }[] = [];
    let first = from;
    // One tells how much the node gives before more are asked for.
    let atOnce = 1;
    try {
      while (asked.length > 0 || first <= to) {
        while (asked.length < atOnce && first <= to) {
          const last = Math.min(to, first + width - 1);
          const logs = logsOf(filter, { from: first, to: last, end: to });
          // What fails is thrown when its turn comes.
          logs.catch(() => undefined);
          asked.push({ last, logs });
          first = last + 1;
        }
        const next = asked.shift();
        if (next === undefined) continue;
        const logs = await next.logs;
        atOnce = AT_ONCE;
        yield { logs, next: next.last + 1 };
      }
    } finally {
      await Promise.allSettled(asked.map(({ logs }) => logs));
    }
  };
}
