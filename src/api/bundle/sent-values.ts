import type { Amount, CallValue, OutputReference } from "./action.ts";

/** A JSON value without null; integers are decimal strings. */
type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/** Arguments of an action as a caller would send them. */
export type Arguments = { readonly [name: string]: Json };

/** The `primaryAddress` of an action, where it has one. */
export function sentPrimary({
  primaryAddress,
}: {
  readonly primaryAddress: string | null;
}): Arguments {
  return primaryAddress === null ? {} : { primaryAddress };
}

/** The amount and the id of a token that is approved or moved. */
export function sentMoved({
  amount,
  id,
}: {
  readonly amount: Amount | null;
  readonly id: Amount | null;
}) {
  return {
    ...(amount !== null && { amount: sentAmount(amount) }),
    ...(id !== null && { id: sentAmount(id) }),
  };
}

/** A list of one as its item. */
export function oneOrList(items: readonly Json[]): Json {
  const [first, ...others] = items;
  return first !== undefined && others.length === 0 ? first : items;
}

/** An amount as a caller sends it. */
export function sentAmount(amount: Amount): Json {
  return amount.kind === "literal" ? amount.value.toString() : sentOutput(amount);
}

function sentOutput({ action, index }: OutputReference): Json {
  return { useOutputOfCallAt: action, ...(index > 0 && { index }) };
}

/** An argument of a call as a caller sends it. */
export function sentValue(value: CallValue): Json {
  switch (value.kind) {
    case "list":
      return value.items.map(sentValue);
    case "output":
      return sentOutput(value);
    case "literal":
      return typeof value.value === "bigint" ? value.value.toString() : value.value;
  }
}
