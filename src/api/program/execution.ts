import type { Address, Hex } from "viem";
import { NATIVE } from "../../lib/address.ts";
import type { Host } from "./builder.ts";
import { CORE_WALLET_FACTORY_ADDRESS, DELEGATE_EXECUTOR_ADDRESS } from "./contracts.ts";

/**
 * How a transaction is executed: by the router contract, by a smart wallet that delegate-calls, or
 * by the owner's core wallet.
 */
export type Strategy = "router" | "delegate" | "corewallet";

/** An unsigned transaction. */
export interface Transaction {
  readonly data: Hex;
  readonly to: Address;
  readonly from: Address;
  /** Wei. */
  readonly value: bigint;
}

/** What a transaction takes from an account. */
export interface Payment {
  readonly owner: Address;
  readonly token: Address;
  /** Smallest unit of the token. */
  readonly amount: bigint;
  /** Contract that takes the tokens; null: the owner itself spends them. */
  readonly spender: Address | null;
}

/** A transaction with what its simulation has to know. */
export interface Execution {
  readonly tx: Transaction;
  /**
   * Whether `tx.from` is a wallet that delegate-calls `tx.to`, rather than the account that sends
   * the transaction.
   */
  readonly delegated: boolean;
  readonly payments: readonly Payment[];
}

/** A wallet that runs programs, and the contract to which it or its owner sends them. */
export interface WalletAccount {
  readonly wallet: Address;
  readonly host: Host;
  readonly target: Address;
  readonly delegated: boolean;
}

/**
 * A smart wallet, such as a Safe, that delegate-calls the executor; pools cannot call its code
 * back.
 */
export function delegateAccount(wallet: Address): WalletAccount {
  return {
    wallet,
    host: { address: wallet, receivesCallbacks: false },
    target: DELEGATE_EXECUTOR_ADDRESS,
    delegated: true,
  };
}

/** The core wallet of an owner; called through its factory while it is not deployed. */
export function coreWalletAccount(wallet: Address, isDeployed: boolean): WalletAccount {
  return {
    wallet,
    host: { address: wallet, receivesCallbacks: true },
    target: isDeployed ? wallet : CORE_WALLET_FACTORY_ADDRESS,
    delegated: false,
  };
}

/**
 * What a wallet's program takes from whoever owns the tokens: the caller, for native value, else
 * the spender.
 */
export function walletPayment(
  { wallet }: WalletAccount,
  of: { readonly fromAddress: Address; readonly spender: Address },
  { token, amount }: { readonly token: Address; readonly amount: bigint },
): Payment {
  const owner = token === NATIVE ? of.fromAddress : of.spender;
  return { token, amount, owner, spender: owner === wallet ? null : wallet };
}
