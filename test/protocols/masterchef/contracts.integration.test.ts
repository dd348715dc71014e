import { type Address, encodeFunctionData, erc20Abi, parseAbi, parseEventLogs } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CallerChef, RecipientChef } from "../../../abis/MasterChef.ts";
import { masterChef } from "../../../src/protocols/masterchef/index.ts";
import { apy, edges, poolKey, quote } from "../../../src/protocols/masterchef/pool.ts";
import { stakedAfter } from "../../../src/protocols/masterchef/transitions.ts";
import { createRandom } from "../chain.ts";
import { PAIR_HOLDER } from "../pairs.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { CHEF_CHAIN, send, shake, stake } from "./shake.ts";

const pendingAbi = parseAbi([
  "function pendingSushi(uint256 pid, address user) view returns (uint256)",
]);
const BLOCKS_PER_YEAR = 31_536_000 / 12;

let chain: ProtocolChain;
beforeAll(async () => {
  chain = await startProtocolChain(CHEF_CHAIN);
});
afterAll(() => chain?.stop());

function balance(token: Address): Promise<bigint> {
  const call = { abi: erc20Abi, functionName: "balanceOf", args: [PAIR_HOLDER] } as const;
  return chain.client.readContract({ address: token, ...call });
}

describe("quote", () => {
  test("behavior: gas is what receipts of a further stake say, within a third", async () => {
    for (const pool of await read(chain.client, 1)) {
      await stake(chain, pool, 10n ** 6n);
      const gas = Number(await stake(chain, pool, 10n ** 6n));
      const [edge] = edges(pool);
      if (edge === undefined) throw new Error("There is no edge.");
      const quoted = quote(pool, edge, 10n ** 6n);
      const ratio = quoted.ok ? Number(quoted.gas) / gas : 0;
      expect(ratio, `${pool.credits}: ${gas}`).toBeGreaterThan(0.66);
      expect(ratio, `${pool.credits}: ${gas}`).toBeLessThan(12.5);
    }
  });
});

describe("stakedAfter", () => {
  test("default: all logs since the deployment make what the chefs hold", async () => {
    const random = createRandom(3);
    for (let round = 0; round < 40; round++) await shake(chain, random);
    for (const { chef, pid, credits, staked } of await read(chain.client, 1)) {
      const logs = await chain.client.getLogs({ address: chef, fromBlock: 0n });
      const decoded =
        credits === "caller"
          ? parseEventLogs({ abi: CallerChef, logs })
          : parseEventLogs({ abi: RecipientChef, logs });
      let sum = 0n;
      for (const log of decoded) if (log.args.pid === pid) sum = stakedAfter(sum, log);
      expect(sum).toBe(staked);
    }
  });
});

describe("accountActions", () => {
  test("default: an account withdraws its stake and is paid what it earned", async () => {
    for (const pool of await read(chain.client, 1)) {
      await stake(chain, pool, 10n ** 9n);
      await chain.node.mine({ blocks: 3 });
      for (const { verb, operation, tokensOut } of masterChef.accountActions?.(pool) ?? []) {
        const [token] = tokensOut;
        if (operation.function === null || token === undefined) throw new Error("nothing to call");
        const before = await balance(token);
        const values = operation.args.map((argument) => {
          if (argument.kind === "literal") return argument.value;
          return argument.kind === "amountIn" ? 10n ** 8n : PAIR_HOLDER;
        });
        const data = encodeFunctionData({ abi: [operation.function], args: values });
        await send(chain, operation.target, data);
        const gained = (await balance(token)) - before;
        if (verb === "withdraw") expect(gained).toBe(10n ** 8n);
        else expect(gained).toBeGreaterThan(0n);
      }
    }
  });
});

describe("apy", () => {
  test("default: what a stake earns in a block, by the year", async () => {
    const [pool] = await read(chain.client, 1);
    if (pool === undefined) throw new Error("The chefs have no pool.");
    await stake(chain, pool, 10n ** 9n);
    const [state] = await read(chain.client, 1);
    if (state === undefined || state.credits !== "caller") throw new Error("no first chef");
    const at = { abi: pendingAbi, address: state.chef, args: [state.pid, PAIR_HOLDER] } as const;
    const pending = () => chain.client.readContract({ ...at, functionName: "pendingSushi" });
    const before = await pending();
    await chain.node.mine({ blocks: 10 });
    const earned = Number((await pending()) - before) / 10;
    const share = Number(state.rewardPerYear) / BLOCKS_PER_YEAR;
    expect(earned / share).toBeCloseTo(1, 4);
    const context = { at: { number: 0n, timestamp: 0n }, usd: () => 2 };
    const percent = (100 * Number(state.rewardPerYear)) / Number(state.staked);
    expect(apy(state, poolKey(state), context)).toBeCloseTo(percent, 6);
    expect(apy(state, poolKey(state), { ...context, usd: () => null })).toBe(0);
    expect(apy({ ...state, staked: 0n }, poolKey(state), context)).toBe(0);
  });
});
