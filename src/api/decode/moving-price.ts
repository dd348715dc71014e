import { type Address, type Hex, toFunctionSelector } from "viem";
import { prepaidInfinityAbi } from "../../../abis/weir/PrepaidInfinity.ts";
import { prepaidV3Abi } from "../../../abis/weir/PrepaidV3.ts";
import { prepaidV4Abi } from "../../../abis/weir/PrepaidV4.ts";
import { CHAINS } from "../../lib/chains.ts";
import { PROTOCOLS } from "../../protocols/index.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import type { ChainKnowledge } from "./pools.ts";
import type { ReadableStep } from "./readable-step.ts";

/** Selectors of the functions of a family that pay by a price that others can move. */
function movingOf({ functions, fixedFunctions = [] }: Protocol): ReadonlySet<Hex> {
  const fixed = new Set(fixedFunctions);
  const moving = functions.filter((each) => !fixed.has(each));
  return new Set(moving.map((each) => toFunctionSelector(each)));
}

const BY_SLUG: ReadonlyMap<string, ReadonlySet<Hex>> = new Map(
  PROTOCOLS.flatMap((protocol) => {
    const moving = movingOf(protocol);
    return protocol.deployments.map(({ slug }) => [slug, moving] as const);
  }),
);

const OF_ANY: ReadonlySet<Hex> = new Set([
  ...[...BY_SLUG.values()].flatMap((moving) => [...moving]),
  ...[...prepaidV3Abi, ...prepaidV4Abi, ...prepaidInfinityAbi]
    .filter((item) => item.type === "function")
    .filter(({ name }) => name === "swap" || name === "swapInBins")
    .map((item) => toFunctionSelector(item)),
]);

/** Their `deposit()` is a function of others too. */
const WRAPPERS: ReadonlySet<Address> = new Set(
  [...CHAINS.values()].map(({ wrappedNative }) => wrappedNative),
);

/**
 * Whether what a step pays follows a price that others can move: of every swap, and of calls by the
 * family of their target or, where that is no indexed state, by the function. A call of an unknown
 * function is not told.
 */
export function hasMovingPrice(step: ReadableStep, chain: ChainKnowledge | null): boolean {
  if ("pool" in step) return true;
  if (step.op !== "call" || WRAPPERS.has(step.target)) return false;
  const slug = chain?.pool(step.target)?.slug;
  const moving = (slug === undefined ? undefined : BY_SLUG.get(slug)) ?? OF_ANY;
  return moving.has(step.selector);
}
