import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import type { Transaction } from "../api/types";
import { NATIVE } from "../lib/chains";
import type { Provider } from "./provider";

/** What a node says of a transaction that is in a block; hexadecimal numbers. */
export interface Receipt {
  readonly status: Hex;
  readonly blockNumber: Hex;
  readonly gasUsed: Hex;
  readonly effectiveGasPrice: Hex;
  readonly transactionHash: string;
}

const RECEIPT_POLL_MS = 500;
/** A chain without blocks for so long has other troubles. */
const RECEIPT_TIMEOUT_MS = 180_000;

/** What an account holds of a token, smallest unit, at the head or after block `at`. */
export async function balanceOf(
  provider: Provider,
  {
    token,
    account,
    at,
  }: { readonly token: string; readonly account: string; readonly at?: bigint },
): Promise<bigint> {
  const tag = at === undefined ? "latest" : numberToHex(at);
  if (token === NATIVE) {
    return BigInt(
      (await provider.request({ method: "eth_getBalance", params: [account, tag] })) as string,
    );
  }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [account as Hex],
  });
  const result = await provider.request({ method: "eth_call", params: [{ to: token, data }, tag] });
  return decodeFunctionResult({ abi: erc20Abi, functionName: "balanceOf", data: result as Hex });
}

/** What `spender` may take of an account's token, smallest unit. */
export async function allowanceOf(
  provider: Provider,
  {
    token,
    account,
    spender,
  }: { readonly token: string; readonly account: string; readonly spender: string },
): Promise<bigint> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "allowance",
    args: [account as Hex, spender as Hex],
  });
  const result = await provider.request({
    method: "eth_call",
    params: [{ to: token, data }, "latest"],
  });
  return decodeFunctionResult({ abi: erc20Abi, functionName: "allowance", data: result as Hex });
}

/** Makes sure that the wallet is on the chain that the transaction is for. */
export async function switchChain(provider: Provider, chainId: number): Promise<void> {
  const current = await provider.request({ method: "eth_chainId" });
  if (Number(current) === chainId) return;
  const params = [{ chainId: numberToHex(chainId) }];
  await provider.request({ method: "wallet_switchEthereumChain", params });
}

/** Has the wallet sign and send. @returns The transaction's hash. */
export async function send(
  provider: Provider,
  { to, from, data, value }: Transaction,
  gas: string,
): Promise<string> {
  const transaction = {
    ...{ to, from, data },
    value: numberToHex(BigInt(value)),
    gas: numberToHex(BigInt(gas)),
  };
  const hash = await provider.request({ method: "eth_sendTransaction", params: [transaction] });
  return String(hash);
}

/** Waits until a transaction is in a block. @throws After three minutes without one. */
export function receiptOf(provider: Provider, hash: string): Promise<Receipt> {
  const ask = { method: "eth_getTransactionReceipt", params: [hash] };
  return polled(`${hash} is`, async () => (await provider.request(ask)) as Receipt | null);
}

/**
 * Asks until there is an answer.
 *
 * @param what What is waited for, before "in no block". @throws After three minutes without one.
 */
export async function polled<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  for (const startedAt = Date.now(); Date.now() - startedAt < RECEIPT_TIMEOUT_MS; ) {
    const answer = await ask();
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_POLL_MS));
  }
  throw new Error(`${what} in no block after three minutes; look for it in an explorer.`);
}

/**
 * What an account gained of a token in the block of a transaction, smallest unit: by balance, as
 * the promise is; what the sender paid for gas and gave along is counted back.
 */
export async function gainedIn(
  provider: Provider,
  {
    receipt,
    token,
    account,
    tx,
  }: {
    readonly receipt: Receipt;
    readonly token: string;
    readonly account: string;
    readonly tx: Transaction;
  },
): Promise<bigint> {
  const block = BigInt(receipt.blockNumber);
  const [after, before] = await Promise.all([
    balanceOf(provider, { token, account, at: block }),
    balanceOf(provider, { token, account, at: block - 1n }),
  ]);
  const isOwnGas = token === NATIVE && tx.from.toLowerCase() === account.toLowerCase();
  const paid = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) + BigInt(tx.value);
  return after - before + (isOwnGas ? paid : 0n);
}
