import { BlockReplacedError, NodesUnavailableError } from "../nodes/transport.ts";
import { StateGoneError } from "./reader.ts";

const PASSING = [NodesUnavailableError, BlockReplacedError, StateGoneError];

/**
 * Whether a state could not be read because of the nodes or the block, and not of what was asked.
 */
export function isPassing(error: unknown): boolean {
  return PASSING.some((kind) => error instanceof kind);
}
