import { type Address, encodeFunctionData, type Hex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RETH, ROCKET_DEPOSIT_POOL, rocketAbi } from "../../../devnet/protocols/rocket-pool.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import {
  edges,
  maxIn,
  quote,
  type RocketPoolState,
} from "../../../src/protocols/rocket-pool/pool.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import {
  ROCKET_CHAIN,
  requestFunds,
  run,
  setDepositSettings,
  setSwitches,
  submitBalances,
} from "./shake.ts";

const ETHER = 10n ** 18n;
const DEPOSIT = encodeFunctionData({ abi: rocketAbi, functionName: "deposit" });

let chain: ProtocolChain;
let operator: Address;

beforeAll(async () => {
  chain = await startProtocolChain(ROCKET_CHAIN);
  operator = chain.builder.operator;
  const args = [operator, 10_000n * ETHER] as const;
  await run(chain, RETH, encodeFunctionData({ abi: rocketAbi, functionName: "mint", args }));
});
afterAll(() => chain?.stop());

beforeEach(async () => {
  await chain.node.setBalance({ address: operator, value: 100_000n * ETHER });
  await setSwitches(chain, true, true);
  await setDepositSettings(chain, ETHER / 100n, 18_000n * ETHER, ETHER / 2_000n);
});

async function current(): Promise<{ state: RocketPoolState; deposit: Edge; redeem: Edge }> {
  const [state] = await read(chain.client, 1);
  const [deposit, redeem] = state === undefined ? [] : edges(state);
  if (!state || !deposit || !redeem) throw new Error("Rocket Pool is not on the chain.");
  return { state, deposit, redeem };
}

function burn(amount: bigint): Hex {
  return encodeFunctionData({ abi: rocketAbi, functionName: "burn", args: [amount] });
}

/** Whether a call of the operator would succeed in the next block. */
async function succeeds(to: Address, data: Hex, value = 0n): Promise<boolean> {
  const calls = [{ to, data, value, account: operator }];
  const [block] = await chain.client.simulateBlocks({ blocks: [{ calls }] });
  return block?.calls[0]?.status === "success";
}

describe("quote", () => {
  test("error: paused while deposits are disabled, which leaves burning open", async () => {
    await setSwitches(chain, false, true);
    const { state, deposit, redeem } = await current();
    expect(quote(state, deposit, ETHER)).toEqual({ ok: false, reason: "paused" });
    expect(maxIn(state, deposit)).toBe(0n);
    expect(await succeeds(ROCKET_DEPOSIT_POOL, DEPOSIT, ETHER)).toBe(false);
    expect(quote(state, redeem, ETHER).ok).toBe(true);
    expect(await succeeds(RETH, burn(ETHER))).toBe(true);
  });

  test("error: cap-exceeded above the room in the pool and its queue", async () => {
    await requestFunds(chain, 700n * ETHER);
    for (const isAssigning of [true, false]) {
      await setSwitches(chain, true, isAssigning);
      const { state, deposit } = await current();
      const largest = maxIn(state, deposit);
      expect(quote(state, deposit, largest).ok).toBe(true);
      expect(quote(state, deposit, largest + 1n)).toEqual({ ok: false, reason: "cap-exceeded" });
      expect(await succeeds(ROCKET_DEPOSIT_POOL, DEPOSIT, largest)).toBe(true);
      expect(await succeeds(ROCKET_DEPOSIT_POOL, DEPOSIT, largest + 1n)).toBe(false);
    }
  });

  test("error: amount-too-small below the smallest deposit", async () => {
    const { state, deposit } = await current();
    for (const [amount, works] of [
      [state.minimumDeposit, true],
      [state.minimumDeposit - 1n, false],
    ] as const) {
      expect(quote(state, deposit, amount).ok).toBe(works);
      expect(await succeeds(ROCKET_DEPOSIT_POOL, DEPOSIT, amount)).toBe(works);
    }
  });

  test("error: insufficient-liquidity beyond the collateral", async () => {
    const { state, redeem } = await current();
    const largest = maxIn(state, redeem);
    expect(quote(state, redeem, largest + 1n)).toMatchObject({ reason: "insufficient-liquidity" });
    expect(await succeeds(RETH, burn(largest))).toBe(true);
    expect(await succeeds(RETH, burn(largest + 1n))).toBe(false);
  });

  test("behavior: the limits after deposits and burns are those of the contracts", async () => {
    await chain.node.setBalance({ address: RETH, value: 4_590n * ETHER });
    await submitBalances(chain, 460_000n * ETHER, 400_000n * ETHER);
    for (const amount of [5n * ETHER, 40n * ETHER, 1_000n * ETHER]) {
      const { state, deposit, redeem } = await current();
      const deposited = quote(state, deposit, amount);
      await run(chain, ROCKET_DEPOSIT_POOL, DEPOSIT, amount);
      expectSameLimits(deposited, await current());
      const { state: later } = await current();
      const burnt = quote(later, redeem, amount * 4n);
      await run(chain, RETH, burn(amount * 4n));
      expectSameLimits(burnt, await current());
    }
  });

  test("behavior: gas is what receipts say, within a fifth", async () => {
    const { state, deposit, redeem } = await current();
    const account = "0x00000000000000000000000000000000000f00d2";
    await chain.node.setBalance({ address: account, value: 100n * ETHER });
    await chain.node.impersonateAccount({ address: account });
    for (const { edge, to, data, value } of [
      { edge: deposit, to: ROCKET_DEPOSIT_POOL, data: DEPOSIT, value: 2n * ETHER },
      { edge: redeem, to: RETH, data: burn(ETHER), value: 0n },
    ]) {
      const transaction = { account, to, data, value, chain: null, gas: 1_000_000n } as const;
      const hash = await chain.node.sendTransaction(transaction);
      await chain.node.mine({ blocks: 1 });
      const { gasUsed } = await chain.node.getTransactionReceipt({ hash });
      const result = quote(state, edge, ETHER);
      const ratio = result.ok ? Number(result.gas) / Number(gasUsed - 21_000n) : 0;
      expect(ratio, `${edge.action} took ${gasUsed}`).toBeGreaterThan(0.8);
      expect(ratio, `${edge.action} took ${gasUsed}`).toBeLessThan(1.25);
    }
  });
});

function expectSameLimits(
  result: ReturnType<typeof quote>,
  { state, deposit, redeem }: Awaited<ReturnType<typeof current>>,
): void {
  if (!result.ok) throw new Error(result.reason);
  const next = { ...result.next, updatedBlock: state.updatedBlock };
  for (const edge of [deposit, redeem]) expect(maxIn(next, edge)).toBe(maxIn(state, edge));
  expect(next.rEthBalance).toBe(state.rEthBalance);
}
