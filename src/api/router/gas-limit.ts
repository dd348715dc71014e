import { CHAINS } from "../../lib/chains.ts";
import type { RouteRequest } from "./route.ts";

/** Of a chain that states none: that of Ethereum, https://eips.ethereum.org/EIPS/eip-7825. */
const MAX_TRANSACTION_GAS = 16_777_216n;
/** Gas of a transaction besides its hops: the transaction itself, its data, the router. */
const OVERHEAD = 200_000n;

/**
 * Most gas that the hops of a request may need by their estimates: the request's own limit, or what
 * a transaction of the chain may have. Of that the headroom of gas limits is kept free, 11/8 of what
 * is used, and a tenth, as estimates are averages.
 */
export function routeGasLimit(chainId: number, { maxGas }: Pick<RouteRequest, "maxGas">): bigint {
  if (maxGas !== undefined) return maxGas;
  const most = CHAINS.get(chainId)?.maxTransactionGas ?? MAX_TRANSACTION_GAS;
  return (((most * 8n) / 11n - OVERHEAD) * 9n) / 10n;
}
