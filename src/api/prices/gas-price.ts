import { NATIVE } from "../../lib/address.ts";
import { gasUnitPrice, hopFeeWei } from "../../lib/data-fee/data-fee.ts";
import type { Snapshot } from "../graph/snapshot.ts";
import type { GasPrice } from "../router/find-route.ts";
import type { PriceBook } from "./prices.ts";

/**
 * Cost of a unit of gas in the smallest unit of `tokenOut`: the base fee of the snapshot's block,
 * so that a route depends on the block alone, with what the chain's operator adds, and what that
 * block charges for a hop's data. Zero when the native token or tokenOut has no price.
 */
export function gasPriceIn(
  tokenOut: `0x${string}`,
  snapshot: Snapshot,
  prices: PriceBook,
): GasPrice {
  const [native, out] = [prices.usd(NATIVE), prices.usd(tokenOut)];
  if (native === null || out === null) return { numerator: 0n, denominator: 1n };
  const { dataFee, block } = snapshot;
  const unit = gasUnitPrice(dataFee, block.baseFeePerGas);
  return {
    ...(dataFee !== null && unit.numerator > 0n
      ? { hopGas: (hopFeeWei(dataFee) * unit.denominator) / unit.numerator }
      : {}),
    numerator: unit.numerator * native.numerator * out.denominator,
    denominator: unit.denominator * native.denominator * out.numerator,
  };
}
