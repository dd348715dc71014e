import { useProtocols } from "../../api/queries";
import type { Change, TradeState } from "./state";

const SLIPPAGES = ["10", "50", "100"];

/** What few people change. */
export function Advanced({
  state,
  onChange,
}: {
  readonly state: TradeState;
  readonly onChange: Change;
}) {
  const protocols = useProtocols();
  const slugs = [...protocols.values()]
    .filter(({ chains }) => chains.some(({ id }) => id === state.chainId))
    .map(({ slug }) => slug);
  return (
    <details className="advanced">
      <summary>
        <span>Options</span>
        <span className="muted small">
          {Number(state.slippage) / 100} % slippage,{" "}
          {state.strategy === "router" ? "router" : "core wallet"}
        </span>
      </summary>
      <div className="stack">
        <fieldset className="choice">
          <legend>Slippage</legend>
          {SLIPPAGES.map((bps) => (
            <button
              key={bps}
              type="button"
              className="chip"
              aria-pressed={state.slippage === bps}
              onClick={() => onChange({ slippage: bps === "50" ? null : bps })}
            >
              {Number(bps) / 100} %
            </button>
          ))}
          <label className="field-inline">
            <input
              className="narrow"
              inputMode="numeric"
              value={state.slippage}
              onChange={(event) => onChange({ slippage: event.target.value.replaceAll(/\D/g, "") })}
            />
            <span className="small muted">basis points</span>
          </label>
        </fieldset>
        <fieldset className="choice">
          <legend>Executed by</legend>
          {(["router", "corewallet"] as const).map((strategy) => (
            <button
              key={strategy}
              type="button"
              className="chip"
              aria-pressed={state.strategy === strategy}
              onClick={() => onChange({ strategy: strategy === "router" ? null : strategy })}
            >
              {strategy === "router" ? "Router" : "Core wallet"}
            </button>
          ))}
        </fieldset>
        <label className="field">
          <span>Receiver</span>
          <input
            className="mono"
            placeholder="The connected account"
            spellCheck={false}
            value={state.receiver}
            onChange={(event) => onChange({ receiver: event.target.value.trim() })}
          />
        </label>
        <label className="field">
          <span>Only these protocols</span>
          <input
            list="slugs"
            placeholder="All; uniswap-v3,curve"
            spellCheck={false}
            value={state.onlyProtocols}
            onChange={(event) => onChange({ only: event.target.value.trim() })}
          />
        </label>
        <label className="field">
          <span>Without these protocols</span>
          <input
            list="slugs"
            placeholder="None"
            spellCheck={false}
            value={state.ignoreProtocols}
            onChange={(event) => onChange({ ignore: event.target.value.trim() })}
          />
        </label>
        <label className="field">
          <span>Most hops</span>
          <input
            inputMode="numeric"
            placeholder="No limit"
            value={state.maxLegs}
            onChange={(event) => onChange({ legs: event.target.value.replaceAll(/\D/g, "") })}
          />
        </label>
        <datalist id="slugs">
          {slugs.map((slug) => (
            <option key={slug} value={slug} />
          ))}
        </datalist>
      </div>
    </details>
  );
}
