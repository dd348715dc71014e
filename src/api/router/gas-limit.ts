import { CHAINS, MAX_TRANSACTION_GAS } from "../../lib/chains.ts";
import type { RouteRequest } from "./route.ts";

/** Gas of a transaction besides its hops: the transaction itself, its data, the router. */
const OVERHEAD = 200_000n;

/**
 * What a plan may need of gas in its estimates' worst case: pools of ticks that nobody crossed
 * before, as the first to cross one writes words that were 0. Of such the estimates, which are
 * averages, were exceeded by 63 to 79 % on recorded pools; refunds are not counted.
 */
const WORST = { part: 8n, of: 15n };

/**
 * Most gas that the hops of a request may need by their estimates: the request's own limit, or what
 * a transaction of the chain may have, less the headroom of gas limits, which is a tenth, where
 * estimates fall as short as they can.
 */
export function routeGasLimit(chainId: number, { maxGas }: Pick<RouteRequest, "maxGas">): bigint {
  if (maxGas !== undefined) return maxGas;
  const most = CHAINS.get(chainId)?.maxTransactionGas ?? MAX_TRANSACTION_GAS;
  return (((most * 10n) / 11n - OVERHEAD) * WORST.part) / WORST.of;
}

/** Part of a limit of gas up to which no search is held back: a better plan has few hops more. */
const FREE_PART = 1 / 3;

/**
 * Whether limits may have kept a route from being better: of legs any, of gas what is not far off.
 */
export function isHeldBack(
  chainId: number,
  request: Pick<RouteRequest, "maxGas" | "maxLegs">,
  { gas }: { readonly gas: bigint },
): boolean {
  if (request.maxLegs !== undefined) return true;
  return Number(gas) > FREE_PART * Number(routeGasLimit(chainId, request));
}
