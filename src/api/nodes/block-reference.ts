import { hexToNumber, isHex } from "viem";
import type { RpcRequest } from "./endpoint.ts";

/** The block that a request is about. */
export type BlockReference =
  | { readonly kind: "none" }
  /** A tag such as `latest`, or no block where one may be left out. */
  | { readonly kind: "tag"; readonly tag: string }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "hash"; readonly hash: string };

/** Place of the block among the parameters of methods that read state. */
const BLOCK_PARAMETER: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBlockByHash: 0,
  eth_getBlockReceipts: 0,
  debug_traceBlockByHash: 0,
  debug_traceBlockByNumber: 0,
  eth_call: 1,
  eth_createAccessList: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_simulateV1: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
};

const HASH_CHARACTERS = 66;

/** The block of a request; of logs only a single block given by its hash. */
export function blockOfRequest({ method, params }: RpcRequest): BlockReference {
  if (method === "eth_getLogs") {
    const [filter] = params;
    const isByHash = typeof filter === "object" && filter !== null && "blockHash" in filter;
    return isByHash ? referenceOf(filter.blockHash) : { kind: "none" };
  }
  const place = BLOCK_PARAMETER[method];
  return place === undefined ? { kind: "none" } : referenceOf(params[place]);
}

function referenceOf(value: unknown): BlockReference {
  if (typeof value === "object" && value !== null) {
    if ("blockHash" in value) return referenceOf(value.blockHash);
    if ("blockNumber" in value) return referenceOf(value.blockNumber);
  }
  if (typeof value !== "string") return { kind: "tag", tag: "latest" };
  if (!isHex(value)) return { kind: "tag", tag: value };
  if (value.length === HASH_CHARACTERS) return { kind: "hash", hash: value };
  return { kind: "number", number: hexToNumber(value) };
}
