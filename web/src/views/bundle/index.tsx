import { useMutation, useQuery } from "@tanstack/react-query";
import { queryString } from "../../api/client";
import { useApi } from "../../api/context";
import { useChain } from "../../lib/chain-choice";
import { commonTokens } from "../../lib/chains";
import { useUrlState } from "../../lib/state-in-url";
import { CopyAs } from "../../parts/copy";
import { Empty, ErrorNote, Loading } from "../../parts/notes";
import { useWallet } from "../../wallet/context";
import { ActionForm } from "./action-form";
import { type Action, bodyOf, exampleOf, useActions } from "./actions";
import { type BundleAnswer, BundleResult } from "./result";

const PATH = "/api/v1/shortcuts/bundle";
/** A wallet to simulate as where none is given; bundles need no funds to be simulated. */
// https://etherscan.io/address/0xd8da6bf26964af9d7eed9e03e53415d37aa96045
const SOME_WALLET = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";
const NEW_ACTION: Action = { protocol: "core", action: "route", args: {} };

/** Builds one transaction of several actions. */
export function Bundle() {
  const { api } = useApi();
  const { chainId } = useChain();
  const { connection } = useWallet();
  const [search, change] = useUrlState();
  const [actions, setActions] = useActions();
  const standards = useQuery({
    queryKey: ["standards"],
    queryFn: ({ signal }) => api.get("/api/v1/standards", {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const wallet = search.get("wallet") ?? connection?.account ?? SOME_WALLET;
  const query = { chainId, fromAddress: wallet };
  const simulation = useMutation({
    mutationFn: (given: readonly Action[]) => api.post<BundleAnswer>(PATH, query, bodyOf(given)),
  });
  const replace = (index: number, action: Action) =>
    setActions(actions.map((each, i) => (i === index ? action : each)));
  const example = (): void => {
    const next = exampleOf(chainId, commonTokens(chainId));
    setActions(next);
    simulation.mutate(next);
  };
  return (
    <div className="two two-wide">
      <section className="card stack" aria-labelledby="bundle-title">
        <header className="card-head">
          <h1 id="bundle-title">Bundle</h1>
        </header>
        <p className="muted">
          Several actions as one transaction of a smart wallet, each with what an earlier one gave.
        </p>
        {standards.error !== null && <ErrorNote error={standards.error} />}
        {standards.isPending && <Loading />}
        <ol className="actions">
          {actions.map((action, i) => (
            <ActionForm
              key={`${i}-${action.protocol}-${action.action}`}
              {...{ chainId, action }}
              index={i}
              standards={standards.data ?? []}
              onChange={(next) => replace(i, next)}
              onRemove={() => setActions(actions.filter((_, at) => at !== i))}
            />
          ))}
        </ol>
        <div className="buttons">
          <button
            type="button"
            className="button"
            onClick={() => setActions([...actions, NEW_ACTION])}
          >
            Add an action
          </button>
          <button type="button" className="button" onClick={example}>
            Use an example
          </button>
        </div>
        <label className="field">
          <span>Smart wallet that executes it</span>
          <input
            className="mono"
            spellCheck={false}
            value={wallet}
            onChange={(event) => change({ wallet: event.target.value.trim() })}
          />
        </label>
        <button
          type="button"
          className="button button-main button-wide"
          disabled={actions.length === 0 || simulation.isPending}
          onClick={() => simulation.mutate(actions)}
        >
          {simulation.isPending ? "Simulating…" : "Simulate"}
        </button>
      </section>
      <section className="card stack" aria-label="Result" aria-live="polite">
        {actions.length > 0 && (
          <CopyAs call={{ path: `${PATH}${queryString(query)}`, body: bodyOf(actions) }} />
        )}
        {simulation.isPending && <Loading lines={6} />}
        {simulation.error !== null && <ErrorNote error={simulation.error} />}
        {simulation.data !== undefined && (
          <BundleResult chainId={chainId} answer={simulation.data} />
        )}
        {simulation.isIdle && (
          <Empty title="Nothing simulated yet">
            Add actions, or use an example; what they give shows up here.
          </Empty>
        )}
      </section>
    </div>
  );
}
