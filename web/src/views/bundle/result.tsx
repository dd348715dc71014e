import type { components } from "../../../generated/api";
import { exact } from "../../lib/amounts";
import { titleOf } from "../../lib/text";
import { Note } from "../../parts/notes";
import { useTokenLookup } from "../../parts/token-lookup";
import { Decoded } from "../decode/decoded";

export type BundleAnswer = components["schemas"]["Bundle"];

/** What the simulation of a bundle gave, and the transaction itself. */
export function BundleResult({
  chainId,
  answer,
}: {
  readonly chainId: number;
  readonly answer: BundleAnswer;
}) {
  const lookup = useTokenLookup(chainId, Object.keys(answer.amountsOut));
  const { amountsOut, bundle, createdAt, gas, tx } = answer;
  return (
    <div className="stack" data-test="bundle-result">
      <Note kind="good">
        <strong>Simulated on block {createdAt.toLocaleString("en-US")}.</strong> One transaction,{" "}
        {Number(gas).toLocaleString("en-US")} gas at most.
      </Note>
      <h3>What the wallet gains</h3>
      <dl className="facts">
        {Object.entries(amountsOut).map(([address, amount]) => {
          const { symbol, decimals } = lookup(address);
          return (
            <div key={address} className="fact">
              <dt>{symbol}</dt>
              <dd>{exact(BigInt(amount), decimals)}</dd>
            </div>
          );
        })}
      </dl>
      <h3>How outputs flow</h3>
      <ol className="chain-of-actions">
        {bundle.map(({ action, protocol, args }, i) => {
          const from = sourceOf(args);
          return (
            <li key={`${i}-${action}`}>
              <span className="badge">{i}</span> {titleOf(action)} by {titleOf(protocol)}
              {from !== null && <span className="muted small"> with the output of {from}</span>}
            </li>
          );
        })}
      </ol>
      <h3>The transaction</h3>
      <Decoded transaction={{ chainId, ...tx }} />
    </div>
  );
}

/** The earlier action that an argument takes its amount from; null where none does. */
function sourceOf(args: Readonly<Record<string, unknown>>): number | null {
  for (const value of Object.values(args)) {
    if (typeof value !== "object" || value === null || !("useOutputOfCallAt" in value)) continue;
    return Number(value.useOutputOfCallAt);
  }
  return null;
}
