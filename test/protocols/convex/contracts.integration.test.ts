import { encodeFunctionData, erc20Abi, multicall3Abi, parseAbi, parseEventLogs } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuraBooster } from "../../../abis/AuraBooster.ts";
import { ConvexBooster } from "../../../abis/ConvexBooster.ts";
import { OPERATOR } from "../../../devnet/chains.ts";
import { boosterCalls } from "../../../devnet/protocols/booster.ts";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { deployments } from "../../../src/protocols/convex/contracts.ts";
import { convex } from "../../../src/protocols/convex/index.ts";
import { FULL_WEIGHT_BPS, mintedDown } from "../../../src/protocols/convex/minting.ts";
import { apy, type ConvexPool, edges, STAKE_GAS } from "../../../src/protocols/convex/pool.ts";
import { readPools } from "../../../src/protocols/convex/reading.ts";
import { created, moved } from "../../../src/protocols/convex/transitions.ts";
import { contractsOn } from "../../../src/protocols/deployment.ts";
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

async function poolsOf(slug: string): Promise<readonly ConvexPool[]> {
  return (await read(chain.client, 1)).filter((pool) => pool.slug === slug);
}

async function poolOf(slug: string, pid: number): Promise<ConvexPool> {
  const pool = (await poolsOf(slug))[pid];
  if (pool === undefined) throw new Error(`The booster of ${slug} has no pool ${pid}.`);
  return pool;
}

const SLUGS = ["convex-finance", "aura"];

describe.each(SLUGS)("readPools of %s", (slug) => {
  test("default: what the contracts answer one by one", async () => {
    const contracts = contractsOn(deployments, slug, 1);
    if (contracts === null) throw new Error(`${slug} is not on chain 1.`);
    const states = await poolsOf(slug);
    const unknown = { pid: 99n, rewardPool: MULTICALL3 } as const;
    expect(await readPools(aggregate, contracts, [...states, unknown])).toEqual([
      ...states.map(({ staked, isShutdown, rewards }) => ({ staked, isShutdown, rewards })),
      null,
    ]);
    expect(states.map(({ rewards }) => rewards.length)).toEqual([2, 3]);
    expect(states.some(({ supply, staked }) => supply > staked)).toBe(true);
  });
});

describe("moved", () => {
  test(`behavior: the logs of ${ROUNDS} rounds give the deposits`, async () => {
    for (const { booster, pid, supply } of await read(chain.client, 1)) {
      const logs = await chain.client.getLogs({ address: booster, fromBlock: 0n });
      const decoded = parseEventLogs({ abi: ConvexBooster, logs });
      expect(new Set(decoded.map(({ eventName }) => eventName)).size).toBe(2);
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
  // Of a transaction of the router contract without its hop.
  const transactionGas = 72_000;

  async function gasOf(states: readonly ConvexPool[]): Promise<readonly number[]> {
    const measured = await hopGas(convex, chain, { states, amountOf: () => 10n ** 18n });
    expect(measured).toHaveLength(states.length);
    const hops = measured.map(({ edge, gasUsed }) => {
      return [edge.tokenIn, Number(gasUsed) - transactionGas] as const;
    });
    return states.map(({ lpToken }) => new Map(hops).get(lpToken) ?? 0);
  }

  test.each(
    SLUGS,
  )("behavior: its gas is what the hop adds, within a tenth, where all earn: %s", async (slug) => {
    const states = await poolsOf(slug);
    const [plain = 0, earning = 0] = await gasOf(states);
    expect(Math.abs(earning - Number(STAKE_GAS)) / earning, `${earning}`).toBeLessThan(0.1);
    // A gauge of the first version or no further reward.
    expect(plain).toBeLessThan(earning);
  });

  test("behavior: a vault stakes for less gas than its booster and it in two calls", async () => {
    const byVault = await poolsOf("aura");
    const byBooster = byVault.map((pool): ConvexPool => ({ ...pool, entrance: "booster" }));
    const [vault = [], booster = []] = [await gasOf(byVault), await gasOf(byBooster)];
    for (const [at, gas] of vault.entries()) {
      expect(gas, `${vault} ${booster}`).toBeLessThan(booster[at] ?? 0);
    }
  });
});

describe("accountActions", () => {
  /** Makes the call of an account action as the operator; what each of its tokens grew by. */
  async function act(
    pool: ConvexPool,
    verb: AccountVerb,
    amount: bigint,
  ): Promise<readonly bigint[]> {
    const actions = convex.accountActions?.(pool);
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

  test.each(
    SLUGS,
  )("default: withdrawals of %s pay what they name, and no rewards", async (slug) => {
    for (const pool of await poolsOf(slug)) {
      const [paid = OPERATOR] = pool.rewards.map(({ token }) => token);
      const before = await balanceOf(chain, paid);
      expect(await act(pool, "withdraw", 1_000n + pool.pid)).toEqual([1_000n + pool.pid]);
      expect(await balanceOf(chain, paid)).toBe(before);
    }
  });

  test.each(
    SLUGS,
  )("behavior: a harvest of %s pays what is minted, and further rewards", async (slug) => {
    const pool = await poolOf(slug, 1);
    const contracts = contractsOn(deployments, slug, 1);
    if (contracts === null) throw new Error(`${slug} is not on chain 1.`);
    const measure = await chain.client.readContract({
      ...{ abi: erc20Abi, address: contracts.mintedToken, functionName: "totalSupply" },
    });
    const weightBps =
      slug === "aura"
        ? await chain.client.readContract({
            ...{ abi: AuraBooster, address: pool.booster, functionName: "getRewardMultipliers" },
            args: [pool.rewardPool],
          })
        : FULL_WEIGHT_BPS;
    const [paid = 0n, minted, ldo = 0n] = await act(pool, "harvest", 0n);
    expect(paid).toBeGreaterThan(10n ** 15n);
    expect(minted).toBe(mintedDown(contracts.minting, paid, { measure, weightBps }));
    expect(minted).toBeGreaterThan(0n);
    expect(ldo).toBeGreaterThan(10n ** 15n);
  });
});

describe("apy", () => {
  test("default: what the stakes earn in an hour, by the year", async () => {
    await chain.builder.flush();
    const before = await poolOf("convex-finance", 0);
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
  test.each(
    SLUGS,
  )("behavior: an ended booster of %s takes nothing, and gives back", async (slug) => {
    const { booster } = await poolOf(slug, 0);
    boosterCalls(chain.builder, booster).call("shutdownSystem", []);
    await chain.builder.flush();
    for (const pool of await poolsOf(slug)) {
      const [edge] = edges(pool);
      if (edge === undefined) throw new Error("There is no edge.");
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
