import type { Address } from "viem";
import { NATIVE } from "../../lib/address.ts";
import { coreWalletOf, DELEGATE_EXECUTOR_ADDRESS } from "../program/contracts.ts";
import type { EncodedTransaction } from "./decode-transaction.ts";
import type { ChainKnowledge } from "./pools.ts";
import type { ReadableTransaction } from "./readable.ts";
import type { ReadableStep } from "./readable-step.ts";
import { undemandedSteps } from "./undemanded.ts";

type Unwarned = Omit<ReadableTransaction, "warnings">;

interface Context {
  readonly tx: EncodedTransaction;
  readonly chain: ChainKnowledge | null;
}

/** What a reader should know before sending a transaction: facts in words, each once. */
export function warningsOf(readable: Unwarned, context: Context): readonly string[] {
  const warnings = [
    ...partyWarnings(readable, context),
    ...permitWarnings(readable),
    ...valueWarnings(readable, context),
    ...limitWarnings(readable, context),
    ...(context.chain === null ? [] : tokenWarnings(readable, context.chain)),
    ...readable.steps.flatMap((step, index) => stepWarnings(step, index, context)),
  ];
  return [...new Set(warnings)];
}

function partyWarnings({ strategy, receiver }: Unwarned, { tx: { from, to } }: Context): string[] {
  if (from === null) {
    return strategy === "corewallet"
      ? [`whether ${to} is the wallet of the sender is unknown; give from`]
      : [];
  }
  const own = [from, coreWalletOf(from)];
  return receiver === null || own.includes(receiver)
    ? []
    : [`the receiver ${receiver} is not the sender ${from}`];
}

function permitWarnings({ permit }: Unwarned): string[] {
  return permit === null || permit.signature !== null
    ? []
    : ["the permit is not signed: the signature and its length in 32 bytes have to be appended"];
}

function valueWarnings({ strategy, tokenIn, amountIn }: Unwarned, { tx }: Context): string[] {
  if (tx.value === null || strategy !== "router" || amountIn === null) return [];
  const expected = tokenIn === NATIVE ? BigInt(amountIn) : 0n;
  return tx.value === expected
    ? []
    : [`value ${tx.value} is not the ${expected} that the router demands; the transaction reverts`];
}

function limitWarnings(readable: Unwarned, { tx, chain }: Context): string[] {
  const { deadline, tokenOut, steps } = readable;
  const warnings: string[] = [];
  if (deadline !== null && chain !== null && BigInt(deadline) < chain.now) {
    warnings.push(`the deadline ${deadline} has passed; the transaction reverts`);
  }
  const undemanded = tokenOut === null ? undemandedSteps(steps, chain) : [];
  if (undemanded.length > 0) {
    const named = `${undemanded.length > 1 ? "steps" : "step"} ${undemanded.join(", ")}`;
    warnings.push(`nothing demands a minimum of what arrives by ${named}, at a price that moves`);
  }
  if (tx.to === DELEGATE_EXECUTOR_ADDRESS) {
    warnings.push("a wallet has to delegate-call it; a plain call reverts");
  }
  return warnings;
}

function tokenWarnings(readable: Unwarned, chain: ChainKnowledge): string[] {
  const named = [readable.tokenIn, readable.tokenOut, ...readable.steps.flatMap(tokensOf)];
  return named
    .filter((token): token is Address => token !== null && !chain.isListed(token))
    .map((token) => `token ${token} is not listed on chain ${chain.chainId}`);
}

function tokensOf(step: ReadableStep): readonly (Address | null)[] {
  // Every swap.
  if ("pool" in step) return [step.tokenIn, step.tokenOut];
  switch (step.op) {
    case "balance":
    case "gain":
    case "send":
      return [step.token];
    case "call":
      return step.approvals.map(({ token }) => token);
    default:
      return [];
  }
}

function stepWarnings(step: ReadableStep, index: number, { chain }: Context): string[] {
  if (step.op === "call") {
    return step.function === null
      ? [`step ${index} calls an unknown function ${step.selector} of ${step.target}`]
      : [];
  }
  if (chain === null || !("pool" in step) || step.protocol !== null) return [];
  return [`step ${index} swaps in ${step.pool}, which is not in the index`];
}
