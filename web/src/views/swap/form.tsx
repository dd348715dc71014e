import { useState } from "react";
import { usePrices } from "../../api/prices";
import type { Quote } from "../../api/types";
import { dollars, exact, short, worth } from "../../lib/amounts";
import { symbolOf, TokenMark } from "../../parts/marks";
import { TokenPicker } from "../../parts/token-picker";
import { useBalance } from "../../wallet/use-balance";
import type { Change, TradeState, useSides } from "./state";

type Sides = ReturnType<typeof useSides>;

/** The two amounts and their tokens. */
export function AmountsForm({
  state,
  sides,
  quote,
  isStale,
  onChange,
}: {
  readonly state: TradeState;
  readonly sides: Sides;
  readonly quote: Quote | undefined;
  /** Whether the quote is of an earlier block, or of another amount. */
  readonly isStale: boolean;
  readonly onChange: Change;
}) {
  const [picking, setPicking] = useState<"tokenIn" | "tokenOut" | null>(null);
  const { given, taken, amountIn } = sides;
  const prices = usePrices(state.chainId, [state.tokenIn, state.tokenOut]);
  const priceIn = prices.get(state.tokenIn) ?? null;
  const priceOut = prices.get(state.tokenOut) ?? null;
  const balance = useBalance(state.chainId, state.tokenIn);
  const amountOut = quote === undefined ? null : BigInt(quote.amountOut);
  const usdIn =
    amountIn !== null && given !== null && priceIn !== null
      ? dollars(worth(amountIn, given.decimals, priceIn))
      : "";
  const usdOut =
    amountOut !== null && taken !== null && priceOut !== null
      ? dollars(worth(amountOut, taken.decimals, priceOut))
      : "";
  const shownOut = amountOut === null || taken === null ? "–" : short(amountOut, taken.decimals);
  const isWrong = state.amountText !== "" && amountIn === null && given !== null;
  return (
    <>
      <div className="side">
        <div className="side-head">
          <label htmlFor="amount">You sell</label>
          {balance !== null && given !== null && (
            <button
              type="button"
              className="link small"
              onClick={() =>
                onChange({ amount: exact(balance, given.decimals).replaceAll(",", "") })
              }
            >
              Balance {short(balance, given.decimals)}
            </button>
          )}
        </div>
        <div className="side-line">
          <input
            id="amount"
            className={amountClass(state.amountText)}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={state.amountText}
            aria-invalid={isWrong}
            onChange={(event) => onChange({ amount: event.target.value.replaceAll(",", ".") })}
          />
          <TokenButton label="Token to sell" token={given} onClick={() => setPicking("tokenIn")} />
        </div>
        <p className="side-foot small muted">
          {isWrong ? `A number above 0 with at most ${given.decimals} decimals` : usdIn || "\u00a0"}
        </p>
      </div>
      <button
        type="button"
        className="flip"
        aria-label="Swap the two sides"
        disabled={state.isPosition}
        onClick={() =>
          onChange({
            ...{ tokenIn: state.tokenOut, tokenOut: state.tokenIn },
            amount:
              amountOut === null || taken === null
                ? state.amountText
                : short(amountOut, taken.decimals).replaceAll(",", ""),
          })
        }
      >
        ↓
      </button>
      <div className="side">
        <div className="side-head">
          <span>You receive</span>
        </div>
        <div className="side-line">
          <output
            className={`${amountClass(shownOut)}${isStale ? " stale" : ""}`}
            htmlFor="amount"
            data-test="amount-out"
          >
            {shownOut}
          </output>
          <TokenButton
            label={state.isPosition ? "Position to enter" : "Token to receive"}
            token={taken}
            onClick={() => setPicking("tokenOut")}
          />
        </div>
        <p className="side-foot small muted" title={usdOut}>
          {usdOut || "\u00a0"}
        </p>
      </div>
      {picking !== null && (
        <TokenPicker
          chainId={state.chainId}
          title={picking === "tokenIn" ? "Token to sell" : "Token to receive"}
          onClose={() => setPicking(null)}
          onPick={(address) => {
            onChange(picked(state, picking, address));
            setPicking(null);
          }}
        />
      )}
    </>
  );
}

/** Long numbers are written smaller, so that none is cut off. */
function amountClass(text: string): string {
  return text.length > 8 ? "amount amount-long" : "amount";
}

/** Picking the other side's token turns the pair around. */
function picked(
  { tokenIn, tokenOut, isPosition }: TradeState,
  side: "tokenIn" | "tokenOut",
  address: string,
): Readonly<Record<string, string | null>> {
  if (side === "tokenIn") {
    const other = isPosition ? {} : { tokenOut: address === tokenOut ? tokenIn : tokenOut };
    return { tokenIn: address, ...other };
  }
  const other = address === tokenIn && !isPosition ? tokenOut : tokenIn;
  return { tokenIn: other, tokenOut: address, positionOut: null };
}

function TokenButton({
  label,
  token,
  onClick,
}: {
  readonly label: string;
  readonly token: { readonly address: string; readonly symbol?: string | null } | null;
  readonly onClick: () => void;
}) {
  const name = token === null ? "Choose" : symbolOf(token);
  return (
    <button type="button" className="token-button" onClick={onClick}>
      {token !== null && <TokenMark token={token} />}
      <span className="hidden">{label}:</span>
      <span>{name}</span>
      <span aria-hidden="true">▾</span>
    </button>
  );
}
