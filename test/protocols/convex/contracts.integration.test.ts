import { encodeFunctionData, erc20Abi, multicall3Abi, parseAbi, parseEventLogs } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConvexBooster } from "../../../abis/ConvexBooster.ts";
import { OPERATOR } from "../../../devnet/chains.ts";
import { approve, CONVEX_BOOSTER, call } from "../../../devnet/protocols/convex.ts";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { deployments } from "../../../src/protocols/convex/contracts.ts";
import { convex } from "../../../src/protocols/convex/index.ts";
import { mintedDown } from "../../../src/protocols/convex/minting.ts";
import { apy, type ConvexPool, STAKE_GAS } from "../../../src/protocols/convex/pool.ts";
import { readPools } from "../../../src/protocols/convex/reading.ts";
import { created, moved } from "../../../src/protocols/convex/transitions.ts";
import type { AccountVerb } from "../../../src/protocols/position.ts";
import { createRandom } from "../chain.ts";
import { hopGas } from "../hop-gas.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { balanceOf, CONVEX_CHAIN, play } from "./shake.ts";

const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";
const EARNED = parseAbi(["function earned(address account) view returns (uint256)"]);
const ROUNDS = 40;

let chain: ProtocolChain;
beforeAll(async () => {
  chain = await startProtocolChain(CONVEX_CHAIN);
  const random = createRandom(3);
  for (let round = 0; round < ROUNDS; round++) await play(chain, random);
}, 240_000);
afterAll(() => chain?.stop());

const aggregate: Aggregate = (calls) =>
  chain.client.readContract({
    ...{ abi: multicall3Abi, address: MULTICALL3, functionName: "aggregate3", args: [calls] },
  });

async function poolOf(pid: number): Promise<ConvexPool> {
  const pool = (await read(chain.client, 1))[pid];
  if (pool === undefined) throw new Error(`The booster has no pool ${pid}.`);
  return pool;
}

describe("readPools", () => {
  test("default: what the contracts answer one by one", async () => {
    const contracts = deployments[0]?.chains[1]?.contracts;
    if (contracts === undefined) throw new Error("Convex is not on chain 1.");
    const states = await read(chain.client, 1);
    const unknown = { pid: 99n, rewardPool: MULTICALL3 } as const;
    expect(await readPools(aggregate, contracts, [...states, unknown])).toEqual([
      ...states.map(({ staked, isShutdown, rewards }) => ({ staked, isShutdown, rewards })),
      null,
    ]);
    expect(states.map(({ rewards }) => rewards.length)).toEqual([2, 3]);
    for (const { supply, staked } of states) expect(supply).toBeGreaterThan(staked);
  });
});

describe("moved", () => {
  test(`behavior: the logs of ${ROUNDS} rounds give the deposits`, async () => {
    const logs = await chain.client.getLogs({ address: CONVEX_BOOSTER, fromBlock: 0n });
    const decoded = parseEventLogs({ abi: ConvexBooster, logs });
    expect(new Set(decoded.map(({ eventName }) => eventName)).size).toBe(2);
    for (const { pid, supply } of await read(chain.client, 1)) {
      let row = created([], 0);
      for (const { eventName, args } of decoded.filter(({ args }) => args.poolid === pid)) {
        const amount = eventName === "Deposited" ? args.amount : -args.amount;
        row = { ...row, ...moved(row, amount, 1) };
      }
      expect(row.supply).toBe(supply);
    }
  });
});

describe("quote", () => {
  test("behavior: its gas is what the hop adds, within a tenth, where all earn", async () => {
    // Of a transaction of the router contract without its hop.
    const transactionGas = 72_000;
    const states = await read(chain.client, 1);
    const measured = await hopGas(convex, chain, { states, amountOf: () => 10n ** 18n });
    expect(measured).toHaveLength(2);
    const hops = measured.map(({ edge, gasUsed }) => {
      return [edge.tokenIn, Number(gasUsed) - transactionGas] as const;
    });
    const [plain = 0, earning = 0] = states.map(({ lpToken }) => new Map(hops).get(lpToken));
    expect(Math.abs(earning - Number(STAKE_GAS)) / earning, `${earning}`).toBeLessThan(0.1);
    // A gauge of the first version and no further reward.
    expect(plain).toBeLessThan(earning);
  });
});

