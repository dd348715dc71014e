import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  type PublicClient,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../../devnet/index.ts";
import type { Block } from "../../../src/api/graph/snapshot.ts";
import type { Execution, Payment } from "../../../src/api/program/execution.ts";
import { type SimulationRequest, simulate } from "../../../src/api/simulation/simulate.ts";
import { SMART_WALLET_CODE } from "../../../src/api/simulation/smart-wallet.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import type { Chain } from "../../../src/lib/chain.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { simulationOf } from "../../../src/nodes/simulators/chain-simulation.ts";
import type { Means } from "../../../src/nodes/simulators/simulator.ts";
import { clientLacking } from "../../harness/lacking-node.ts";
import { type DevnetClient, devnetClient } from "../../harness/service.ts";
import { approveExactly, deal } from "../../harness/trading.ts";

const CALLER: Address = "0x000000000000000000000000000000000000ca11";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e4";
const WETH: Address = "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2";
const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const USDT: Address = "0xdac17f958d2ee523a2206206994597c13d831ec7";
/** Uniswap V2 USDC/WETH. */
const PAIR: Address = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const ONE = 1_000_000n;

let devnet: Devnet;
let node: DevnetClient;
let client: PublicClient;
let clients: Readonly<Record<Means, PublicClient>>;
let chain: Chain;

beforeAll(async () => {
  devnet = await startDevnet({ chainIds: [1], blockTimeMs: null });
  const url = devnet.chains[0]?.url;
  const known = CHAINS.get(1);
  if (url === undefined || known === undefined) throw new Error("chain 1 did not start");
  node = devnetClient(url);
  clients = {
    eth_simulateV1: createPublicClient({ transport: http(url), cacheTime: 0 }),
    eth_call: clientLacking(url, ["eth_simulateV1"]),
  };
  chain = known;
  await node.setBalance({ address: CALLER, value: 10n ** 20n });
}, 240_000);

afterAll(() => devnet?.stop());

async function head(): Promise<Block> {
  const { number, hash, timestamp } = await node.getBlock();
  return { number: Number(number), hash, timestamp: Number(timestamp), baseFeePerGas: 0n };
}

const transfer = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });

/** A transaction by which the caller sends a token to a friend. */
function sending(token: Address, amount: bigint, payment: Partial<Payment> = {}): Execution {
  const native = token === NATIVE;
  const target = native ? FRIEND : token;
  const data = native ? "0x" : transfer(FRIEND, amount);
  return {
    tx: { from: CALLER, to: target, data, value: native ? amount : 0n },
    delegated: false,
    payments: [{ owner: CALLER, token, amount, spender: null, ...payment }],
  };
}

async function requestFor(
  execution: Execution,
  changes: Partial<SimulationRequest> = {},
): Promise<SimulationRequest> {
  const block = changes.block ?? (await head());
  const token = execution.payments[0]?.token ?? USDC;
  return {
    block,
    next: { number: BigInt(block.number) + 1n, timestamp: BigInt(block.timestamp) + 12n },
    execution,
    outputs: [{ token, account: FRIEND }],
    holders: () => [PAIR],
    ...changes,
  };
}

async function run(execution: Execution, changes: Partial<SimulationRequest> = {}) {
  return simulate({ chain, client }, await requestFor(execution, changes));
}

