import {
  type Address,
  createPublicClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  http,
  type PublicClient,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../../devnet/index.ts";
import { simulate } from "../../../src/api/simulation/simulate.ts";
import type { Chain } from "../../../src/lib/chain.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { simulationOf } from "../../../src/nodes/simulators/chain-simulation.ts";
import { type DevnetClient, devnetClient } from "../../harness/service.ts";

const FRIEND: Address = "0x00000000000000000000000000000000000f41e4";
const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const WETH: Address = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
/**
 * Uniswap V2 USDC/WETH, which has shares like a token, but at another place than WETH its balances.
 */
const PAIR: Address = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
/** An address without code. */
const TOKEN: Address = "0x000000000000000000000000000000000070ce11";
const ONE = 1_000_000n;

const SEARCH = ["eth_createAccessList", "eth_call"];
const REQUESTS = ["eth_call", "eth_simulateV1", "eth_getBlockByNumber"];

let devnet: Devnet;
let node: DevnetClient;
let url: string;
let chain: Chain;

beforeAll(async () => {
  devnet = await startDevnet({ chainIds: [1], blockTimeMs: null });
  const known = CHAINS.get(1);
  const started = devnet.chains[0];
  if (started === undefined || known === undefined) throw new Error("chain 1 did not start");
  url = started.url;
  node = devnetClient(url);
  chain = known;
}, 240_000);

afterAll(() => devnet?.stop());

/**
 * A client with a memory of the methods that it asked for. @param parentHash What simulated blocks
 * name; absent: what the node says.
 */
function watched(parentHash?: Hash) {
  const { request } = http(url)({});
  const methods: string[] = [];
  const transport = custom({
    async request(asked: { method: string; params?: unknown }) {
      methods.push(asked.method);
      const answer = await request(asked);
      if (asked.method !== "eth_simulateV1" || parentHash === undefined) return answer;
      return (answer as object[]).map((block) => ({ ...block, parentHash }));
    },
  });
  const client: PublicClient = createPublicClient({ transport, cacheTime: 0 });
  return { client, methods };
}

/**
 * What a friend gains when one who has nothing sends it a token. @param hash Of the block; absent:
 * the right one.
 */
async function send(client: PublicClient, of: { from: bigint; token: Address; hash?: Hash }) {
  const { number, timestamp, hash } = await node.getBlock();
  const owner: Address = `0x${of.from.toString(16).padStart(40, "0")}`;
  const args = [FRIEND, ONE] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
  const block = { number: Number(number), timestamp: Number(timestamp), baseFeePerGas: 0n };
  const result = await simulate(
    { chain, client },
    {
      block: { ...block, hash: of.hash ?? hash },
      next: { number: number + 1n, timestamp: timestamp + 12n },
      execution: {
        tx: { from: owner, to: of.token, data, value: 0n },
        delegated: false,
        payments: [{ owner, token: of.token, amount: ONE, spender: null }],
      },
      outputs: [{ token: of.token, account: FRIEND }],
      holders: () => [],
    },
  );
  return result.ok ? result.gains[0] : result.revertData;
}

async function copyCode(from: Address, to: Address): Promise<void> {
  const bytecode = await node.getCode({ address: from });
  if (bytecode === undefined) throw new Error(`${from} has no code`);
  await node.setCode({ address: to, bytecode });
  await node.mine({ blocks: 1 });
}

describe("requests of a simulation", () => {
  test("default: the word of a balance is searched once for a token", async () => {
    const { client, methods } = watched();
    expect(await send(client, { from: 0xca11n, token: USDC })).toBe(ONE);
    expect(methods.slice(1, 3)).toEqual(SEARCH);
    methods.length = 0;
    expect(await send(client, { from: 0xca12n, token: USDC })).toBe(ONE);
    expect(methods).toEqual(REQUESTS);
  });

  test("behavior: it is searched again where it has moved", async () => {
    const { client, methods } = watched();
    await copyCode(WETH, TOKEN);
    expect(await send(client, { from: 0xca11n, token: TOKEN })).toBe(ONE);
    await copyCode(PAIR, TOKEN);
    methods.length = 0;
    expect(await send(client, { from: 0xca12n, token: TOKEN })).toBe(ONE);
    expect(methods.slice(0, 5)).toEqual([...REQUESTS, "eth_call", SEARCH[0]]);
    methods.length = 0;
    expect(await send(client, { from: 0xca13n, token: TOKEN })).toBe(ONE);
    expect(methods).toEqual(REQUESTS);
  });

  test("behavior: a node that names the simulated block's parent is not asked for that", async () => {
    const { hash } = await node.getBlock();
    const { client, methods } = watched(hash);
    await simulationOf(client).look();
    methods.length = 0;
    expect(await send(client, { from: 0xca11n, token: USDC })).toBe(ONE);
    expect(methods).not.toContain("eth_getBlockByNumber");
    const hashOfOther: Hash = `0x${"12".repeat(32)}`;
    const replaced = send(client, { from: 0xca11n, token: USDC, hash: hashOfOther });
    await expect(replaced).rejects.toMatchObject({ code: "INDEX_STALE" });
  });
});
