import type { Address } from "viem";
import { currencyOf, NATIVE } from "../../lib/address.ts";
import { ServiceError } from "../../lib/errors.ts";
import { PROTOCOLS } from "../../protocols/index.ts";
import type { RangePositions, RangeReading } from "../../protocols/range-positions.ts";
import { addStages } from "../program/sequence-steps.ts";
import type { PlacedAction } from "./action.ts";
import { type Compiler, outputKey, type Reported } from "./compiler.ts";
import { type Reading, understood } from "./reading.ts";

/** Two tokens of an action, as it names them. */
export type TokenPair = readonly [Address, Address];

/** Where an action on an NFT takes place. */
export interface RangePlace {
  readonly ranges: RangePositions;
  readonly manager: Address;
  /** The tokens in the pool's order. */
  readonly tokens: TokenPair;
}

/** What a simulation says of an NFT. */
export interface KnownNft {
  readonly liquidity: bigint;
  readonly owner: Address;
}

/** Places of what is known of an NFT among what an action reports; no output has them. */
export const FACTS = { token0: 1_001, token1: 1_002, liquidity: 1_003, owner: 1_004 } as const;
/** Name of the argument that has the tokens, or the NFTs' contract. */
type Side = "tokenIn" | "tokenOut";

/**
 * The contract of an action's NFTs, and its tokens in the pool's order.
 *
 * @throws {ServiceError} `ACTION_UNSUPPORTED` for another contract, and for the native currency
 *   where pools have none.
 */
export function rangePlaceOf(
  { snapshot }: Pick<Compiler, "snapshot">,
  { index, protocol, kind }: PlacedAction,
  on: { readonly nfts: Address; readonly tokens: TokenPair; readonly tokensAre: Side },
): RangePlace {
  const { nfts, tokens } = on;
  const nftsAre = on.tokensAre === "tokenIn" ? "tokenOut" : "tokenIn";
  const ranges = PROTOCOLS.find(({ deployments }) =>
    deployments.some(({ slug }) => slug === protocol),
  )?.ranges?.(protocol);
  const manager = ranges?.manager(protocol, snapshot.chainId) ?? null;
  if (ranges === undefined || manager === null) throw new Error(`${protocol} has no ranges`);
  const unsupported = (path: string, is: string, remedy: string) =>
    new ServiceError("ACTION_UNSUPPORTED", `action ${index}: ${is}; ${remedy}.`, {
      details: [{ path: `${index}.args.${path}`, message: remedy }],
      data: { index },
    });
  if (nfts !== manager) {
    const is = `the NFTs of ${protocol} are of ${manager}, not of ${nfts}`;
    throw unsupported(nftsAre, is, `give ${manager} as ${nftsAre} of ${kind}`);
  }
  if (tokens.includes(NATIVE) && !ranges.takesNative) {
    const is = `pools of ${protocol} have the wrapped native currency`;
    throw unsupported(on.tokensAre, is, `give ${snapshot.wrappedNative} in place of ${NATIVE}`);
  }
  const [first, second] = tokens;
  const isOrdered = currencyOf(first) < currencyOf(second);
  return { ranges, manager, tokens: isOrdered ? tokens : [second, first] };
}

/** A list of two, or what is wrong with it. */
export function pairOf<T>(items: readonly T[], name: string): Reading<readonly [T, T]> {
  const [first, second, ...more] = items;
  if (first !== undefined && second !== undefined && more.length === 0) {
    return understood([first, second]);
  }
  const message = `must be a list of two; got ${items.length}`;
  return { ok: false, faults: [{ path: [name], message }] };
}

/** Adds steps that tell what an NFT is, while amounts are being found out. */
export function addFacts(
  compiler: Compiler,
  { ranges, manager }: RangePlace,
  tokenId: number,
): readonly Reported[] {
  if (compiler.minimums !== "none") return [];
  const reading = ranges.read(manager);
  const amounts = addRead(compiler, reading, tokenId);
  const fact = (index: number, of: number): Reported => ({ index, register: amounts[of] ?? 0 });
  return [
    fact(FACTS.token0, reading.tokens[0]),
    fact(FACTS.token1, reading.tokens[1]),
    fact(FACTS.liquidity, reading.liquidity),
    fact(FACTS.owner, reading.owner),
  ];
}

/** Adds the steps of a reading; returns the registers of its amounts. */
export function addRead(
  { builder }: Compiler,
  { stages }: RangeReading,
  tokenId: number,
): readonly number[] {
  const on = { inputs: [tokenId], to: builder.host.address };
  return addStages(builder, { stages, pays: "caller" }, on);
}

/**
 * What the simulation said of an action's NFT; null before one.
 *
 * @throws {ServiceError} `INVALID_ARGUMENT` for the NFT of another pool.
 */
export function knownNft(
  { estimates }: Pick<Compiler, "estimates">,
  { index }: PlacedAction,
  on: { readonly place: RangePlace; readonly tokensAre: Side },
): KnownNft | null {
  const fact = (of: number) => estimates.get(outputKey(index, of));
  const [token0, token1, owner] = [fact(FACTS.token0), fact(FACTS.token1), fact(FACTS.owner)];
  const liquidity = fact(FACTS.liquidity);
  if (token0 === undefined || token1 === undefined) return null;
  if (liquidity === undefined || owner === undefined) return null;
  const own = [addressOf(token0), addressOf(token1)];
  if (own.join() === on.place.tokens.map(currencyOf).join()) {
    return { liquidity, owner: addressOf(owner) };
  }
  const message = `must be the tokens of its pool, ${own.join(" and ")}`;
  throw new ServiceError(
    "INVALID_ARGUMENT",
    `action ${index}: the NFT is of another pool; ${on.tokensAre} ${message}.`,
    { details: [{ path: `${index}.args.${on.tokensAre}`, message }], data: { index } },
  );
}

function addressOf(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, "0")}`;
}
