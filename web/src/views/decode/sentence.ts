import { shortAddress, titleOf } from "../../lib/text";
import type { TokenLookup } from "../../parts/token-lookup";

/** One step of a program; what it has besides its name depends on it. */
export interface DecodedStep {
  readonly op: string;
  readonly [name: string]: unknown;
}

function textOf(step: DecodedStep, name: string): string | null {
  const value = step[name];
  return typeof value === "string" ? value : null;
}

/** What a step does, in a few words. */
export function sentence(step: DecodedStep, lookup: TokenLookup): string {
  const named = (name: string): string | null => {
    const token = textOf(step, name);
    return token === null ? null : lookup(token).symbol;
  };
  const protocol = textOf(step, "protocol");
  const where = protocol === null ? "" : ` on ${titleOf(protocol)}`;
  const [given, taken] = [named("tokenIn"), named("tokenOut")];
  if (typeof step.share === "number") {
    return `Take ${(step.share * 100).toFixed(2)} % of #${step.from} as #${step.into}`;
  }
  if (given !== null && taken !== null) return `Swap ${given} for ${taken}${where}`;
  const register = `#${step.register}`;
  if (step.op === "set") return `Set ${register} to ${step.amount}`;
  if (step.op === "at-least") return `Demand at least ${step.minimum} in ${register}`;
  if (step.op === "balance") return `Note the balance of ${named("token")} as ${register}`;
  if (step.op === "gain") return `Measure what came of ${named("token")} since, in ${register}`;
  if (step.op === "add") return `Add #${step.from} to #${step.into}`;
  if (step.op === "call") return callSentence(step, where);
  const target = textOf(step, "pool") ?? textOf(step, "target") ?? textOf(step, "to");
  const token = named("token");
  return [titleOf(step.op), token ?? "", target === null ? "" : `at ${shortAddress(target)}`]
    .filter((part) => part !== "")
    .join(" ");
}

function callSentence(step: DecodedStep, where: string): string {
  const name = textOf(step, "function") ?? textOf(step, "method") ?? textOf(step, "name");
  const target = textOf(step, "target") ?? textOf(step, "to");
  const at = target === null ? "" : ` of ${shortAddress(target)}`;
  // The types of its arguments stand below, with their values.
  return `Call ${name?.split("(", 1)[0] ?? "a function"}${at}${where}`;
}
