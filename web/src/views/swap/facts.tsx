import type { Quote } from "../../api/types";
import { dollars, plain, short } from "../../lib/amounts";
import { symbolOf } from "../../parts/marks";
import type { TradeState, useSides } from "./state";
import { useSinglePool } from "./use-trade";

/** What is shown of a route beside its picture. */
export function Facts({
  state,
  sides: { given, taken, amountIn },
  quote,
}: {
  readonly state: TradeState;
  readonly sides: ReturnType<typeof useSides>;
  readonly quote: Quote;
}) {
  const single = useSinglePool(state, amountIn);
  if (given === null || taken === null || amountIn === null) return null;
  const amountOut = BigInt(quote.amountOut);
  const slippage = Math.min(10_000, Number(state.slippage) || 0);
  const minimum = (amountOut * BigInt(10_000 - slippage)) / 10_000n;
  const symbol = symbolOf(taken);
  const rate = rateOf(amountIn, given.decimals, amountOut, taken.decimals);
  const { priceImpact, gasUsd } = quote;
  return (
    <dl className="facts">
      <Fact name="Rate">
        1 {symbolOf(given)} = {rate} {symbol}
      </Fact>
      <Fact name="At least">
        {short(minimum > 0n ? minimum : 1n, taken.decimals)} {symbol}
      </Fact>
      {typeof priceImpact === "number" && (
        <Fact
          name="Price impact"
          kind={priceImpact >= 300 ? "bad" : priceImpact >= 100 ? "warn" : "plain"}
        >
          {(priceImpact / 100).toFixed(2)} %
        </Fact>
      )}
      <Fact name="Gas limit">
        {plain(Number(quote.gas))}
        {gasUsd !== undefined && gasUsd !== null && `, ${dollars(Number(gasUsd))}`}
      </Fact>
      {single !== null && single > 0n && (
        <Fact name="Best single pool" kind={amountOut > single ? "good" : "plain"}>
          {amountOut === single
            ? "the same"
            : `${basisPoints(amountOut, single)} bp ${amountOut > single ? "less" : "more, before gas"}`}
        </Fact>
      )}
    </dl>
  );
}

function Fact({
  name,
  kind = "plain",
  children,
}: {
  readonly name: string;
  readonly kind?: "plain" | "good" | "warn" | "bad";
  readonly children: React.ReactNode;
}) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className={`text-${kind}`}>{children}</dd>
    </div>
  );
}

/** Whole tokens per whole token, six digits; shown and not reckoned with. */
function rateOf(
  amountIn: bigint,
  inDecimals: number,
  amountOut: bigint,
  outDecimals: number,
): string {
  const scaled = (amountOut * 10n ** BigInt(inDecimals + 12)) / amountIn;
  return short(scaled, outDecimals + 12);
}

function basisPoints(one: bigint, other: bigint): string {
  const difference = one > other ? one - other : other - one;
  return (Number((difference * 1_000_000n) / other) / 100).toFixed(2);
}