describe.each(["eth_simulateV1", "eth_call"] as const)("simulate by %s", (means) => {
  beforeAll(async () => {
    client = clients[means];
    await deal(node, { owner: CALLER, token: USDC, amount: 0n });
    await node.mine({ blocks: 1 });
    await simulationOf(client).look();
    expect(simulationOf(client).means()).toEqual([means]);
  });

  test("default: a holder supplies what the caller lacks", async () => {
    const result = await run(sending(USDC, 5n * ONE));
    if (!result.ok) throw new Error(result.revertData);
    expect(result.gains).toEqual([5n * ONE]);
    expect(result.supplied).toEqual([
      { balance: { token: USDC, amount: 5n * ONE }, allowance: null },
    ]);
  });

  test.for([
    USDC,
    USDT,
    WETH,
  ])("behavior: without holders the balance word of %s is found", async (token) => {
    const result = await run(sending(token, 7n * ONE), { holders: () => [] });
    if (!result.ok) throw new Error(result.revertData);
    expect(result.gains).toEqual([7n * ONE]);
  });

  test("behavior: native value is supplied", async () => {
    const amount = 10n ** 25n;
    const result = await run(sending(NATIVE, amount));
    if (!result.ok) throw new Error(result.revertData);
    expect(result.gains).toEqual([amount]);
    const lacking = amount - (await node.getBalance({ address: CALLER }));
    expect(result.supplied[0]?.balance).toEqual({ token: NATIVE, amount: lacking });
  });

  test("behavior: nothing is supplied to who has it", async () => {
    await deal(node, { owner: CALLER, token: USDC, amount: 9n * ONE });
    await node.mine({ blocks: 1 });
    const result = await run(sending(USDC, 9n * ONE));
    if (!result.ok) throw new Error(result.revertData);
    expect(result.supplied).toEqual([{ balance: null, allowance: null }]);
  });

  test("behavior: an allowance in the way is replaced, as USDT demands", async () => {
    await approveExactly(node, { owner: CALLER, token: USDT, spender: FRIEND, amount: ONE });
    await node.mine({ blocks: 1 });
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transferFrom",
      args: [CALLER, FRIEND, 3n * ONE],
    });
    const execution: Execution = {
      tx: { from: FRIEND, to: USDT, data, value: 0n },
      delegated: false,
      payments: [{ owner: CALLER, token: USDT, amount: 3n * ONE, spender: FRIEND }],
    };
    const result = await run(execution, { holders: () => [] });
    if (!result.ok) throw new Error(result.revertData);
    expect(result.gains).toEqual([3n * ONE]);
    const allowance = { token: USDT, spender: FRIEND, amount: 3n * ONE };
    expect(result.supplied[0]?.allowance).toEqual(allowance);
  });

  test("behavior: a delegated transaction runs in a smart wallet at its sender", async () => {
    const wallet: Address = "0x00000000000000000000000000000000005afe00";
    const multicall = encodeFunctionData({
      abi: [
        {
          type: "function",
          name: "aggregate",
          inputs: [
            {
              type: "tuple[]",
              name: "calls",
              components: [
                { type: "address", name: "target" },
                { type: "bytes", name: "callData" },
              ],
            },
          ],
          outputs: [],
          stateMutability: "payable",
        },
      ],
      args: [[{ target: USDC, callData: transfer(FRIEND, 2n * ONE) }]],
    });
    const execution: Execution = {
      tx: { from: wallet, to: chain.multicall3, data: multicall, value: 0n },
      delegated: true,
      payments: [{ owner: wallet, token: USDC, amount: 2n * ONE, spender: null }],
    };
    const result = await run(execution);
    if (!result.ok) throw new Error(result.revertData);
    expect(result.gains).toEqual([2n * ONE]);
  });

  test("behavior: the smart wallet takes native value and answers no callback", async () => {
    const wallet: Address = "0x00000000000000000000000000000000005afe01";
    const override = [{ address: wallet, code: SMART_WALLET_CODE }];
    const call = { account: CALLER, to: wallet, stateOverride: override };
    await expect(client.call({ ...call, value: 1n })).resolves.toEqual({ data: undefined });
    await expect(client.call({ ...call, data: "0xfa461e33" })).rejects.toThrow(/revert/);
  });

  test("behavior: a revert is an answer with its data", async () => {
    const execution = sending(USDC, 10n ** 30n, { amount: 1n });
    expect(await run(execution)).toMatchObject({ ok: false });
  });

  test("error: INDEX_STALE when the block was replaced", async () => {
    const block = { ...(await head()), hash: `0x${"12".repeat(32)}` as const };
    await expect(run(sending(USDC, ONE), { block })).rejects.toMatchObject({
      code: "INDEX_STALE",
    });
  });

  test("error: UPSTREAM_UNAVAILABLE when the node is gone, without its URL", async () => {
    const url = "http://127.0.0.1:1/secret-key";
    const gone = createPublicClient({ transport: http(url, { retryCount: 0 }) });
    const request = await requestFor(sending(USDC, ONE));
    const failure = await simulate({ chain, client: gone }, request).catch((error) => error);
    expect(failure).toMatchObject({ code: "UPSTREAM_UNAVAILABLE" });
    expect(failure.message).not.toContain("secret-key");
  });
});
