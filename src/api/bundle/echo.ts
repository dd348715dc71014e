import type { Amount, BundleAction, CallValue, OutputReference } from "./action.ts";
import { signatureOf } from "./call-signature.ts";

/** A JSON value without null; integers are decimal strings. */
export type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

type Arguments = { readonly [name: string]: Json };

/** An action as a caller would send it, in the service's own words: lower-case slugs and addresses, amounts as strings. */
export interface SentAction {
  readonly protocol: string;
  readonly action: BundleAction["kind"];
  readonly args: Arguments;
}

/** The action as it was understood; parsed again it gives the same action. */
export function sentAction(action: BundleAction): SentAction {
  return { protocol: action.protocol, action: action.kind, args: argumentsOf(action) };
}

function argumentsOf(action: BundleAction): Arguments {
  switch (action.kind) {
    case "route":
    case "apiswap":
    case "swap": {
      const { tokenIn, tokenOut, amountIn, slippageBps } = action;
      const slippage = slippageBps.toString();
      return { tokenIn, tokenOut, amountIn: sentAmount(amountIn), slippage, ...primary(action) };
    }
    case "deposit":
    case "redeem":
      return {
        tokenIn: oneOrList(action.tokenIn),
        tokenOut: oneOrList(action.tokenOut),
        amountIn: oneOrList(action.amountIn.map(sentAmount)),
        ...primary(action),
      };
    case "withdraw": {
      const { tokenIn, tokenOut, amountOut } = action;
      return { tokenIn, tokenOut, amountOut: sentAmount(amountOut), ...primary(action) };
    }
    case "borrow": {
      const { collateral, tokenOut, amountOut } = action;
      return { collateral, tokenOut, amountOut: sentAmount(amountOut), ...primary(action) };
    }
    case "repay":
      return {
        tokenIn: action.tokenIn,
        amountIn: sentAmount(action.amountIn),
        ...primary(action),
      };
    case "harvest":
      return { token: action.token, ...primary(action) };
    case "approve":
      return { token: action.token, spender: action.spender, ...moved(action) };
    case "transfer":
      return { token: action.token, recipient: action.recipient, ...moved(action) };
    case "permittransferfrom":
      return {
        token: action.token,
        amount: sentAmount(action.amount),
        nonce: action.nonce.toString(),
        deadline: action.deadline.toString(),
        signature: action.signature,
      };
    case "call":
      return {
        address: action.address,
        method: action.function.name,
        abi: signatureOf(action.function),
        args: action.args.map(sentValue),
        value: sentAmount(action.value),
      };
  }
}

function primary({ primaryAddress }: { readonly primaryAddress: string | null }): Arguments {
  return primaryAddress === null ? {} : { primaryAddress };
}

function moved({ amount, id }: { readonly amount: Amount | null; readonly id: Amount | null }) {
  return {
    ...(amount !== null && { amount: sentAmount(amount) }),
    ...(id !== null && { id: sentAmount(id) }),
  };
}

function oneOrList(items: readonly Json[]): Json {
  const [first, ...others] = items;
  return first !== undefined && others.length === 0 ? first : items;
}

function sentAmount(amount: Amount): Json {
  return amount.kind === "literal" ? amount.value.toString() : sentOutput(amount);
}

function sentOutput({ action, index }: OutputReference): Json {
  return { useOutputOfCallAt: action, ...(index > 0 && { index }) };
}

function sentValue(value: CallValue): Json {
  switch (value.kind) {
    case "list":
      return value.items.map(sentValue);
    case "output":
      return sentOutput(value);
    case "literal":
      return typeof value.value === "bigint" ? value.value.toString() : value.value;
  }
}
