import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { findRoute, type GasPrice } from "../../../src/api/router/find-route.ts";
import type { RouteRequest, RouteResult } from "../../../src/api/router/route.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { DEPOSIT_GAS } from "../../../src/protocols/wrapped-native/pool.ts";

/** A request that may do less than another one, or the same in another form. */
export interface Restriction {
  readonly what: string;
  readonly asked: RouteRequest;
  /** Gas of wrapping that it saves, as it asks for the other form of the native currency. */
  readonly savedGas: bigint;
}

/** Units that hops may round away. */
const ROUNDING = 20n;
const LEGS = [1, 3, 5, 10, 20];
const GAS_PARTS = [25n, 50n, 75n];

/** What a route is worth after its gas. */
export function netOf(route: { readonly amountOut: bigint; readonly gas: bigint }, on: GasPrice) {
  return route.amountOut - (route.gas * on.numerator) / on.denominator;
}

/**
 * Requests that leave out each protocol of an answer, keep to one of them, allow fewer legs or less
 * gas, or name the other form of the native currency.
 */
export function restrictionsOf(
  snapshot: Snapshot,
  asked: RouteRequest,
  answer: RouteResult,
): readonly Restriction[] {
  const slugs = answer.ok ? [...new Set(answer.route.hops.map(({ edge }) => edge.state.slug))] : [];
  const gas = answer.ok ? answer.route.gas : 0n;
  const fewer = (what: string, more: Partial<RouteRequest>): Restriction => ({
    ...{ what, asked: { ...asked, ...more }, savedGas: 0n },
  });
  return [
    ...slugs.map((slug) => fewer(`without ${slug}`, { ignoreProtocols: [slug] })),
    ...slugs.map((slug) => fewer(`only ${slug}`, { onlyProtocols: [slug] })),
    ...LEGS.map((maxLegs) => fewer(`${maxLegs} legs`, { maxLegs })),
    ...GAS_PARTS.map((part) => fewer(`${part} % of the gas`, { maxGas: (gas * part) / 100n })),
    ...(["tokenIn", "tokenOut"] as const).flatMap((end) => {
      const other = otherForm(snapshot, asked[end]);
      if (other === null) return [];
      return [{ ...fewer(`${end} ${other}`, { [end]: other }), savedGas: DEPOSIT_GAS }];
    }),
  ];
}

/** What a request gets: its answer, or that of the amount which a refusal names. */
export function answerOf(
  asked: RouteRequest,
  find: (asked: RouteRequest) => RouteResult,
): RouteResult {
  const found = find(asked);
  if (found.ok || !("maxAmountIn" in found) || found.maxAmountIn === 0n) return found;
  const most = find({ ...asked, amountIn: found.maxAmountIn });
  if (most.ok) return most;
  const refusal = JSON.stringify(found, (_, x) => `${x}`);
  throw new Error(`${refusal} names an amount that is refused: ${most.reason}`);
}

interface RestrictedAt {
  readonly restriction: Restriction;
  readonly gasPrice: GasPrice;
}

/** Hundredths of a basis point of the output by which the restriction nets more; 0: it does not. */
export function advantageOf(snapshot: Snapshot, answer: RouteResult, on: RestrictedAt): number {
  return advantageBy(answer, findRoute(snapshot, on.restriction.asked, on.gasPrice), on);
}

/** As `advantageOf`, with the restriction's answer. */
export function advantageBy(
  answer: RouteResult,
  other: RouteResult,
  { restriction, gasPrice }: RestrictedAt,
): number {
  if (!other.ok) return 0;
  if (!answer.ok) return Number.POSITIVE_INFINITY;
  const saved = (restriction.savedGas * gasPrice.numerator) / gasPrice.denominator;
  const more = netOf(other.route, gasPrice) - netOf(answer.route, gasPrice) - saved - ROUNDING;
  return more > 0n ? Number((more * 1_000_000n) / answer.route.amountOut) : 0;
}

function otherForm({ wrappedNative }: Snapshot, token: RouteRequest["tokenIn"]) {
  if (token === NATIVE) return wrappedNative;
  return token === wrappedNative ? NATIVE : null;
}
