import type { Address } from "viem";
import type { StateReader } from "../../seed/reader.ts";
import { wordOf } from "../../seed/words.ts";
import { COURSE_BITS, uncompressed } from "./bootstrapping.ts";
import type { KnownPool } from "./seed-rows.ts";
import type { PoolRow } from "./transitions.ts";

/** Where a pool keeps all that moves its weights, and whether it swaps. */
const STATE_SLOT = 11n;
/** Bits before the first of each in that word. */
const OFFSETS = { startWeights: 4n, endWeights: 128n, startTime: 192n, endTime: 224n };

type Course = Pick<
  PoolRow,
  "weights" | "endWeights" | "weightsStartTime" | "weightsEndTime" | "swapEnabled"
>;

/**
 * What liquidity bootstrapping pools keep besides, by contract. No view tells the weights that a
 * course began with, so that all is read from the one word that has it.
 *
 * @see https://github.com/balancer/balancer-v2-monorepo/blob/75a8641c8/pkg/pool-weighted/contracts/smart/LiquidityBootstrappingPool.sol `_poolState`
 */
export async function bootstrappingOf(
  state: StateReader,
  pools: readonly KnownPool[],
): Promise<ReadonlyMap<Address, Course>> {
  const found = pools.filter(({ facts }) => facts.kind === "bootstrapping");
  if (found.length === 0) return new Map();
  const words = await state.slot(
    found.map(({ contract }) => contract),
    STATE_SLOT,
  );
  return new Map(
    found.map(({ contract, registered }, at) => [
      contract,
      courseIn(wordOf(words[at]) ?? 0n, registered.tokens.length),
    ]),
  );
}

function courseIn(word: bigint, tokens: number): Course {
  const { startWeight, endWeight, time } = COURSE_BITS;
  const part = (offset: bigint, bits: bigint) => BigInt.asUintN(Number(bits), word >> offset);
  const weightsIn = (offset: bigint, bits: bigint) =>
    Array.from({ length: tokens }, (_, i) =>
      uncompressed(part(offset + BigInt(i) * bits, bits), bits),
    );
  return {
    weights: weightsIn(OFFSETS.startWeights, startWeight),
    endWeights: weightsIn(OFFSETS.endWeights, endWeight),
    weightsStartTime: part(OFFSETS.startTime, time),
    weightsEndTime: part(OFFSETS.endTime, time),
    swapEnabled: part(0n, 1n) === 1n,
  };
}
