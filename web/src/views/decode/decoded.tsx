import { useQuery } from "@tanstack/react-query";
import type { components } from "../../../generated/api";
import { useApi } from "../../api/context";
import { short } from "../../lib/amounts";
import { moment, shortAddress } from "../../lib/text";
import { ErrorNote, Loading, Note } from "../../parts/notes";
import { type TokenLookup, useTokenLookup } from "../../parts/token-lookup";
import { type DecodedStep, sentence } from "./sentence";

type DecodedTransaction = components["schemas"]["DecodedTransaction"];

export interface GivenTransaction {
  readonly chainId: number;
  readonly to: string;
  readonly data: string;
  readonly from?: string;
  readonly value?: string;
}

/** A transaction of the service's in readable steps, with what is dangerous about it first. */
export function Decoded({ transaction }: { readonly transaction: GivenTransaction }) {
  const { api } = useApi();
  const { data, error, isPending } = useQuery({
    queryKey: ["decode", transaction],
    queryFn: ({ signal }) =>
      api.post<DecodedTransaction>("/api/v1/decode", {}, transaction, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const lookup = useTokenLookup(transaction.chainId, tokensOf(data));
  if (isPending) return <Loading />;
  if (error !== null) return <ErrorNote error={error} />;
  return (
    <div className="stack" data-test="decoded">
      {data.warnings.map((warning) => (
        <Note key={warning} kind="warn">
          {warning}
        </Note>
      ))}
      <Heading transaction={data} lookup={lookup} />
      <ol className="program" aria-label="Steps">
        {data.steps.map((step, i) => (
          <Step key={`${i}-${step.op}`} step={step as DecodedStep} lookup={lookup} />
        ))}
      </ol>
    </div>
  );
}

/** Every token that a decoded transaction names. */
function tokensOf(decoded: DecodedTransaction | undefined): readonly string[] {
  if (decoded === undefined) return [];
  const { tokenIn, tokenOut } = decoded;
  const ofSteps = decoded.steps.flatMap((step) => {
    const { tokenIn: given, tokenOut: taken, token } = step as DecodedStep;
    return [given, taken, token];
  });
  return [tokenIn, tokenOut, ...ofSteps].filter((each) => typeof each === "string");
}

function Heading({
  transaction: { strategy, tokenIn, amountIn, tokenOut, minAmountOut, receiver, deadline },
  lookup,
}: {
  readonly transaction: DecodedTransaction;
  readonly lookup: TokenLookup;
}) {
  const amount = (units: string | null, address: string | null): string => {
    if (units === null || address === null) return "by its steps";
    const { symbol, decimals } = lookup(address);
    return `${short(BigInt(units), decimals)} ${symbol}`;
  };
  const facts: readonly (readonly [string, string])[] = [
    ["Executed by", strategy],
    ["Spends", amount(amountIn, tokenIn)],
    ["Demands", amount(minAmountOut, tokenOut)],
    ["For", receiver === null ? "the wallet" : shortAddress(receiver)],
    ["Valid until", Number(deadline) > 1e11 ? "always" : moment(Number(deadline))],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Step({ step, lookup }: { readonly step: DecodedStep; readonly lookup: TokenLookup }) {
  return (
    <li>
      <details>
        <summary>{sentence(step, lookup)}</summary>
        <pre className="code">{JSON.stringify(step, null, 2)}</pre>
      </details>
    </li>
  );
}
