import { ApiError } from "../../api/client";
import { useHead } from "../../api/queries";
import { short } from "../../lib/amounts";
import { CopyAs } from "../../parts/copy";
import { symbolOf } from "../../parts/marks";
import { Empty, ErrorNote, Loading } from "../../parts/notes";
import { WalletButton } from "../../wallet/button";
import { useWallet } from "../../wallet/context";
import { useBalance } from "../../wallet/use-balance";
import { Advanced } from "./advanced";
import { Certificate } from "./certificate";
import { Facts } from "./facts";
import { AmountsForm } from "./form";
import { Picture } from "./picture";
import { SendingPanel } from "./sent";
import { useSides, useTradeState } from "./state";
import { Steps } from "./steps";
import { useSend } from "./use-send";
import { useTrade } from "./use-trade";

/** Picks two tokens, shows the best route between them, and sends it. */
export function Swap() {
  const [state, change] = useTradeState();
  const sides = useSides(state);
  const { connection } = useWallet();
  const account = connection?.account ?? null;
  const { given, taken, amountIn } = sides;
  const trade = useTrade(state, amountIn, account);
  const balance = useBalance(state.chainId, state.tokenIn);
  const head = useHead(state.chainId);
  const { sending, start, reset } = useSend();
  const quote = trade.data;
  const out = taken === null ? null : { ...taken, symbol: symbolOf(taken) };
  const isShort = balance !== null && amountIn !== null && balance < amountIn;
  return (
    <div className="swap">
      <section className="card swap-form" aria-labelledby="swap-title">
        <header className="card-head">
          <h1 id="swap-title">{state.isPosition ? "Deposit" : "Swap"}</h1>
          <Live block={head?.indexedBlock ?? null} isReady={head?.ready ?? true} />
        </header>
        {sending.kind === "idle" || out === null ? (
          <>
            <AmountsForm {...{ state, sides, quote }} isStale={trade.isStale} onChange={change} />
            {quote !== undefined && <Facts {...{ state, sides, quote }} />}
            {trade.error !== null && (
              <TradeError error={trade.error} {...{ sides }} onChange={change} />
            )}
            <Advanced state={state} onChange={change} />
            {account === null || amountIn === null ? (
              <WalletButton wide />
            ) : (
              <button
                type="button"
                className="button button-main button-wide"
                disabled={quote === undefined || trade.error !== null || isShort}
                onClick={() => void start({ state, amountIn, account })}
              >
                {isShort && given !== null
                  ? `Not enough ${symbolOf(given)}`
                  : state.isPosition
                    ? "Deposit"
                    : "Swap"}
              </button>
            )}
          </>
        ) : (
          <SendingPanel {...{ sending, taken: out }} chainId={state.chainId} onClose={reset} />
        )}
      </section>
      <section className="card swap-route" aria-labelledby="route-title">
        <header className="card-head">
          <h2 id="route-title">Route</h2>
          <CopyAs call={{ path: trade.path }} />
        </header>
        {quote?.explain !== undefined && out !== null ? (
          <>
            <Picture chainId={state.chainId} legs={quote.explain.legs} tokenIn={state.tokenIn} />
            <Certificate
              explanation={quote.explain}
              amountOut={BigInt(quote.amountOut)}
              taken={out}
            />
            <Steps chainId={state.chainId} legs={quote.explain.legs} />
          </>
        ) : trade.isFetching ? (
          <Loading lines={5} label="Looking for the best route" />
        ) : (
          <Empty title="No route to show">
            {amountIn === null
              ? "Enter an amount to see where it would go."
              : "The reason stands beside."}
          </Empty>
        )}
      </section>
    </div>
  );
}

/** The block that the answer is made from; it changes as the chain does. */
function Live({ block, isReady }: { readonly block: number | null; readonly isReady: boolean }) {
  if (block === null) return <span className="live live-off">waiting for a block</span>;
  return (
    <span className={`live ${isReady ? "" : "live-off"}`} data-test="block" data-block={block}>
      {isReady ? "live" : "behind"} · block {block.toLocaleString("en-US")}
    </span>
  );
}

/** A refusal with the amount that would work, one click away. */
function TradeError({
  error,
  sides: { given },
  onChange,
}: {
  readonly error: unknown;
  readonly sides: ReturnType<typeof useSides>;
  readonly onChange: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const data = error instanceof ApiError ? error.data : {};
  const amount = data.maxAmountIn ?? data.minAmountIn;
  const isStrategy = error instanceof ApiError && error.code === "STRATEGY_UNSUPPORTED";
  return (
    <ErrorNote
      error={error}
      action={
        isStrategy ? (
          <button
            type="button"
            className="button button-small"
            onClick={() => onChange({ strategy: "corewallet" })}
          >
            Use the core wallet
          </button>
        ) : typeof amount === "string" && given !== null ? (
          <button
            type="button"
            className="button button-small"
            onClick={() =>
              onChange({ amount: short(BigInt(amount), given.decimals).replaceAll(",", "") })
            }
          >
            Use {short(BigInt(amount), given.decimals)} {symbolOf(given)}
          </button>
        ) : undefined
      }
    />
  );
}
