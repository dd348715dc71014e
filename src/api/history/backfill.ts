import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { SECONDS_PER_HOUR } from "../../catalog/hours.ts";
import { ServiceError } from "../../lib/errors.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import type { RunningChainService } from "../chain/chain-service.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { Records } from "../records/open.ts";
import { readGap, writeHour } from "./hours.ts";
import { valuesOf } from "./values.ts";

/** What past hours of a chain are filled from. */
export type PastChain = Pick<RunningChainService, "at" | "heads">;

export interface BackfillOptions {
  /** Looked at each time, as entries are replaced. */
  readonly chains: ReadonlyMap<number, PastChain>;
  readonly protocols: readonly Protocol[];
  /** Not closed with the backfill. */
  readonly records: Records;
  readonly log: Logger;
}

/** Records the hours that nobody was there for. */
export interface Backfill {
  /** Ends after what is being written. */
  close(): Promise<void>;
}

/** Milliseconds until another look once nothing is missing, or what is missing cannot be had. */
const IDLE_MS = 10_000;
/**
 * So many times as long as an hour took is nothing done: a tenth of the time goes into the past.
 */
const REST_FACTOR = 9;

/**
 * Starts to fill the hours before recorded ones, the newest first, each from the last block at or
 * before its start. What was filled is not filled again after a restart.
 */
export function startBackfill({ chains, protocols, records, log }: BackfillOptions): Backfill {
  const stop = new AbortController();
  /** By chain: the recorded hour before which the tables tell nothing. */
  const earliest = new Map<number, number>();

  /** Fills the newest missing hour of a chain that is before a recorded one. Whether it did. */
  async function fill(chainId: number): Promise<boolean> {
    const chain = chains.get(chainId);
    const above = earliest.get(chainId) ?? -1;
    const next = await readGap(records, { chainId, above });
    if (chain === undefined || next === null) return false;
    const hour = next - SECONDS_PER_HOUR;
    // Blocks that may still be replaced are left to the recorder, which notices it.
    const oldest = chain.heads()[0];
    if (oldest === undefined || oldest.timestamp <= hour) return false;
    const snapshot = await snapshotAt(chain, hour);
    if (snapshot === null) return false;
    if (snapshot === "never") {
      earliest.set(chainId, next);
      return false;
    }
    const values = await valuesOf(snapshot, protocols);
    const { number: blockNumber, hash: blockHash, timestamp: blockTimestamp } = snapshot.block;
    const block = { blockNumber, blockHash, blockTimestamp };
    if (stop.signal.aborted) return false;
    return writeHour(records, { hour: { chainId, hour, ...block }, next, values });
  }

  /** Null: not now. */
  async function snapshotAt(
    chain: PastChain,
    timestamp: number,
  ): Promise<Snapshot | "never" | null> {
    try {
      return (await chain.at({ timestamp })).lastSnapshot();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      log.debug({ err: error }, "a past hour cannot be read");
      return error.code === "BLOCK_UNAVAILABLE" ? "never" : null;
    }
  }

  async function run(): Promise<void> {
    let failure: string | null = null;
    while (!stop.signal.aborted) {
      const startedAt = performance.now();
      let isFilled = false;
      try {
        for (const chainId of chains.keys()) isFilled = (await fill(chainId)) || isFilled;
        failure = null;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (message !== failure) log.warn({ err: error }, "past hours cannot be recorded");
        failure = message;
      }
      const rest = isFilled ? REST_FACTOR * (performance.now() - startedAt) : IDLE_MS;
      // Rejected when the backfill ends.
      await sleep(rest, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}
