import type { Page } from "playwright-core";
import {
  type Address,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  parseAbi,
  parseAbiParameters,
  stringToHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { createRpc } from "../../devnet/rpc.ts";
import { erc7579AccountCode } from "../harness/erc7579-account.ts";
import { devnetClient } from "../harness/service.ts";
import { deal } from "../harness/trading.ts";
import { DAI } from "./served-page.ts";

/** What a page asks a wallet for, as EIP-1193 has it. */
interface Asked {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** @see https://eips.ethereum.org/EIPS/eip-5792#wallet_sendcalls */
interface SentCalls {
  readonly version: string;
  readonly from: Address;
  readonly chainId: Hex;
  readonly atomicRequired: boolean;
  readonly calls: readonly { readonly to: Address; readonly value: Hex; readonly data: Hex }[];
}

export interface BatchingWallet {
  readonly name: string;
  /** What it was asked to execute. */
  readonly sent: readonly SentCalls[];
  /** Methods that would have sent something else. */
  readonly refused: readonly string[];
}

const NAME = "Batching wallet";
const IMPLEMENTATION: Address = "0x0000000000000000000000000000000000007579";
/** Of what the wallet has delegated to: several calls, of which one that fails reverts all. */
const BATCH: Hex = `0x01${"00".repeat(31)}`;
const EXECUTION = parseAbiParameters("(address target, uint256 value, bytes callData)[]");
const executeAbi = parseAbi(["function execute(bytes32 mode, bytes executionCalldata) payable"]);
const CHAIN: Hex = "0x1";
const GAS = 5_000_000n;
const FEES = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 0n };

/**
 * Has a wallet announce itself to a page (EIP-6963) that executes calls at once (EIP-5792): its
 * account has taken on the code of an ERC-7579 account (EIP-7702) and has ether and DAI. It signs
 * nothing but such calls.
 */
export async function announceBatchingWallet(page: Page, url: string): Promise<BatchingWallet> {
  const node = devnetClient(url);
  const rpc = createRpc(url);
  const owner = privateKeyToAccount(keccak256(stringToHex("account of a batching wallet")));
  const account = owner.address.toLowerCase() as Address;
  const wallet = createWalletClient({ account: owner, transport: http(url) });
  await node.setCode({ address: IMPLEMENTATION, bytecode: await erc7579AccountCode(node) });
  await node.setBalance({ address: account, value: 10n ** 21n });
  await deal(node, { owner: account, token: DAI, amount: 10n ** 22n });
  const authorization = await owner.signAuthorization({
    ...{ contractAddress: IMPLEMENTATION, chainId: Number(CHAIN) },
    nonce: (await node.getTransactionCount({ address: account })) + 1,
  });
  const delegation = { to: account, authorizationList: [authorization], gas: 200_000n, ...FEES };
  const hash = await wallet.sendTransaction({ chain: null, ...delegation });
  await node.waitForTransactionReceipt({ hash });

  const sent: SentCalls[] = [];
  const refused: string[] = [];

  async function answer({ method, params = [] }: Asked): Promise<unknown> {
    switch (method) {
      case "eth_requestAccounts":
      case "eth_accounts":
        return [account];
      case "wallet_getCapabilities":
        return { [CHAIN]: { atomic: { status: "supported" } } };
      case "wallet_sendCalls": {
        const [asked] = params as [SentCalls];
        if (asked.from !== account || asked.chainId !== CHAIN) throw new Error("another account");
        sent.push(asked);
        const calls = asked.calls.map(({ to: target, value, data: callData }) => {
          return { target, value: BigInt(value), callData };
        });
        const args = [BATCH, encodeAbiParameters(EXECUTION, [calls])] as const;
        const data = encodeFunctionData({ abi: executeAbi, args });
        const call = { chain: null, to: account, data, gas: GAS, ...FEES };
        return { id: await wallet.sendTransaction(call) };
      }
      case "wallet_getCallsStatus": {
        const receipt = (await rpc.request("eth_getTransactionReceipt", params)) as {
          readonly status: Hex;
        } | null;
        if (receipt === null) return { status: 100 };
        return { status: receipt.status === "0x1" ? 200 : 500, receipts: [receipt] };
      }
      case "eth_sendTransaction":
        refused.push(method);
        throw new Error("The user sends calls alone.");
      default:
        return rpc.request(method, params);
    }
  }

  await page.exposeFunction("askBatchingWallet", answer);
  await page.addInitScript((name) => {
    const window = globalThis as unknown as EventTarget & {
      askBatchingWallet(asked: unknown): Promise<unknown>;
    };
    const detail = {
      info: { uuid: "7f0c3a52-5792-4963-8a55-000000000001", name, icon: "" },
      provider: { request: (asked: unknown) => window.askBatchingWallet(asked) },
    };
    const announce = () =>
      window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    window.addEventListener("eip6963:requestProvider", announce);
  }, NAME);
  return { name: NAME, sent, refused };
}
