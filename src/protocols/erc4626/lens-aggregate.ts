import type { Aggregate } from "../../catalog/live/aggregate.ts";
import type { StateReader } from "../../seed/reader.ts";

/** Words of the longest answer that is used: of what the adapter of a vault is told. */
const WORDS = 7;

/**
 * Calls views by the lens as a live block's by Multicall3.
 *
 * @param gasEach What one of them may take.
 */
export function aggregateOf(state: StateReader, gasEach: bigint): Aggregate {
  return async (calls) => {
    const views = calls.map(({ target, callData }) => ({ target, data: callData }));
    const answers = await state.list(views, WORDS, { gasEach });
    return answers.map((answer) => ({ success: answer !== null, returnData: answer ?? "0x" }));
  };
}
