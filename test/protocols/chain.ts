import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type Abi,
  type Address,
  createPublicClient,
  encodeDeployData,
  formatTransactionReceipt,
  type Hex,
  http,
  type PublicClient,
  parseAbi,
  type RpcTransactionReceipt,
  type TransactionReceipt,
} from "viem";
import { startAnvil } from "../../devnet/anvil.ts";

/** First account of anvil's default mnemonic; unlocked. */
export const ACCOUNT: Address = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

/** Enough for any transaction of these tests; no estimate is asked for. */
const GAS = "0x1c9c380";

export interface TestChain {
  readonly client: PublicClient;
  /** Sends from `ACCOUNT` and waits for the receipt; throws when the transaction reverts. */
  send(transaction: { to?: Address; data?: Hex; value?: bigint }): Promise<TransactionReceipt>;
  /** Deploys the bytecode of a package's artifact. */
  deploy(artifact: string, abi?: Abi, args?: readonly unknown[]): Promise<Address>;
  stop(): Promise<void>;
}

/** An empty chain of its own; calls made in one turn travel in one request. */
export async function startChain(): Promise<TestChain> {
  const anvil = await startAnvil({ chainId: 31337 });
  const client = createPublicClient({
    transport: http(anvil.url, { batch: { batchSize: 500 }, retryCount: 0, timeout: 60_000 }),
  });
  const send: TestChain["send"] = async ({ value, ...transaction }) => {
    const params = {
      ...transaction,
      from: ACCOUNT,
      gas: GAS,
      value: `0x${(value ?? 0n).toString(16)}`,
    };
    const answer = await anvil.rpc.request("eth_sendTransactionSync", [params]);
    const receipt = formatTransactionReceipt(answer as RpcTransactionReceipt);
    if (receipt.status !== "success") {
      throw new Error(`Transaction ${receipt.transactionHash} to ${transaction.to} reverted.`);
    }
    return receipt;
  };
  return {
    client,
    send,
    async deploy(artifact, abi = [], args = []) {
      const bytecode = readBytecode(artifact);
      const { contractAddress } = await send({ data: encodeDeployData({ abi, bytecode, args }) });
      if (!contractAddress) throw new Error(`${artifact} was not deployed.`);
      return contractAddress;
    },
    stop: () => anvil.stop(),
  };
}

function readBytecode(artifact: string): Hex {
  const path = createRequire(import.meta.url).resolve(artifact);
  const { bytecode } = JSON.parse(readFileSync(path, "utf8")) as { bytecode: string };
  return bytecode.startsWith("0x") ? (bytecode as Hex) : `0x${bytecode}`;
}

export const erc20Abi = parseAbi([
  "constructor(uint256 totalSupply)",
  "function approve(address spender, uint256 amount)",
  "function transfer(address to, uint256 amount)",
  "function balanceOf(address owner) view returns (uint256)",
]);

/** Two tokens whose whole supply, 2^256 - 1, `ACCOUNT` holds; token0 first. */
export async function deployTokens(chain: TestChain): Promise<[Address, Address]> {
  const deployToken = () =>
    chain.deploy("@uniswap/v2-core/build/ERC20.json", erc20Abi, [(1n << 256n) - 1n]);
  const tokens: [Address, Address] = [await deployToken(), await deployToken()];
  return BigInt(tokens[0]) < BigInt(tokens[1]) ? tokens : [tokens[1], tokens[0]];
}

/** Seeded random numbers, uniform in [0, 1): mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random amount of `minDigits` to `maxDigits` decimal digits, each length equally likely. */
export function randomAmount(random: () => number, minDigits: number, maxDigits: number): bigint {
  const digits = minDigits + Math.floor(random() * (maxDigits - minDigits + 1));
  const leading = BigInt(Math.floor((0.1 + 0.9 * random()) * 1e15));
  const low = BigInt(Math.floor(random() * 1e15));
  return ((leading * 10n ** 45n + low) * 10n ** BigInt(digits)) / 10n ** 60n + 1n;
}