describe("accountActions", () => {
  /** Makes the call of an account action as the operator; what each of its tokens grew by. */
  async function act(pid: number, verb: AccountVerb, amount: bigint): Promise<readonly bigint[]> {
    const actions = convex.accountActions?.(await poolOf(pid));
    const action = actions?.find((one) => one.verb === verb);
    if (!action?.operation.function) throw new Error(`There is no ${verb}.`);
    const { operation, tokensOut } = action;
    const before = await Promise.all(tokensOut.map((token) => balanceOf(chain, token)));
    const args = operation.args.map((arg) => {
      if (arg.kind === "literal") return arg.value;
      return arg.kind === "amountIn" ? amount : OPERATOR;
    });
    const data = encodeFunctionData({ abi: [operation.function ?? EARNED[0]], args });
    chain.builder.queue({ to: operation.target, data, gas: 3_000_000n, label: verb });
    await chain.builder.flush();
    const after = await Promise.all(tokensOut.map((token) => balanceOf(chain, token)));
    return after.map((balance, at) => balance - (before[at] ?? 0n));
  }

  test("default: withdrawals pay what they name, and no rewards", async () => {
    for (const pid of [0, 1]) {
      const { rewards } = await poolOf(pid);
      const [crv = OPERATOR] = rewards.map(({ token }) => token);
      const before = await balanceOf(chain, crv);
      expect(await act(pid, "withdraw", 1_000n + BigInt(pid))).toEqual([1_000n + BigInt(pid)]);
      expect(await balanceOf(chain, crv)).toBe(before);
    }
  });

  test("behavior: a harvest pays CRV, the CVX that is minted for it, and further rewards", async () => {
    const { rewards } = await poolOf(1);
    const supply = await chain.client.readContract({
      ...{ abi: erc20Abi, address: rewards[1]?.token ?? "0x", functionName: "totalSupply" },
    });
    const [crv = 0n, cvx, ldo = 0n] = await act(1, "harvest", 0n);
    expect(crv).toBeGreaterThan(10n ** 15n);
    expect(cvx).toBe(mintedDown(crv, supply));
    expect(ldo).toBeGreaterThan(10n ** 15n);
  });
});

describe("apy", () => {
  test("default: what the stakes earn in an hour, by the year", async () => {
    await chain.builder.flush();
    const before = await poolOf(0);
    const earned = () =>
      chain.client.readContract({
        ...{ abi: EARNED, address: before.rewardPool, functionName: "earned", args: [OPERATOR] },
      });
    const [was, { timestamp }] = [await earned(), await chain.node.getBlock()];
    await chain.builder.rpc.request("evm_setNextBlockTimestamp", [Number(timestamp) + 3_600]);
    await chain.node.mine({ blocks: 1 });
    const perHour = Number((await earned()) - was);
    const [crv] = before.rewards;
    const context = {
      at: { number: 0n, timestamp: timestamp + 3_600n },
      usd: (token: string) => (token === crv?.token ? 3 : token === before.lpToken ? 1 : null),
    };
    expect(crv?.periodFinish).toBeGreaterThan(timestamp + 3_600n);
    const percent = (100 * perHour * 8_760 * 3) / Number(before.staked);
    expect(apy(before, before.rewardPool, context) / percent).toBeCloseTo(1, 6);
  });
});

describe("maxIn", () => {
  test("behavior: an ended booster takes nothing of any pool, and still gives back", async () => {
    const open = await poolOf(0);
    const [edge] = convex.edges(open);
    if (edge === undefined) throw new Error("There is no edge.");
    call(chain.builder, "shutdownSystem", []);
    approve(chain.builder, open.lpToken, 1n);
    await chain.builder.flush();
    for (const pool of await read(chain.client, 1)) {
      expect(convex.maxIn(pool, edge, { number: 0n, timestamp: 0n })).toBe(0n);
      const staked = await balanceOf(chain, pool.rewardPool);
      const before = await balanceOf(chain, pool.lpToken);
      const [withdraw] = convex.accountActions?.(pool) ?? [];
      if (!withdraw?.operation.function) throw new Error("There is no withdrawal.");
      const data = encodeFunctionData({
        ...{ abi: [withdraw.operation.function], args: [staked, false] },
      });
      chain.builder.queue({ to: pool.rewardPool, data, gas: 3_000_000n, label: "all of it" });
      await chain.builder.flush();
      expect((await balanceOf(chain, pool.lpToken)) - before).toBe(staked);
    }
  });
});
