import { type FormEvent, useState } from "react";
import { useApi } from "../../api/context";
import type { Route } from "../../api/types";
import { useChain } from "../../lib/chain-choice";
import { defaultPair } from "../../lib/chains";
import { useUrlState } from "../../lib/state-in-url";
import { CopyAs } from "../../parts/copy";
import { Empty, ErrorNote } from "../../parts/notes";
import { NOBODY, ROUTE_PATH } from "../swap/use-trade";
import { Decoded } from "./decoded";

/** Calldata into readable steps, before anybody signs it. */
export function Decode() {
  const { api } = useApi();
  const { chainId } = useChain();
  const [search, change] = useUrlState();
  const [to, setTo] = useState(search.get("to") ?? "");
  const [data, setData] = useState(search.get("data") ?? "");
  const [error, setError] = useState<unknown>(null);
  const value = search.get("value");
  const given = {
    ...{ to: search.get("to") ?? "", data: search.get("data") ?? "" },
    ...(value !== null && { value }),
  };
  const show = (next: {
    readonly to: string;
    readonly data: string;
    readonly value: string | null;
  }): void => {
    setTo(next.to);
    setData(next.data);
    change({ chain: String(chainId), ...next });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    show({ to: to.trim(), data: data.trim(), value: null });
  };
  const example = async (): Promise<void> => {
    setError(null);
    try {
      const parameters = { ...defaultPair(chainId), amountIn: String(10n ** 18n) };
      const route = await api.getAny<Route>(ROUTE_PATH, {
        chainId,
        fromAddress: NOBODY,
        ...parameters,
      });
      const { to: contract, data: calldata, value: sent } = route.tx;
      show({ to: contract, data: calldata, value: sent });
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <div className="two">
      <form className="card stack" onSubmit={submit}>
        <header className="card-head">
          <h1>Decode</h1>
        </header>
        <p className="muted">
          Reads a transaction of Weir's: what it spends, what it demands, every step, and what is
          unusual about it.
        </p>
        <label className="field">
          <span>Contract that it calls</span>
          <input
            className="mono"
            placeholder="0x…"
            spellCheck={false}
            required
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </label>
        <label className="field">
          <span>Calldata</span>
          <textarea
            className="mono"
            rows={8}
            placeholder="0x…"
            spellCheck={false}
            required
            value={data}
            onChange={(event) => setData(event.target.value)}
          />
        </label>
        <div className="buttons">
          <button type="submit" className="button button-main">
            Decode
          </button>
          <button type="button" className="button" onClick={() => void example()}>
            Use an example
          </button>
        </div>
        {error !== null && <ErrorNote error={error} />}
      </form>
      <section className="card stack" aria-label="Decoded transaction">
        {given.data === "" ? (
          <Empty title="Nothing decoded yet">Paste calldata, or use an example.</Empty>
        ) : (
          <>
            <CopyAs call={{ path: "/api/v1/decode", body: { chainId, ...given } }} />
            <Decoded transaction={{ chainId, ...given }} />
          </>
        )}
      </section>
    </div>
  );
}
