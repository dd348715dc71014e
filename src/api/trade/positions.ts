import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import { type Position, positionKey } from "../../protocols/position.ts";
import type { OpenPosition } from "../graph/issues.ts";
import type { Snapshot } from "../graph/snapshot.ts";

/**
 * How a request names a position: its contract, or a `positionId`, which says the chain and the id
 * inside the contract too.
 */
export interface PositionReference {
  /** Lower-case. */
  readonly contract: Address;
  /** Null: the contract alone was named. */
  readonly inside: { readonly chainId: number; readonly id: string } | null;
}

/** `<chainId>:<contract>:<id>`; ids are decimal numbers or words of hexadecimal digits. */
const POSITION_ID = /^(\d{1,15}):(0x[0-9a-f]{40}):(\d{1,78}|0x[0-9a-f]{1,64})$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Reads an address or `positionId`, in any letter case; null when the text is neither. */
export function readPositionReference(text: string): PositionReference | null {
  if (ADDRESS.test(text)) return { contract: text.toLowerCase() as Address, inside: null };
  const [, chainId, contract, id] = POSITION_ID.exec(text) ?? [];
  if (chainId === undefined || contract === undefined || id === undefined) return null;
  return {
    contract: contract.toLowerCase() as Address,
    inside: { chainId: Number(chainId), id: id.toLowerCase() },
  };
}

/**
 * The `positionId` of a position inside a contract; null for one that has its contract for itself.
 */
export function positionIdOf(chainId: number, { address, id }: Position): string | null {
  return id === null ? null : `${chainId}:${address}:${id}`;
}

/**
 * The position that a reference means; null when the chain has none such.
 *
 * @throws {ServiceError} `UNKNOWN_POSITION` for a contract that several positions share, with their
 *   ids.
 */
export function findPosition(
  snapshot: Snapshot,
  { contract, inside }: PositionReference,
): OpenPosition | null {
  if (inside !== null) {
    if (inside.chainId !== snapshot.chainId) return null;
    return snapshot.positions.get(positionKey(contract, inside.id)) ?? null;
  }
  const own = snapshot.positions.get(contract);
  if (own !== undefined) return own;
  const inContract = [...snapshot.positions.values()].filter(
    ({ position }) => position.address === contract,
  );
  const [only, second] = inContract;
  if (only === undefined || second === undefined) return only ?? null;
  const positionIds = inContract
    .map(({ position }) => positionIdOf(snapshot.chainId, position))
    .sort();
  throw new ServiceError(
    "UNKNOWN_POSITION",
    `${contract} holds ${positionIds.length} positions; name one by its positionId, such as ${positionIds[0]}.`,
    { data: { address: contract, positionIds } },
  );
}

/** The 422 for a reference to no position of a chain; `path` is the parameter. */
export function unknownPosition(chainId: number, path: string, text: string): ServiceError {
  return new ServiceError(
    "UNKNOWN_POSITION",
    `${path} ${text} is no position on chain ${chainId}; GET /api/v1/nontokenized?chainId=${chainId} lists what is.`,
    { details: [{ path, message: `unknown position ${text}` }] },
  );
}
