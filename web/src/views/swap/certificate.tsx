import type { Explanation } from "../../api/types";
import { short } from "../../lib/amounts";

/** What is proven of a route, in words. */
export function Certificate({
  explanation,
  amountOut,
  taken,
}: {
  readonly explanation: Explanation;
  readonly amountOut: bigint;
  readonly taken: { readonly symbol: string; readonly decimals: number };
}) {
  const { gapBps } = explanation;
  if (gapBps === null) {
    return (
      <p className="certificate certificate-plain">
        <strong>Nothing is proven</strong> of this route: a position, several inputs and shares of
        pools that take their tokens in any proportion have no bound. It is the best that was found.
      </p>
    );
  }
  const most = (amountOut * BigInt(Math.ceil(gapBps * 100))) / 1_000_000n;
  const isExact = gapBps < 0.01;
  return (
    <p className="certificate">
      <strong>{isExact ? "Proven best." : `Proven within ${gapBps} bp of the best.`}</strong>{" "}
      {isExact
        ? "No route, however it is split and up to eight hops long, is worth more after gas."
        : `No route, however it is split and up to eight hops long, is worth more than ${short(most, taken.decimals)} ${taken.symbol} above this after gas.`}
    </p>
  );
}
