import {
  type Account,
  type Address,
  type Chain,
  createTestClient,
  encodeDeployData,
  erc20Abi,
  type Hex,
  type HttpTransport,
  http,
  type PublicActions,
  publicActions,
  type SignedAuthorizationList,
  type TestClient,
  type TransactionReceipt,
  type WalletActions,
  walletActions,
} from "viem";
import { mainnet } from "viem/chains";
import type { Artifact } from "../../devnet/solidity/artifact.ts";
import { type Frame, traceFrames } from "./frames.ts";

/** A transaction to send. `value` in wei. */
export interface Call {
  readonly to: Address;
  readonly data: Hex;
  readonly value?: bigint;
}

/** What some transactions took, sent one after the other and undone. */
export interface Measurement {
  /** Sum of the receipts' gasUsed. */
  readonly gas: bigint;
  /** Sum of the calldata lengths. */
  readonly bytes: number;
  /** What the receiver gained, smallest unit of tokenOut. */
  readonly amountOut: bigint;
  readonly frames: readonly Frame[];
}

/** Who gains what in measured transactions. */
export interface Gain {
  readonly tokenOut: Address;
  readonly receiver: Address;
}

export type BenchClient = TestClient<"anvil", HttpTransport, Chain> &
  PublicActions<HttpTransport, Chain> &
  WalletActions<Chain>;

/** Above any transaction here; unused gas costs nothing. */
const GAS_LIMIT = 10_000_000n;
/**
 * Seconds after the last block: pairs then have prices to accumulate, equally for all candidates.
 */
const SECONDS_LATER = 1_000n;

/** A client of a node that mines on demand. */
export function createBenchClient(url: string): BenchClient {
  return createTestClient({ mode: "anvil", chain: mainnet, transport: http(url), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
}

/** Sends a transaction and mines it; throws when it reverts. */
export async function send(
  client: BenchClient,
  account: Account | Address,
  call: Partial<Call> & {
    readonly gas?: bigint;
    readonly authorizationList?: SignedAuthorizationList;
  },
): Promise<TransactionReceipt> {
  const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 0n };
  const hash = await client.sendTransaction({ account, gas: GAS_LIMIT, ...fees, ...call });
  await client.mine({ blocks: 1 });
  const receipt = await client.getTransactionReceipt({ hash });
  if (receipt.status === "success") return receipt;
  const frames = await traceFrames(client, hash);
  const failed = frames.findLast((frame) => frame.error !== null);
  throw new Error(`${call.to} reverted: ${failed?.error} in ${failed?.to}, ${failed?.output}`);
}

/** Deploys a contract and returns its address. */
export async function deploy(
  client: BenchClient,
  account: Account,
  { artifact, args = [] }: { readonly artifact: Artifact; readonly args?: readonly unknown[] },
): Promise<Address> {
  const data = encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args });
  const { contractAddress } = await send(client, account, { data });
  if (!contractAddress) throw new Error("a deployment gave no address");
  return contractAddress;
}

/** Timestamp of the first measured transaction's block, seconds. */
export async function measuredTimestamp(client: BenchClient): Promise<bigint> {
  const { timestamp } = await client.getBlock();
  return timestamp + SECONDS_LATER;
}

/** Sends transactions on the present state, each in a block of its own, and undoes them. */
export async function measure(
  client: BenchClient,
  account: Account,
  { calls, gain }: { readonly calls: readonly Call[]; readonly gain: Gain },
): Promise<Measurement> {
  const timestamp = await measuredTimestamp(client);
  const id = await client.snapshot();
  await client.setNextBlockTimestamp({ timestamp });
  const before = await balance(client, gain);
  let gas = 0n;
  const frames: Frame[] = [];
  for (const call of calls) {
    const { gasUsed, transactionHash } = await send(client, account, call);
    gas += gasUsed;
    frames.push(...(await traceFrames(client, transactionHash)));
  }
  const amountOut = (await balance(client, gain)) - before;
  await client.revert({ id });
  const bytes = calls.reduce((sum, { data }) => sum + (data.length - 2) / 2, 0);
  return { gas, bytes, amountOut, frames };
}

function balance(client: BenchClient, { tokenOut, receiver }: Gain): Promise<bigint> {
  return client.readContract({
    abi: erc20Abi,
    address: tokenOut,
    functionName: "balanceOf",
    args: [receiver],
  });
}
