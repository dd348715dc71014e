import { type Address, encodeFunctionData, type Hex, parseEventLogs } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Lido } from "../../../abis/Lido.ts";
import { lidoAbi, STETH, WSTETH } from "../../../devnet/protocols/lido.ts";
import { lower, NATIVE } from "../../../src/lib/address.ts";
import { apy, edges, type LidoState, maxIn, quote } from "../../../src/protocols/lido/pool.ts";
import { changed, EMPTY, type LidoFacts } from "../../../src/protocols/lido/transitions.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { createRandom } from "../chain.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { LIDO_CHAIN, queue, shake } from "./shake.ts";

const stEth = lower(STETH);
const ETHER = 10n ** 18n;
const submit = encodeFunctionData({
  abi: lidoAbi,
  functionName: "submit",
  args: ["0x0000000000000000000000000000000000000000"],
});

let chain: ProtocolChain;
let operator: Address;

beforeAll(async () => {
  chain = await startProtocolChain(LIDO_CHAIN);
  operator = chain.builder.operator;
});
afterAll(() => chain?.stop());

async function current(): Promise<LidoState> {
  const [state] = await read(chain.client, 1);
  if (state === undefined) throw new Error("Lido is not on the chain.");
  return state;
}

async function flush(...calls: readonly Hex[]): Promise<void> {
  for (const data of calls) queue(chain, data);
  await chain.builder.flush();
}

function quoted(state: LidoState, edge: Edge, amountIn: bigint) {
  return quote(state, edge, amountIn, { number: BigInt(state.updatedBlock) + 1n, timestamp: 0n });
}

/** Whether a call of the operator would succeed in the next block. */
async function succeeds(to: Address, data: Hex, value = 0n): Promise<boolean> {
  const calls = [{ to, data, value, account: operator }];
  const number = (await chain.client.getBlockNumber()) + 1n;
  const [block] = await chain.client.simulateBlocks({
    blocks: [{ calls, blockOverrides: { number } }],
  });
  return block?.calls[0]?.status === "success";
}

describe("quote", () => {
  beforeEach(() => flush(encodeFunctionData({ abi: lidoAbi, functionName: "removeStakingLimit" })));

  test("error: cap-exceeded above the staking limit, which comes back by block", async () => {
    const args = [1_000n * ETHER, 10n * ETHER] as const;
    await flush(encodeFunctionData({ abi: lidoAbi, functionName: "setStakingLimit", args }));
    queue(chain, submit, 900n * ETHER);
    await chain.builder.flush();
    for (const blocks of [0, 1, 7, 200]) {
      if (blocks > 0) await chain.node.mine({ blocks });
      const state = await current();
      for (const edge of edges(state).filter(({ tokenIn }) => tokenIn === NATIVE)) {
        const largest = maxIn(state, edge);
        const to = edge.tokenOut === stEth ? STETH : WSTETH;
        const data = edge.tokenOut === stEth ? submit : "0x";
        expect(quoted(state, edge, largest).ok).toBe(true);
        expect(quoted(state, edge, largest + 1n)).toEqual({ ok: false, reason: "cap-exceeded" });
        expect(await succeeds(to, data, largest)).toBe(true);
        expect(await succeeds(to, data, largest + 1n)).toBe(false);
      }
      const [first] = edges(state);
      if (first !== undefined && blocks === 200) expect(maxIn(state, first)).toBe(1_000n * ETHER);
    }
  });

  test("error: paused while staking is, which leaves wrapping open", async () => {
    await flush(encodeFunctionData({ abi: lidoAbi, functionName: "pauseStaking" }));
    const state = await current();
    const refused = edges(state).map((edge) => {
      const result = quoted(state, edge, ETHER);
      return result.ok ? null : [result.reason, maxIn(state, edge)];
    });
    expect(refused).toEqual([["paused", 0n], ["paused", 0n], null, null]);
    expect(await succeeds(STETH, submit, ETHER)).toBe(false);
    expect(await succeeds(WSTETH, "0x", ETHER)).toBe(false);
    expect(await succeeds(WSTETH, unwrap(ETHER))).toBe(true);
    await flush(encodeFunctionData({ abi: lidoAbi, functionName: "resumeStaking" }));
    expect(await succeeds(STETH, submit, ETHER)).toBe(true);
  });

  test("error: paused on every edge while the whole of Lido is stopped", async () => {
    await flush(encodeFunctionData({ abi: lidoAbi, functionName: "stop" }));
    const state = await current();
    for (const edge of edges(state)) {
      expect(quoted(state, edge, ETHER)).toEqual({ ok: false, reason: "paused" });
      expect(maxIn(state, edge)).toBe(0n);
    }
    expect(await succeeds(WSTETH, unwrap(ETHER))).toBe(false);
    await flush(encodeFunctionData({ abi: lidoAbi, functionName: "resume" }));
    expect(await succeeds(WSTETH, unwrap(ETHER))).toBe(true);
  });

  test("behavior: gas is what receipts of accounts without the token say, within a fifth", async () => {
    const state = await current();
    const [submits, wraps] = [
      "0x00000000000000000000000000000000000f00d2",
      "0x00000000000000000000000000000000000f00d3",
    ] as const;
    const args = [WSTETH, 10n * ETHER] as const;
    const approve = encodeFunctionData({ abi: lidoAbi, functionName: "approve", args });
    const wrap = encodeFunctionData({ abi: lidoAbi, functionName: "wrap", args: [ETHER] });
    const submitGas = await gasOf({ account: submits, to: STETH, data: submit, value: 2n * ETHER });
    await gasOf({ account: submits, to: STETH, data: approve, value: 0n });
    const measured = [
      submitGas,
      await gasOf({ account: wraps, to: WSTETH, data: "0x", value: ETHER }),
      await gasOf({ account: submits, to: WSTETH, data: wrap, value: 0n }),
      await gasOf({ account: wraps, to: WSTETH, data: unwrap(ETHER / 2n), value: 0n }),
    ];
    const stated = edges(state).map((edge) => quoted(state, edge, ETHER));
    for (const [i, result] of stated.entries()) {
      const ratio = result.ok ? Number(result.gas) / Number(measured[i]) : 0;
      expect(ratio, `edge ${i}: ${measured[i]}`).toBeGreaterThan(0.8);
      expect(ratio, `edge ${i}: ${measured[i]}`).toBeLessThan(1.25);
    }
  });
});

