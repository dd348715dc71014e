import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import {
  findPosition,
  positionIdOf,
  readPositionReference,
  unknownPosition,
} from "../trade/positions.ts";
import { type Fault, isObject, type Reading, understood, unexpected } from "./reading.ts";

/** `<chainId>:<contract>:<id>`, lower-case: one of the positions that share a contract. */
export type PositionId = `${number}:${Address}:${string}`;

/**
 * What an action names: a token, or a position by its contract or by its `positionId`. Lower-case.
 */
export type Asset = Address | PositionId;

/** Where in a bundle an asset stands. */
export interface AssetPlace {
  /** Place of the action. */
  readonly index: number;
  /** Name of the argument, e.g. `tokenOut`. */
  readonly argument: string;
}

const EXPECTED =
  "an address, 0x and 40 hexadecimal digits, or a positionId, <chainId>:<contract>:<id>";

/** An address or `positionId` in any letter case, lower-cased. */
export function readAsset(value: unknown): Reading<Asset> {
  const named = typeof value === "string" ? readPositionReference(value) : null;
  if (named === null) return unexpected(value, EXPECTED);
  const { contract, inside } = named;
  return inside === null
    ? understood<Asset>(contract)
    : understood<Asset>(`${inside.chainId}:${contract}:${inside.id}`);
}

/** Whether an asset is a `positionId`. */
export function isPositionId(asset: string): asset is PositionId {
  return asset.includes(":");
}

/**
 * What an action means by an asset: of a contract that several positions share, the one that its
 * `primaryAddress` names.
 */
export function namedByPrimary(asset: Asset, primaryAddress: Asset | null): Asset {
  if (primaryAddress === null || !isPositionId(primaryAddress)) return asset;
  return readPositionReference(primaryAddress)?.contract === asset ? primaryAddress : asset;
}

/** Arguments that may be a `positionId`; in an action they have the same name. */
const ASSET_ARGUMENTS = ["tokenIn", "tokenOut", "token", "collateral", "primaryAddress"] as const;

/** What is wrong with the positions that an action names: those of another chain. */
export function foreignPositionFaults(action: unknown, chainId: number): readonly Fault[] {
  if (!isObject(action)) return [];
  return ASSET_ARGUMENTS.flatMap((argument) => {
    const value = action[argument];
    const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
    return listed.flatMap((asset, at): readonly Fault[] => {
      if (typeof asset !== "string" || !isPositionId(asset)) return [];
      const chain = readPositionReference(asset)?.inside?.chainId;
      if (chain === chainId) return [];
      const path = Array.isArray(value) && value.length > 1 ? [argument, at] : [argument];
      return [{ path, message: `is a position of chain ${chain}; the bundle is for ${chainId}` }];
    });
  });
}

/**
 * The token's address, or the key of the position that is meant. An address that is neither stays
 * as it is.
 *
 * @throws {ServiceError} `UNKNOWN_POSITION` for a `positionId` that the chain has not, and, with
 *   their ids, for the contract of several positions.
 */
export function resolveAsset(snapshot: Snapshot, asset: Asset, place: AssetPlace): Address {
  if (!isPositionId(asset) && snapshot.tokens.has(asset)) return asset;
  const reference = readPositionReference(asset);
  if (reference === null) throw new Error(`${asset} is no asset`);
  const path = `${place.index}.args.${place.argument}`;
  try {
    const found = findPosition(snapshot, reference);
    if (found !== null) return found.position.key;
  } catch (error) {
    throw error instanceof ServiceError ? at(place.index, error) : error;
  }
  if (reference.inside === null) return reference.contract;
  throw at(place.index, unknownPosition(snapshot.chainId, path, asset));
}

/**
 * How a token or position is named to a caller: by the `positionId` where it shares its contract,
 * else by an address.
 */
export function nameOf({ chainId, positions }: Snapshot, key: Address): string {
  const open = positions.get(key);
  if (open === undefined) return key;
  return positionIdOf(chainId, open.position) ?? open.position.address;
}

/** The error, told of an action. */
function at(index: number, error: ServiceError): ServiceError {
  const { code, message, details, data } = error;
  return new ServiceError(code, `action ${index}: ${message}`, {
    details,
    data: { index, ...data },
    cause: error,
  });
}
