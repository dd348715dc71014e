import {
  type Address,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  prepareEncodeFunctionData,
} from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Position } from "../../protocols/position.ts";
import { encodeArguments } from "../program/call-data.ts";
import { balanceOfData } from "./erc20.ts";

const GET_ETH_BALANCE = prepareEncodeFunctionData({
  abi: multicall3Abi,
  functionName: "getEthBalance",
});

/**
 * Something that an account gains: a token, or the shares of a position, which a view of its
 * contract tells.
 */
export type Measure =
  | { readonly token: Address; readonly account: Address }
  /** `word`: place of the number among the 32-byte words of the answer. */
  | { readonly to: Address; readonly data: Hex; readonly word: number };

/**
 * The call that reads an account's balance of a token, the native one included, as its first return
 * word.
 */
export function balanceCall(
  of: { readonly token: Address; readonly account: Address },
  multicall3: Address,
): { readonly to: Address; readonly data: Hex } {
  if (of.token !== NATIVE) return { to: of.token, data: balanceOfData(of.account) };
  return {
    to: multicall3,
    data: encodeFunctionData({ ...GET_ETH_BALANCE, args: [of.account] }),
  };
}

/** The call that takes a measure, and the word of its answer that is the number. */
export function measureCall(
  measure: Measure,
  multicall3: Address,
): { readonly to: Address; readonly data: Hex; readonly word: number } {
  return "word" in measure ? measure : { ...balanceCall(measure, multicall3), word: 0 };
}

/** What an account has of a position. */
export function sharesMeasure({ shares }: Position, account: Address): Measure {
  const accounts = { recipient: account, caller: account, amounts: 0 };
  const { data } = encodeArguments(shares.function, shares.args, accounts);
  return { to: shares.target, data, word: shares.word };
}