/** Gas of a transaction less the transaction itself. */
async function gasOf(transaction: { account: Address; to: Address; data: Hex; value: bigint }) {
  await chain.node.setBalance({ address: transaction.account, value: 100n * ETHER });
  await chain.node.impersonateAccount({ address: transaction.account });
  const hash = await chain.node.sendTransaction({ ...transaction, chain: null, gas: 1_000_000n });
  await chain.node.mine({ blocks: 1 });
  const receipt = await chain.node.getTransactionReceipt({ hash });
  expect(receipt.status).toBe("success");
  return receipt.gasUsed - 21_000n;
}

describe("changed", () => {
  test("default: all logs since the deployment make what the contract answers", async () => {
    const random = createRandom(3);
    for (let round = 0; round < 60; round++) await shake(chain, random);
    await flush(encodeFunctionData({ abi: lidoAbi, functionName: "stop" }));
    const logs = parseEventLogs({
      abi: Lido,
      logs: await chain.client.getLogs({ address: STETH, fromBlock: 0n }),
    });
    let facts: LidoFacts = EMPTY;
    for (const log of logs) {
      facts = { ...facts, ...changed(facts, log, Number(log.blockNumber)) };
    }
    const state = await current();
    const none = { sincePrice: 0n, sinceTimestamp: 0, latestPrice: 0n, latestTimestamp: 0 };
    expect({ ...state, ...facts, ...none }).toEqual(state);
    expect(new Set(logs.map(({ eventName }) => eventName)).size).toBeGreaterThanOrEqual(11);
  });
});

describe("apy", () => {
  test("default: the growth that the last report states", async () => {
    await flush(encodeFunctionData({ abi: lidoAbi, functionName: "resume" }));
    const before = await current();
    const rewards = before.internalEther / 10_000n;
    const args = [rewards, 86_400n, 0n, 0n] as const;
    await flush(encodeFunctionData({ abi: lidoAbi, functionName: "report", args }));
    const state = await current();
    const [log] = parseEventLogs({
      abi: Lido,
      eventName: "TokenRebased",
      logs: await chain.client.getLogs({ address: STETH, fromBlock: BigInt(state.updatedBlock) }),
    });
    if (log === undefined) throw new Error("The report emitted no TokenRebased.");
    expect(apy({ ...state, ...changed(EMPTY, log, 1) })).toBeCloseTo(3.65, 6);
    expect(apy(state)).toBe(0);
  });
});

function unwrap(amount: bigint): Hex {
  return encodeFunctionData({
    abi: [
      {
        ...{ type: "function", name: "unwrap", stateMutability: "nonpayable", outputs: [] },
        inputs: [{ name: "amount", type: "uint256" }],
      },
    ],
    args: [amount],
  });
}
