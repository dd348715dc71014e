import { type AbiFunction, type Address, type Hex, slice, toFunctionSelector } from "viem";
import { coreWalletAbi } from "../../../abis/weir/CoreWallet.ts";
import { routerAbi } from "../../../abis/weir/Router.ts";
import {
  CORE_WALLET_FACTORY_ADDRESS,
  coreWalletOf,
  DELEGATE_EXECUTOR_ADDRESS,
  ROUTER_ADDRESS,
} from "../program/contracts.ts";
import { decodeProgram, ProgramDecodeError } from "../program/decode.ts";
import type { Strategy } from "../program/execution.ts";
import type { Program } from "../program/steps.ts";
import { type CalldataReader, calldataReader, TransactionDecodeError } from "./calldata.ts";

/** A transaction whose calldata is to be read. */
export interface EncodedTransaction {
  readonly to: Address;
  readonly data: Hex;
  /** Null: not told. */
  readonly from: Address | null;
  /** Wei; null: not told. */
  readonly value: bigint | null;
}

/** What the router is told besides the program. The zero address is the native coin. */
export interface RouterOrder {
  readonly tokenIn: Address;
  readonly amountIn: bigint;
  /** Who is paid amountIn before the program starts; zero: the program pulls. */
  readonly payTo: Address;
  readonly tokenOut: Address;
  readonly minAmountOut: bigint;
  readonly receiver: Address;
  /** Seconds since the epoch. */
  readonly deadline: bigint;
}

/** What a wallet is told besides the program. */
export type WalletOrder = Omit<RouterOrder, "tokenIn" | "payTo">;

/** An EIP-2612 signature over amountIn for the router. */
export interface Permit {
  readonly deadline: bigint;
  readonly v: number;
  readonly r: Hex;
  readonly s: Hex;
}

/** What calldata says, by the function that it calls. Addresses are in lower case. */
export type DecodedCall =
  | { readonly function: "route"; readonly order: RouterOrder; readonly program: Program }
  | {
      readonly function: "routeWithPermit";
      readonly order: RouterOrder;
      readonly permit: Permit;
      readonly program: Program;
    }
  | { readonly function: "execute"; readonly order: WalletOrder; readonly program: Program }
  | { readonly function: "run"; readonly program: Program };

export interface DecodedTransaction {
  readonly strategy: Strategy;
  readonly call: DecodedCall;
}

const ROUTER_FUNCTIONS = selectors(routerAbi, ["route", "routeWithPermit"]);
const WALLET_FUNCTIONS = selectors(coreWalletAbi, ["execute", "run"]);

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

function readCall(name: DecodedCall["function"], reader: CalldataReader): DecodedCall {
  switch (name) {
    case "route":
      return { function: name, order: readRouterOrder(reader), program: readProgram(reader) };
    case "routeWithPermit": {
      const order = readRouterOrder(reader);
      const permit: Permit = {
        deadline: reader.uint(),
        v: reader.uint8(),
        r: reader.word(),
        s: reader.word(),
      };
      return { function: name, order, permit, program: readProgram(reader) };
    }
    case "execute": {
      const order: WalletOrder = {
        amountIn: reader.uint(),
        tokenOut: reader.address(),
        minAmountOut: reader.uint(),
        receiver: reader.address(),
        deadline: reader.uint(),
      };
      return { function: name, order, program: readProgram(reader) };
    }
    case "run":
      return { function: name, program: readProgram(reader) };
  }
}

function readRouterOrder(reader: CalldataReader): RouterOrder {
  return {
    tokenIn: reader.address(),
    amountIn: reader.uint(),
    payTo: reader.address(),
    tokenOut: reader.address(),
    minAmountOut: reader.uint(),
    receiver: reader.address(),
    deadline: reader.uint(),
  };
}

function readProgram(reader: CalldataReader): Program {
  const { bytes, offset } = reader.lastBytes();
  try {
    return decodeProgram(bytes);
  } catch (error) {
    if (!(error instanceof ProgramDecodeError)) throw error;
    const fault = error.message.replace(/^Byte \d+: /, "").replace(/\.$/, "");
    throw new TransactionDecodeError(offset + error.offset, `the program is malformed: ${fault}`);
  }
}
