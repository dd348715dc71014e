import { useMemo } from "react";
import { exact } from "../../lib/amounts";
import { faceOf } from "../../lib/chains";
import { shortAddress } from "../../lib/text";
import { ErrorNote, Note } from "../../parts/notes";
import { Decoded } from "../decode/decoded";
import type { Sending, Sent, Stage } from "./use-send";

const STAGES: readonly (readonly [Stage, string])[] = [
  ["approve", "Approve what is spent, if it is not yet"],
  ["route", "Build and simulate the transaction"],
  ["sign", "Sign it in the wallet"],
  ["wait", "Wait for a block"],
];

/** How sending goes, and what came of it beside what was promised. */
export function SendingPanel({
  sending,
  chainId,
  taken,
  onClose,
}: {
  readonly sending: Sending;
  readonly chainId: number;
  readonly taken: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly onClose: () => void;
}) {
  if (sending.kind === "idle") return null;
  if (sending.kind === "failed") {
    return (
      <div className="stack">
        <ErrorNote error={readable(sending.error)} />
        <button type="button" className="button" onClick={onClose}>
          Back
        </button>
      </div>
    );
  }
  if (sending.kind === "busy") {
    const at = STAGES.findIndex(([stage]) => stage === sending.stage);
    return (
      <ol className="progress" aria-label="Progress" aria-live="polite">
        {STAGES.map(([stage, text], i) => (
          <li key={stage} className={i < at ? "done" : i === at ? "now" : ""}>
            {text}
          </li>
        ))}
      </ol>
    );
  }
  return <Result {...{ sent: sending.sent, chainId, taken, onClose }} />;
}

/** A wallet refuses with an object that need not be an Error. */
function readable(error: unknown): unknown {
  if (error instanceof Error || typeof error !== "object" || error === null) return error;
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  // https://eips.ethereum.org/EIPS/eip-1193#provider-errors
  if (code === 4001) return new Error("The wallet was told not to send it; nothing happened.");
  return new Error(String(message ?? "The wallet refused without a reason."));
}

function Result({
  sent,
  chainId,
  taken,
  onClose,
}: {
  readonly sent: Sent;
  readonly chainId: number;
  readonly taken: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly onClose: () => void;
}) {
  const { explorer } = faceOf(chainId);
  const { decimals } = taken;
  const call = useMemo(() => ({ chainId, ...sent.tx }), [chainId, sent.tx]);
  const difference = sent.received === null ? null : sent.received - sent.promised;
  const late = sent.block - sent.createdAt - 1;
  return (
    <section className="stack" aria-label="Result">
      {sent.status === "reverted" ? (
        <Note kind="warn">
          <strong data-test="reverted" data-late={late}>
            Reverted in block {sent.block}.
          </strong>
          <p>
            The chain moved on before the transaction was in a block, past its minimum or to where
            it takes more gas than its limit; only gas was paid.
          </p>
        </Note>
      ) : (
        <Note kind="good">
          <strong data-test="done" data-late={late}>
            Done in block {sent.block}.
          </strong>
        </Note>
      )}
      <dl className="facts" data-test="result">
        <Line name="Promised" amount={sent.promised} {...{ decimals, symbol: taken.symbol }} />
        {sent.received !== null && (
          <Line name="Received" amount={sent.received} {...{ decimals, symbol: taken.symbol }} />
        )}
        <Line name="At least" amount={sent.minimum} {...{ decimals, symbol: taken.symbol }} />
        {difference !== null && (
          <div className="fact">
            <dt>Difference</dt>
            <dd className={difference >= 0n ? "text-good" : "text-warn"}>
              {difference === 0n
                ? "none, to the last unit"
                : `${difference > 0n ? "+" : ""}${exact(difference, decimals)} ${taken.symbol}: ${lateness(sent)}`}
            </dd>
          </div>
        )}
        <div className="fact">
          <dt>Transaction</dt>
          <dd className="mono">
            {explorer === null ? (
              shortAddress(sent.hash)
            ) : (
              <a href={`${explorer}/tx/${sent.hash}`} rel="noreferrer" target="_blank">
                {shortAddress(sent.hash)}
              </a>
            )}
          </dd>
        </div>
      </dl>
      <Decoded transaction={call} />
      <button type="button" className="button button-main button-wide" onClick={onClose}>
        Swap again
      </button>
    </section>
  );
}

/** Why more or less came than was promised for the next block. */
function lateness({ block, createdAt }: Sent): string {
  const late = block - createdAt - 1;
  if (late <= 0) return "others traded before it in its block";
  return `it was mined ${late} ${late === 1 ? "block" : "blocks"} after the one it was made for`;
}

function Line({
  name,
  amount,
  decimals,
  symbol,
}: {
  readonly name: string;
  readonly amount: bigint;
  readonly decimals: number;
  readonly symbol: string;
}) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd data-test={name.toLowerCase().replaceAll(" ", "-")} data-units={String(amount)}>
        {exact(amount, decimals)} {symbol}
      </dd>
    </div>
  );
}
