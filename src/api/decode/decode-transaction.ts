import { type AbiFunction, type Address, type Hex, slice, toFunctionSelector } from "viem";
import { coreWalletAbi } from "../../../abis/weir/CoreWallet.ts";
import { routerAbi } from "../../../abis/weir/Router.ts";
import {
  CORE_WALLET_FACTORY_ADDRESS,
  coreWalletOf,
  DELEGATE_EXECUTOR_ADDRESS,
  ROUTER_ADDRESS,
} from "../program/contracts.ts";
import type { Strategy } from "../program/execution.ts";
import type { MultiRouterOrder, RouterOrder } from "../program/router-call.ts";
import type { RouterProgram } from "../program/router-program.ts";
import type { Program } from "../program/steps.ts";
import type { MultiWalletOrder, WalletOrder } from "../program/wallet-call.ts";
import { calldataReader, TransactionDecodeError } from "./calldata.ts";
import { readCall } from "./read-call.ts";

/** A transaction whose calldata is to be read. */
export interface EncodedTransaction {
  readonly to: Address;
  readonly data: Hex;
  /** Null: not told. */
  readonly from: Address | null;
  /** Wei; null: not told. */
  readonly value: bigint | null;
}

/** What the caller signed instead of an allowance; `signature` null: not appended yet. */
export type Permit =
  /** EIP-2612, for amountIn. */
  | { readonly kind: "eip2612"; readonly signature: Hex | null }
  /** Permit2, for all inputs; `nonce` of its signature transfers. */
  | { readonly kind: "permit2"; readonly nonce: bigint; readonly signature: Hex | null };

/** What calldata says, by the function that it calls. Addresses are in lower case. */
export type DecodedCall =
  | {
      readonly function: "route" | "routeWithPermit";
      readonly order: RouterOrder;
      /** Null for `route`. */
      readonly permit: Permit | null;
      readonly program: RouterProgram;
    }
  | {
      readonly function: "routeMulti" | "routeWithPermit2";
      readonly order: MultiRouterOrder;
      /** Null for `routeMulti`. */
      readonly permit: Permit | null;
      readonly program: RouterProgram;
    }
  | { readonly function: "execute"; readonly order: WalletOrder; readonly program: Program }
  | {
      readonly function: "executeMulti";
      readonly order: MultiWalletOrder;
      readonly program: Program;
    }
  /** `deadline` in seconds since the epoch. */
  | { readonly function: "run"; readonly deadline: bigint; readonly program: Program };

export interface DecodedTransaction {
  readonly strategy: Strategy;
  readonly call: DecodedCall;
}

const ROUTER_FUNCTIONS = selectors(routerAbi, [
  "route",
  "routeWithPermit",
  "routeMulti",
  "routeWithPermit2",
]);
const WALLET_FUNCTIONS = selectors(coreWalletAbi, ["execute", "executeMulti", "run"]);

/**
 * Reads the calldata of a transaction of this service: the exact inverse of how it is made, so that
 * there is one calldata for what is read.
 *
 * @throws {TransactionDecodeError} For any other contract, function or encoding.
 */
export function decodeTransaction(tx: EncodedTransaction): DecodedTransaction {
  const reader = calldataReader(tx.data);
  const selector = reader.selector();
  const functions = tx.to === ROUTER_ADDRESS ? ROUTER_FUNCTIONS : WALLET_FUNCTIONS;
  const name = functions.get(selector);
  if (name === undefined) {
    const known = [...functions].map(([one, text]) => `${text} ${one}`).join(" or ");
    throw new TransactionDecodeError(0, `selector ${selector} is not ${known} of ${tx.to}`);
  }
  const strategy = strategyOf(tx);
  return { strategy, call: readCall(name, reader) };
}

/** Whether calldata is of a function that runs a program in the router. */
export function isRouterCall(data: Hex): boolean {
  return ROUTER_FUNCTIONS.has(slice(data.length < 10 ? "0x00000000" : data, 0, 4));
}

function selectors<N extends DecodedCall["function"]>(
  abi: readonly (AbiFunction | { readonly type: string })[],
  names: readonly N[],
): ReadonlyMap<Hex, DecodedCall["function"]> {
  const functions = abi.filter((item): item is AbiFunction => item.type === "function");
  return new Map(
    names.flatMap((name) =>
      functions
        .filter((item) => item.name === name)
        .map((item) => [toFunctionSelector(item), name] as const),
    ),
  );
}

function strategyOf({ to, from }: EncodedTransaction): Strategy {
  if (to === ROUTER_ADDRESS) return "router";
  // An account with the wallet's code (EIP-7702) calls itself.
  if (to === DELEGATE_EXECUTOR_ADDRESS || to === from) return "delegate";
  if (to === CORE_WALLET_FACTORY_ADDRESS || from === null || to === coreWalletOf(from)) {
    return "corewallet";
  }
  throw new TransactionDecodeError(
    null,
    `to ${to} is no contract of this service, nor the core wallet ${coreWalletOf(from)} of ${from}`,
  );
}
