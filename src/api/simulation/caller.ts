import {
  type Address,
  BaseError,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  multicall3Abi,
  numberToHex,
  type PublicClient,
  prepareEncodeFunctionData,
  size,
  slice,
} from "viem";
import { NATIVE } from "../../lib/address.ts";
import { allowanceData, balanceOfData } from "./erc20.ts";

/** What the simulation needs to know of a token's accounts at one block. */
export interface Holdings {
  /** Of the owner. */
  readonly balance: bigint;
  /**
   * Of the owner to the spender; null where none is needed: for the native token, and without a
   * spender.
   */
  readonly allowance: bigint | null;
  /** Balances of the holders, in their order; none for the native token. */
  readonly held: readonly bigint[];
}

const AGGREGATE = prepareEncodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3" });

/**
 * Reads at a block, in one round trip, what `owner` holds of a token and allows `spender` to take,
 * and what others hold of it. What the token does not answer is 0.
 */
export async function readHoldings(
  client: PublicClient,
  query: {
    readonly owner: Address;
    readonly token: Address;
    readonly spender: Address | null;
    readonly holders: readonly Address[];
    readonly multicall3: Address;
    readonly blockNumber: bigint;
  },
): Promise<Holdings> {
  const { owner, token, spender, holders, multicall3, blockNumber } = query;
  if (token === NATIVE) {
    const balance = await client.getBalance({ address: owner, blockNumber });
    return { balance, allowance: null, held: [] };
  }
  const reads = [
    ...[owner, ...holders].map(balanceOfData),
    ...(spender === null ? [] : [allowanceData(owner, spender)]),
  ];
  const args = [
    reads.map((callData) => ({ target: token, allowFailure: true, callData })),
  ] as const;
  const call = { to: multicall3, data: encodeFunctionData({ ...AGGREGATE, args }) };
  const at = numberToHex(blockNumber);
  const data = await client.request({ method: "eth_call", params: [call, at] });
  const results = decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data });
  const amounts = results.map((result) => (result.success ? wordOf(result.returnData) : 0n));
  const [balance = 0n, ...others] = amounts;
  return {
    balance,
    allowance: spender === null ? null : (others[holders.length] ?? 0n),
    held: others.slice(0, holders.length),
  };
}

/** A 32-byte word of returned data, the first when absent; 0 when there is none. */
export function wordOf(data: Hex | undefined, word = 0): bigint {
  if (data === undefined || size(data) < 32 * (word + 1)) return 0n;
  return hexToBigInt(slice(data, 32 * word, 32 * (word + 1)));
}

/** The decoded message of a node's failure, without URL or request body. */
export function nodeFault(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage;
  return error instanceof Error ? error.message : String(error);
}
