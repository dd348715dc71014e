import {
  type Address,
  BaseError,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  type PublicClient,
  size,
  slice,
} from "viem";
import { NATIVE } from "../../lib/address.ts";

/** What the simulation needs to know of accounts at one block. */
export interface CallerState {
  /** Of tokenIn, the native token included. */
  readonly balance: bigint;
  /** Of tokenIn to the spender; null where none is needed: for the native token, and without a spender. */
  readonly allowance: bigint | null;
}

/** Reads what `owner` holds of a token and allows `spender` to take, at a block. */
export async function readCaller(
  client: PublicClient,
  query: {
    readonly owner: Address;
    readonly token: Address;
    readonly spender: Address | null;
    readonly blockNumber: bigint;
  },
): Promise<CallerState> {
  const { owner, token, spender, blockNumber } = query;
  if (token === NATIVE) {
    return { balance: await client.getBalance({ address: owner, blockNumber }), allowance: null };
  }
  const [balance, allowance] = await Promise.all([
    readBalance(client, { token, owner, blockNumber }),
    spender === null
      ? null
      : readAmount(client, {
          to: token,
          data: encodeFunctionData({
            abi: erc20Abi,
            functionName: "allowance",
            args: [owner, spender],
          }),
          blockNumber,
        }),
  ]);
  return { balance, allowance };
}

/** ERC-20 balance of an account at a block; 0 when the token does not answer. */
export function readBalance(
  client: PublicClient,
  query: { readonly token: Address; readonly owner: Address; readonly blockNumber: bigint },
): Promise<bigint> {
  return readAmount(client, {
    to: query.token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [query.owner] }),
    blockNumber: query.blockNumber,
  });
}

async function readAmount(
  client: PublicClient,
  call: { readonly to: Address; readonly data: Hex; readonly blockNumber: bigint },
): Promise<bigint> {
  const { data } = await client.call(call);
  return wordOf(data);
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
