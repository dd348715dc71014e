import type { Address } from "viem";
import type { ChainService } from "../chain/service.ts";
import type { Block } from "../graph/snapshot.ts";
import type { AskedDeadline } from "../program/deadline.ts";
import type { Transaction } from "../program/execution.ts";
import type { Hop } from "../router/route.ts";
import type { BundleAction } from "./verbs/index.ts";

/** A validated request for the transaction of a bundle. */
export interface BundleRequest {
  readonly chainId: number;
  readonly fromAddress: Address;
  /** Who gets the outputs that are left at the end; null: they stay in the wallet. */
  readonly receiver: Address | null;
  /** Who owns what the literal amounts spend. */
  readonly spender: Address;
  /** Who gets what actions leave over. */
  readonly refundReceiver: Address;
  readonly strategy: "delegate" | "corewallet";
  /** Null: one hour. */
  readonly deadline: AskedDeadline | null;
  /** 1 to 50. */
  readonly actions: readonly BundleAction[];
}

/** What one action did: hops where it was routed, else one step of its protocol. */
export type BundleStep =
  | { readonly kind: "hops"; readonly hops: readonly Hop[] }
  | {
      readonly kind: "action";
      readonly action: BundleAction["kind"];
      readonly protocol: string;
      readonly tokenIn: readonly Address[];
      readonly tokenOut: readonly Address[];
      /** Contract that was called; null where that says nothing. */
      readonly primary: Address | null;
    };

/** A simulated bundle. */
export interface BundleAnswer {
  readonly block: Block;
  readonly tx: Transaction;
  /** The last second at which the transaction is valid, since the epoch. */
  readonly validUntil: bigint;
  /** Gas limit to send with: what the simulation used, with headroom. */
  readonly gas: bigint;
  /**
   * By address of the token, or address or `positionId` of the position: what the wallet or the
   * receiver gained in the simulation; those of which nothing was gained are left out. Positions
   * stay with the wallet.
   */
  readonly amountsOut: ReadonlyMap<string, bigint>;
  /** In execution order. */
  readonly steps: readonly BundleStep[];
  /** The actions as executed: those of the request, with what was left out filled in. */
  readonly actions: readonly BundleAction[];
}

/** Compiles and simulates a bundle on the current block. Throws `ServiceError`. */
export type AnswerBundle = (service: ChainService, request: BundleRequest) => Promise<BundleAnswer>;
