/** Positions that are remembered, by the hash of the three bytes there. */
const TABLE_SIZE = 8_192;
/** The farthest back that a repetition may lie. */
const MAX_DISTANCE = 8_191;
/** Bytes at the end that no repetition is looked for in. */
const TAIL = 13;
const MULTIPLIER = 2_654_435_769;
const HASH_SHIFT = 19;
/** Bytes of one run that is written as it is; a byte before it tells how many. */
const MAX_RUN = 32;
/** Bytes that one repetition stands for, besides its first two. */
const MAX_MATCH = 262;
const LONG_MATCH = 6;

/**
 * Bytes that FastLZ of level 1 makes of `data`, as the OP stack prices transactions since Fjord:
 * the very size that its nodes and its `GasPriceOracle` find, without making the bytes.
 *
 * @see https://github.com/ethereum-optimism/specs/blob/main/specs/protocol/fjord/exec-engine.md
 * @see https://github.com/Vectorized/solady/blob/v0.1.26/src/utils/LibZip.sol `flzCompress`
 */
export function fastLzSize(data: Uint8Array): number {
  const table = new Uint32Array(TABLE_SIZE);
  const limit = data.length - TAIL;
  let size = 0;
  /** First byte that no part of the output stands for yet. */
  let anchor = 0;
  let at = 2;
  while (at < limit) {
    let found = 0;
    for (;;) {
      const three = threeBytes(data, at);
      const slot = slotOf(three);
      found = table[slot] ?? 0;
      table[slot] = at;
      at += 1;
      if (at >= limit) return size + runSize(data.length - anchor);
      if (at - 1 - found <= MAX_DISTANCE && three === threeBytes(data, found)) break;
    }
    at -= 1;
    if (at > anchor) size += runSize(at - anchor);
    const length = matchLength(data, { from: found + 3, at: at + 3, end: limit + TAIL - 4 });
    size += matchSize(length);
    at += length;
    table[slotOf(threeBytes(data, at))] = at;
    at += 1;
    table[slotOf(threeBytes(data, at))] = at;
    at += 1;
    anchor = at;
  }
  return size + runSize(data.length - anchor);
}

function threeBytes(data: Uint8Array, at: number): number {
  return (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);
}

function slotOf(three: number): number {
  return (Math.imul(MULTIPLIER, three) >>> HASH_SHIFT) & (TABLE_SIZE - 1);
}

/** Bytes from `at` on that are as those from `from` on, the first one that differs included. */
function matchLength(
  data: Uint8Array,
  on: { readonly from: number; readonly at: number; readonly end: number },
): number {
  const most = on.end - on.at;
  for (let length = 0; length < most; length++) {
    if (data[on.from + length] !== data[on.at + length]) return length + 1;
  }
  return Math.max(most, 0);
}

function runSize(bytes: number): number {
  const rest = bytes % MAX_RUN;
  return Math.floor(bytes / MAX_RUN) * (MAX_RUN + 1) + (rest === 0 ? 0 : rest + 1);
}

function matchSize(length: number): number {
  const more = length - 1;
  return 3 * Math.floor(more / MAX_MATCH) + (more % MAX_MATCH >= LONG_MATCH ? 3 : 2);
}
