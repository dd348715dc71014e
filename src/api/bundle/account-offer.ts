import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import type { AccountAction, AccountVerb } from "../../protocols/position.ts";
import type { HeldState } from "../graph/memory.ts";
import { positionIdOf } from "../trade/positions.ts";
import type { Asset } from "./asset.ts";
import { isPositionId, resolveAsset } from "./asset.ts";
import type { Compiler } from "./compiler.ts";
import { WHERE_OFFERS_ARE } from "./position-action.ts";

/** What an action wants to do, its assets resolved. */
export interface AskedOffer {
  readonly index: number;
  readonly protocol: string;
  readonly verb: AccountVerb;
  /**
   * What is given, or of borrow the collateral; of harvest what earns the reward, or the reward.
   */
  readonly given: Address;
  /** What is received; null where the action does not say. */
  readonly wanted: Address | null;
  readonly primaryAddress: Asset | null;
}

/** An account action with the state that offers it. */
export interface FoundOffer extends HeldState {
  readonly offer: AccountAction;
}

/** Offers that a message lists. */
const MAX_LISTED = 5;

/**
 * The one offer of the snapshot that an action means.
 *
 * @throws {ServiceError} `ACTION_UNSUPPORTED` when there is none; `INVALID_ARGUMENT`, with what
 *   there is to choose from, when there are several.
 */
export function findOffer(compiler: Compiler, asked: AskedOffer): FoundOffer {
  const offers = (compiler.states.get(asked.protocol) ?? []).flatMap((held) =>
    (held.protocol.accountActions?.(held.state) ?? [])
      .filter(({ verb }) => verb === asked.verb)
      .map((offer): FoundOffer => ({ ...held, offer })),
  );
  const primary = primaryOf(compiler, asked);
  const fitting = atPrimary(
    offers.filter((found) => fits(found, asked)),
    primary,
  );
  const exact = fitting.filter(({ offer }) => offer.tokenIn === asked.given);
  const [only, second] = exact.length > 0 ? exact : fitting;
  if (only === undefined) throw noOffer(asked, offers);
  if (second !== undefined) throw severalOffers(compiler, asked, fitting);
  return only;
}

/** Key of the position that `primaryAddress` names by its id, or the address. */
function primaryOf(compiler: Compiler, { index, primaryAddress }: AskedOffer): Primary | null {
  if (primaryAddress === null) return null;
  if (!isPositionId(primaryAddress)) return { address: primaryAddress };
  const place = { index, argument: "primaryAddress" };
  return { key: resolveAsset(compiler.snapshot, primaryAddress, place) };
}

type Primary = { readonly key: Address } | { readonly address: Address };

/**
 * The offers at an address; where none is there, those of the states whose tokens and positions the
 * lists show with it.
 */
function atPrimary(offers: readonly FoundOffer[], primary: Primary | null): readonly FoundOffer[] {
  if (primary === null) return offers;
  const there = offers.filter((found) => isAt(found, primary));
  if (there.length > 0 || "key" in primary) return there;
  return offers.filter(({ protocol, state }) =>
    [...(protocol.positions?.(state) ?? []), ...(protocol.defiTokens?.(state) ?? [])].some(
      ({ primaryAddress }) => primaryAddress === primary.address,
    ),
  );
}

function isAt(found: FoundOffer, primary: Primary): boolean {
  const { offer, state } = found;
  return "key" in primary
    ? isOf(found, primary.key)
    : offer.primaryAddress === primary.address || state.id === primary.address;
}

/** Whether the offer is about a position of its state. */
function isOf({ offer, protocol, state }: FoundOffer, key: Address): boolean {
  const keys = (protocol.positions?.(state) ?? []).map((position) => position.key);
  const isOfOther = offer.tokenIn !== null && offer.tokenIn !== key && keys.includes(offer.tokenIn);
  return keys.includes(key) && !isOfOther;
}

function fits(found: FoundOffer, { verb, given, wanted }: AskedOffer): boolean {
  const { tokenIn, tokensOut } = found.offer;
  const pays = (token: Address | null) => token !== null && tokensOut.includes(token);
  switch (verb) {
    case "deposit":
      return tokenIn === given && (pays(wanted) || (wanted !== null && isOf(found, wanted)));
    case "withdraw":
      return tokenIn === given && pays(wanted);
    case "borrow":
      return (tokenIn === null || tokenIn === given || isOf(found, given)) && pays(wanted);
    case "repay":
      return tokenIn === given;
    case "harvest":
      return tokenIn === given || pays(given) || isOf(found, given);
  }
}

function noOffer(asked: AskedOffer, offers: readonly FoundOffer[]): ServiceError {
  const { index, protocol, verb } = asked;
  const tokens = [...new Set(offers.flatMap(({ offer }) => tokensOf(offer)))];
  const listed = tokens.slice(0, MAX_LISTED).join(", ");
  const more = tokens.length > MAX_LISTED ? ` and ${tokens.length - MAX_LISTED} more` : "";
  // Deposits are edges too.
  const isListed = verb !== "deposit" && tokens.length > 0;
  const there = isListed ? `it offers ${verb} of ${listed}${more}` : WHERE_OFFERS_ARE;
  return new ServiceError(
    "ACTION_UNSUPPORTED",
    `action ${index}: ${protocol} offers no ${verb} with these arguments; ${there}.`,
    { data: { index } },
  );
}

/** The tokens by which an action of the verb is told apart. */
function tokensOf({ verb, tokenIn, tokensOut }: AccountAction): readonly Address[] {
  return verb === "borrow" || tokenIn === null ? tokensOut : [tokenIn];
}

function severalOffers(
  compiler: Compiler,
  { index, protocol, verb }: AskedOffer,
  offers: readonly FoundOffer[],
): ServiceError {
  const { chainId } = compiler.snapshot;
  const primaries = [...new Set(offers.map(({ offer }) => offer.primaryAddress))];
  const positionIds = offers.flatMap((found) =>
    (found.protocol.positions?.(found.state) ?? [])
      .filter(({ key }) => isOf(found, key))
      .flatMap((position) => positionIdOf(chainId, position) ?? []),
  );
  const byPrimary = primaries.length === offers.length ? primaries : positionIds;
  const isByPrimary = verb !== "harvest" || byPrimary.length > 0;
  const choices = isByPrimary ? byPrimary : offers.flatMap(({ offer }) => tokensOf(offer));
  const argument = isByPrimary ? "primaryAddress" : "token";
  const path = `${index}.args.${argument}`;
  return new ServiceError(
    "INVALID_ARGUMENT",
    `action ${index}: ${protocol} offers ${offers.length} ways to ${verb} with these arguments; set ${argument} to the one that is meant, such as ${choices[0] ?? primaries[0]}.`,
    {
      details: [{ path, message: `must be one of ${choices.slice(0, MAX_LISTED).join(", ")}` }],
      data: { index, [argument === "token" ? "tokens" : "primaryAddresses"]: choices },
    },
  );
}
