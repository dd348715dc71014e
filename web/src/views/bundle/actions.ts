import { useCallback, useMemo } from "react";
import type { Standard } from "../../api/types";
import { defaultPair } from "../../lib/chains";
import { useUrlState } from "../../lib/state-in-url";

/** An argument as the form holds it: a text, or an earlier output. */
export type Argument = string | { readonly useOutputOfCallAt: number };

/** An action as the API takes it. */
export interface Action {
  readonly protocol: string;
  readonly action: string;
  readonly args: Readonly<Record<string, Argument>>;
}

/** Arguments that name an amount, which may be an earlier output. */
export function isAmount(name: string): boolean {
  return ["amount", "amountIn", "amountOut"].includes(name);
}

/** Arguments that name a token. */
export function isToken(name: string): boolean {
  return ["token", "tokenIn", "tokenOut", "collateral"].includes(name);
}

/** What is left out where nobody fills it in. */
export function isOptional(name: string): boolean {
  return ["slippage", "minAmountOut", "primaryAddress", "id", "sender"].includes(name);
}

/**
 * Inputs of an action by what describes them; of `call`, which `/standards` does not list, none.
 */
export function inputsOf(standards: readonly Standard[], action: string) {
  return Object.entries(standards.find(({ name }) => name === action)?.inputs ?? {});
}

/** Without what was left empty, as the API refuses an empty text. */
export function bodyOf(actions: readonly Action[]): readonly Action[] {
  return actions.map(({ args, ...action }) => ({
    ...action,
    args: Object.fromEntries(Object.entries(args).filter(([, value]) => value !== "")),
  }));
}

function readActions(text: string | null): readonly Action[] {
  if (text === null) return [];
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? (found as readonly Action[]) : [];
  } catch {
    // A link that was cut off is an empty bundle.
    return [];
  }
}

/** Three trades, each of what the one before gave. */
export function exampleOf(chainId: number, connectors: readonly string[]): readonly Action[] {
  const { tokenIn, tokenOut } = defaultPair(chainId);
  const [first = tokenIn, , second = tokenOut] = connectors.filter((each) => each !== tokenIn);
  const steps = [first, tokenOut, second, first];
  return steps.slice(1).map((token, i) => ({
    protocol: "core",
    action: "route",
    args: {
      ...{ tokenIn: steps[i] ?? tokenIn, tokenOut: token, slippage: "50" },
      amountIn: i === 0 ? String(10n ** 18n) : { useOutputOfCallAt: i - 1 },
    },
  }));
}

/** The bundle that is being built, kept in the address line. */
export function useActions() {
  const [search, change] = useUrlState();
  const text = search.get("actions");
  const actions = useMemo(() => readActions(text), [text]);
  const setActions = useCallback(
    (next: readonly Action[]) =>
      change({ actions: next.length === 0 ? null : JSON.stringify(next) }),
    [change],
  );
  return [actions, setActions] as const;
}
