import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  concat,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hashTypedData,
  parseAbi,
  size,
} from "viem";
import { lower, ZERO_ADDRESS } from "../../lib/address.ts";
import { ServiceError } from "../../lib/errors.ts";
import type { ChainService } from "../chain/service.ts";
import type { Transaction } from "../program/execution.ts";
import { askedNode } from "./asked-node.ts";

const SAFE_ABI = parseAbi([
  "function nonce() view returns (uint256)",
  "function VERSION() view returns (string)",
]);
const MULTI_SEND_ABI = parseAbi(["function multiSend(bytes transactions) payable"]);

/**
 * MultiSendCallOnly where Safe's deployments have it, newest first.
 *
 * @see https://github.com/safe-global/safe-deployments/tree/main/src/assets
 */
const MULTI_SENDS: readonly Address[] = [
  "0xa83c336b20401af773b6219ba5027174338d1836", // 1.5.0
  "0x9641d764fc13c8b624c04430c7356c1c7c8102e2", // 1.4.1
  "0x40a2accbd92bca938b02010e17a5b8929b49130d", // 1.3.0
  "0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b", // 1.3.0, EIP-155
];

/** @see https://github.com/safe-global/safe-smart-account/blob/v1.4.1/contracts/Safe.sol */
const SAFE_TX_TYPES = {
  SafeTx: [
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "data", type: "bytes" },
    { name: "operation", type: "uint8" },
    { name: "safeTxGas", type: "uint256" },
    { name: "baseGas", type: "uint256" },
    { name: "gasPrice", type: "uint256" },
    { name: "gasToken", type: "address" },
    { name: "refundReceiver", type: "address" },
    { name: "nonce", type: "uint256" },
  ],
} as const;

/** A transaction of a Safe, without refunds of gas. */
export interface SafeTransaction {
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
  /** 0 calls, 1 delegate-calls. */
  readonly operation: 0 | 1;
  /** That the Safe has now. */
  readonly nonce: bigint;
  /** EIP-712 hash that the owners sign. */
  readonly hash: Hex;
}

/**
 * What a Safe does to make one call after the other, or the one delegate call of a plan.
 *
 * @throws {ServiceError} `STRATEGY_UNSUPPORTED` where the account is no Safe of version 1.3 or
 *   later, or the chain has no MultiSend. `UPSTREAM_UNAVAILABLE`.
 */
export async function safeTransaction(
  service: ChainService,
  of: {
    readonly safe: Address;
    readonly calls: readonly Transaction[];
    readonly isDelegateCall: boolean;
  },
): Promise<SafeTransaction> {
  const nonce = await readNonce(service, of.safe);
  const [only, ...others] = of.calls;
  if (only === undefined) throw new Error("nothing to call");
  const act: Omit<SafeTransaction, "nonce" | "hash"> = of.isDelegateCall
    ? { to: lower(only.to), value: 0n, data: only.data, operation: 1 }
    : others.length === 0
      ? { to: lower(only.to), value: only.value, data: only.data, operation: 0 }
      : await batch(service, of.calls);
  const none = { safeTxGas: 0n, baseGas: 0n, gasPrice: 0n };
  const hash = hashTypedData({
    domain: { chainId: service.chain.chainId, verifyingContract: of.safe },
    types: SAFE_TX_TYPES,
    primaryType: "SafeTx",
    message: { ...act, ...none, gasToken: ZERO_ADDRESS, refundReceiver: ZERO_ADDRESS, nonce },
  });
  return { ...act, nonce, hash };
}

async function batch(service: ChainService, calls: readonly Transaction[]) {
  const packed = calls.map(({ to, value, data }) =>
    encodePacked(
      ["uint8", "address", "uint256", "uint256", "bytes"],
      [0, to, value, BigInt(size(data)), data],
    ),
  );
  return {
    to: await findMultiSend(service),
    value: 0n,
    data: encodeFunctionData({ abi: MULTI_SEND_ABI, args: [concat(packed)] }),
    operation: 1 as const,
  };
}

async function findMultiSend(service: ChainService): Promise<Address> {
  const codes = await Promise.all(
    MULTI_SENDS.map((address) => askedNode(service, () => service.client.getCode({ address }))),
  );
  const found = MULTI_SENDS.find((_, i) => codes[i] !== undefined);
  if (found !== undefined) return found;
  throw new ServiceError(
    "STRATEGY_UNSUPPORTED",
    `chain ${service.chain.chainId} has no MultiSendCallOnly of Safe, which a batch needs; approve first and ask again, or use delegate.`,
    { details: [{ path: "include", message: "safe needs MultiSendCallOnly for several calls" }] },
  );
}

async function readNonce(service: ChainService, safe: Address): Promise<bigint> {
  const read = <F extends "nonce" | "VERSION">(functionName: F) =>
    askedNode(service, async () => {
      try {
        return await service.client.readContract({ address: safe, abi: SAFE_ABI, functionName });
      } catch (error) {
        if (isNoAnswer(error)) return null;
        throw error;
      }
    });
  const [nonce, version] = await Promise.all([read("nonce"), read("VERSION")]);
  const [, major = 0, minor = 0] = /^(\d+)\.(\d+)/.exec(String(version ?? "")) ?? [];
  const isKnown = Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 3);
  if (typeof nonce === "bigint" && isKnown) return nonce;
  throw new ServiceError(
    "STRATEGY_UNSUPPORTED",
    `fromAddress ${safe} is no Safe of version 1.3 or later; leave safe out of include, or send the address of one.`,
    { details: [{ path: "include", message: "safe needs fromAddress to be a Safe" }] },
  );
}

/** Whether a node answered that the account has no such function. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  return (
    error.walk(
      (cause) =>
        cause instanceof ContractFunctionRevertedError ||
        cause instanceof ContractFunctionZeroDataError,
    ) !== null
  );
}
