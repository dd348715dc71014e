import { createHash } from "node:crypto";
import type { Hex } from "viem";
import { SECONDS_PER_HOUR } from "../catalog/hours.ts";

/** Which pools are compared with the node at some time. */
export interface Turn {
  /** Place of the family in the list. */
  readonly family: number;
  /** First digits of ids: those from `from` up to `to`, without it, beginning with `start`. */
  readonly from: Hex;
  readonly start: Hex;
  readonly to: Hex;
}

/** When which pools are compared, by the clock of blocks. */
export interface Schedule {
  /** What is due in a block; null: nothing. Times in seconds since the epoch. */
  dueAt(block: { readonly timestamp: number; readonly previous: number }): Turn | null;
}

/** Pools that are compared in one block at most. */
export const POOLS_PER_TURN = 32;
/** Of the digits by which ids are told apart. */
const PLACES = 2 ** 32;
const HEX_DIGITS = 8;

/**
 * Spreads a sample of each of some families evenly over a time, a few pools at once. Each turn
 * takes its own part of all ids, from a place in it that follows from time and chain.
 *
 * @param options.pools Of a family in `hours`.
 */
export function createSchedule({
  chainId,
  families,
  pools,
  hours,
}: {
  readonly chainId: number;
  readonly families: number;
  readonly pools: number;
  readonly hours: number;
}): Schedule {
  const parts = Math.max(1, Math.ceil(pools / POOLS_PER_TURN));
  const turns = families * parts;
  const seconds = Math.max(1, (hours * SECONDS_PER_HOUR) / Math.max(1, turns));
  return {
    dueAt({ timestamp, previous }) {
      const slot = Math.floor(timestamp / seconds);
      if (turns === 0 || slot <= Math.floor(previous / seconds)) return null;
      const turn = slot % turns;
      const part = Math.floor(turn / families);
      const [from, to] = [boundary(part, parts), boundary(part + 1, parts)];
      const digest = createHash("sha256").update(`${chainId} ${slot}`).digest().readUInt32BE();
      const start = from + (digest % (to - from));
      return { family: turn % families, from: prefix(from), start: prefix(start), to: prefix(to) };
    },
  };
}

function boundary(part: number, parts: number): number {
  return Math.floor((part * PLACES) / parts);
}

/**
 * The end of all ids is above every digit. Of an odd number of digits a column of Ponder's makes
 * another text, with a zero in front.
 */
function prefix(place: number): Hex {
  return place === PLACES ? "0xgg" : `0x${place.toString(16).padStart(HEX_DIGITS, "0")}`;
}
