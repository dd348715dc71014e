import type { Logger } from "pino";
import { hourOf } from "../../catalog/hours.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import type { RunningChainService } from "../chain/chain-service.ts";
import type { Head } from "../graph/heads.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { Records } from "../records/open.ts";
import { deleteHours, type RecordedHour, readRecordedHours, writeHour } from "./hours.ts";
import { type HourValues, type Values, valuesOf } from "./values.ts";

/** What is recorded of one chain. */
export type RecordedChain = Pick<RunningChainService, "lastSnapshot" | "heads">;

export interface RecorderOptions {
  /** Looked at each time, as entries are replaced. */
  readonly chains: ReadonlyMap<number, RecordedChain>;
  readonly protocols: readonly Protocol[];
  /** Not closed with the recorder. */
  readonly records: Records;
  readonly log: Logger;
}

/** Records prices, values held and yields at the start of each hour of every chain's time. */
export interface Recorder {
  /** Looks at every chain now; rejects with what the database answers. */
  look(): Promise<void>;
  /** Ends after what is being written. */
  close(): Promise<void>;
}

/** An hour as this process works it out. */
interface WorkedOut {
  readonly hour: RecordedHour;
  readonly values: HourValues;
}

/** What a process knows of a chain's records. */
interface Known {
  /** The last hours, newest first: enough for every reorganisation that the indexer follows. */
  readonly hours: readonly RecordedHour[];
  /** The last hour that this process worked out, written or not. */
  readonly last: WorkedOut | null;
}

const LOOK_INTERVAL_MS = 1_000;
const KEPT_HOURS = 4;

/**
 * Starts to record. Each hour is written once, by whichever process comes first, from the first
 * snapshot that it sees at or after the hour's start; hours without one are left out. What was
 * recorded from a block that is no longer in the chain is deleted and written anew.
 */
export function startRecorder({ chains, protocols, records, log }: RecorderOptions): Recorder {
  const known = new Map<number, Known>();
  let closed = false;

  async function lookAt(chainId: number, chain: RecordedChain): Promise<void> {
    const [snapshot, heads] = [chain.lastSnapshot(), chain.heads()];
    if (snapshot === null) return;
    const { hours, last } = known.get(chainId) ?? { hours: await read(chainId), last: null };
    const orphan = hours.findLast((hour) => isReplaced(hour, heads));
    if (orphan !== undefined && (await deleteHours(records, orphan))) {
      log.info({ chainId, hour: orphan.hour }, "recorded hours of replaced blocks were deleted");
    }
    const hour = hourOf(BigInt(snapshot.block.timestamp));
    const isDue = orphan !== undefined || (hours[0]?.hour ?? -1) < hour;
    // Another process may have been first.
    const stored = isDue ? await read(chainId) : hours;
    known.set(chainId, { hours: stored, last });
    if ((stored[0]?.hour ?? -1) >= hour) return;
    const next = isOf(last, hour, heads) ? last : await workOut(snapshot, hour);
    known.set(chainId, { hours: stored, last: next });
    const values = withVanished(next.values, last);
    if (closed || !(await writeHour(records, { hour: next.hour, next: null, values }))) return;
    log.debug(next.hour, "prices, values and yields were recorded");
    known.set(chainId, { hours: [next.hour, ...stored].slice(0, KEPT_HOURS), last: next });
  }

  async function workOut(snapshot: Snapshot, hour: number): Promise<WorkedOut> {
    const { chainId, block } = snapshot;
    const values = await valuesOf(snapshot, protocols);
    const { number: blockNumber, hash: blockHash, timestamp: blockTimestamp } = block;
    return { hour: { chainId, hour, blockNumber, blockHash, blockTimestamp }, values };
  }

  const read = (chainId: number) => readRecordedHours(records, { chainId, limit: KEPT_HOURS });

  let running: Promise<void> | null = null;
  function look(): Promise<void> {
    running ??= (async () => {
      try {
        for (const [chainId, chain] of chains) if (!closed) await lookAt(chainId, chain);
      } finally {
        running = null;
      }
    })();
    return running;
  }

  let failure: string | null = null;
  const timer = setInterval(() => {
    look().then(
      () => {
        failure = null;
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (message !== failure) log.warn({ err: error }, "prices cannot be recorded");
        failure = message;
      },
    );
  }, LOOK_INTERVAL_MS);

  return {
    look,
    async close() {
      closed = true;
      clearInterval(timer);
      // What a look under way fails with no longer matters.
      await Promise.allSettled([running]);
    },
  };
}

/**
 * Whether the indexed chain has another block in the place of the one that an hour was recorded
 * from.
 */
function isReplaced({ blockNumber, blockHash }: RecordedHour, heads: readonly Head[]): boolean {
  return heads.some(({ number, hash }) => number === blockNumber && hash !== blockHash);
}

/** Whether the hour was worked out before, from a block that is still in the chain. */
function isOf(last: WorkedOut | null, hour: number, heads: readonly Head[]): last is WorkedOut {
  return last !== null && last.hour.hour === hour && !isReplaced(last.hour, heads);
}

/**
 * The values, and null for what had one an hour before and is gone, such as a pool that was
 * emptied.
 */
function withVanished(values: HourValues, last: WorkedOut | null): HourValues {
  if (last === null) return values;
  const before = last.values;
  const merged = (old: Values, now: Values): Values =>
    new Map([...[...old.keys()].map((id) => [id, null] as const), ...now]);
  return {
    prices: merged(before.prices, values.prices),
    tvl: merged(before.tvl, values.tvl),
    apy: merged(before.apy, values.apy),
  };
}
