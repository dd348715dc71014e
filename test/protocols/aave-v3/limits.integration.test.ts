import { type Address, encodeFunctionData, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aaveV30, LENDER, aaveV3 as upgraded } from "../../../devnet/protocols/aave-v3.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { aaveV3 } from "../../../src/protocols/aave-v3/index.ts";
import { type AaveV3Reserve, edges, maxIn, quote } from "../../../src/protocols/aave-v3/pool.ts";
import { createRandom, randomAmount } from "../chain.ts";
import { mineAfter, type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { configurator, fund, mine, OPERATOR, pool, type Sent } from "./market.ts";
import { read } from "./read.ts";

const BLOCK_SECONDS = 12n;
const FRESH: Address = "0x00000000000000000000000000000000000f4e54";
const FULL = 1_000_000n * 10n ** 18n;
const balanceAbi = parseAbi(["function balanceOf(address owner) view returns (uint256)"]);

let chain: ProtocolChain;

async function reserveOf(symbol: string): Promise<AaveV3Reserve> {
  const { address } = tokenBySymbol(chain.tokens, symbol);
  const found = (await read(chain.client, 1)).find(({ underlying }) => underlying === address);
  if (found === undefined) throw new Error(`The market has no ${symbol}.`);
  return found;
}

async function nextBlock() {
  const { number, timestamp } = await chain.client.getBlock();
  return { number: number + 1n, timestamp: timestamp + BLOCK_SECONDS };
}

/** Whether the last of some transactions succeeds in the next block, and what it returns. */
async function outcome(transactions: readonly Sent[]) {
  const { number, timestamp } = await nextBlock();
  const calls = transactions.map(({ from, to, data, value }) => ({
    ...{ from, to, data, value: value ?? 0n, gas: 2_000_000n },
  }));
  const stateOverrides = [{ address: LENDER, balance: 10n ** 30n }];
  const [block] = await chain.client.simulateBlocks({
    blocks: [{ blockOverrides: { number, time: timestamp }, stateOverrides, calls }],
  });
  const last = block?.calls.at(-1);
  if (last === undefined) throw new Error("The node simulated nothing.");
  return last;
}

async function supplies(asset: Address, amount: bigint): Promise<boolean> {
  const funded = fund(chain, LENDER, { token: asset, amount });
  return (await outcome([...funded, pool.supply(LENDER, asset, amount)])).status === "success";
}

async function withdraws(asset: Address, amount: bigint): Promise<boolean> {
  return (await outcome([pool.withdraw(LENDER, asset, amount)])).status === "success";
}

function directions(state: AaveV3Reserve) {
  const [deposit, redeem] = edges(state);
  if (deposit === undefined || redeem === undefined) throw new Error("A reserve has two edges.");
  return { deposit, redeem };
}

describe.each([
  { version: "3.0", contracts: aaveV30 },
  { version: "3.6", contracts: upgraded },
])("version $version", ({ contracts }) => {
  beforeAll(async () => {
    chain = await startProtocolChain({ chainId: 1, protocols: [contracts] });
  }, 120_000);

  afterAll(() => chain?.stop());

  describe("maxIn", () => {
    test("default: the supply cap takes it in the next block, and not one unit more", async () => {
      await mineAfter(chain, 86_400);
      const state = await reserveOf("AAVE");
      const { deposit } = directions(state);
      const at = await nextBlock();
      const largest = maxIn(state, deposit, at);
      expect(largest).toBeGreaterThan(0n);
      expect(largest).toBeLessThan(1_000n * 10n ** 18n);
      expect(quote(state, deposit, largest, at).ok).toBe(true);
      expect(quote(state, deposit, largest + 1n, at)).toMatchObject({ reason: "cap-exceeded" });
      expect(await supplies(state.underlying, largest)).toBe(true);
      expect(await supplies(state.underlying, largest + 1n)).toBe(false);
    });

    test("behavior: the aToken's cash pays it, and not one unit more", async () => {
      const state = await reserveOf("DAI");
      const { redeem } = directions(state);
      const at = await nextBlock();
      const largest = maxIn(state, redeem, at);
      const quoted = quote(state, redeem, largest, at);
      if (!quoted.ok) throw new Error(`maxIn is not quoted: ${quoted.reason}`);
      expect(quote(state, redeem, largest + 1n, at)).toMatchObject({
        reason: "insufficient-liquidity",
      });
      expect(await withdraws(state.underlying, quoted.amountOut)).toBe(true);
      expect(await withdraws(state.underlying, quoted.amountOut + 2n)).toBe(false);
    });
  });

  describe("quote", () => {
    test("behavior: what a wallet withdraws of its aTokens is what arrives of a quote", async () => {
      const random = createRandom(5);
      const state = await reserveOf("USDC");
      const { redeem } = directions(state);
      const at = await nextBlock();
      for (let round = 0; round < 50; round++) {
        const quoted = quote(state, redeem, randomAmount(random, 1, 12), at);
        if (!quoted.ok) throw new Error(`not quoted: ${quoted.reason}`);
        // An account holds whole scaled units; what it can hold is paid as it is.
        expect(quote(state, redeem, quoted.amountOut, at)).toEqual(quoted);
        const { status, data } = await outcome([
          pool.withdraw(LENDER, state.underlying, quoted.amountOut),
        ]);
        expect([status, BigInt(data)]).toEqual(["success", quoted.amountOut]);
      }
    });

    test("behavior: gas is that of the calls and of moving the input", async () => {
      const state = await reserveOf("DAI");
      const { deposit, redeem } = directions(state);
      const at = await nextBlock();
      const amount = 10n ** 18n;
      const funded = fund(chain, FRESH, { token: state.underlying, amount });
      const receipts = await mine(chain, [
        ...funded,
        pool.supply(FRESH, state.underlying, amount),
        pool.withdraw(FRESH, state.underlying, amount / 2n),
      ]);
      const calls = receipts.slice(-2).map(({ gasUsed }) => Number(gasUsed - 21_000n));
      const moving = { deposit: 20_000, redeem: 90_000 };
      for (const [i, edge] of [deposit, redeem].entries()) {
        const quoted = quote(state, edge, amount, at);
        const gas = quoted.ok ? Number(quoted.gas) : 0;
        const expected = (calls[i] ?? 0) + (edge === deposit ? moving.deposit : moving.redeem);
        expect(Math.abs(gas - expected)).toBeLessThan(20_000);
      }
    });

    test("error: paused, by the real switches", async () => {
      const { underlying } = await reserveOf("DAI");
      const amount = 10n ** 18n;
      const expectations = [
        { switched: configurator.setReserveFreeze(underlying, true), deposit: false, redeem: true },
        { switched: configurator.setReservePause(underlying, true), deposit: false, redeem: false },
        {
          switched: configurator.setReserveFreeze(underlying, false),
          deposit: false,
          redeem: false,
        },
        { switched: configurator.setReservePause(underlying, false), deposit: true, redeem: true },
      ];
      for (const expected of expectations) {
        await mine(chain, [expected.switched]);
        const state = await reserveOf("DAI");
        const { deposit, redeem } = directions(state);
        const at = await nextBlock();
        for (const [edge, works] of [
          [deposit, expected.deposit],
          [redeem, expected.redeem],
        ] as const) {
          expect(maxIn(state, edge, at) > 0n).toBe(works);
          const quoted = quote(state, edge, amount, at);
          expect(quoted.ok ? "works" : quoted.reason).toBe(works ? "works" : "paused");
        }
        expect(await supplies(underlying, amount)).toBe(expected.deposit);
        expect(await withdraws(underlying, amount)).toBe(expected.redeem);
      }
    });

    test("error: paused, while a reserve without supplies is inactive", async () => {
      const { underlying } = await reserveOf("wstETH");
      await mine(chain, [configurator.setReserveActive(underlying, false)]);
      const state = await reserveOf("wstETH");
      const { deposit } = directions(state);
      expect(quote(state, deposit, 1_000n, await nextBlock())).toMatchObject({ reason: "paused" });
      expect(await supplies(underlying, 1_000n)).toBe(false);
      await mine(chain, [configurator.setReserveActive(underlying, true)]);
      expect(await supplies(underlying, 1_000n)).toBe(true);
      expect(quote(await reserveOf("wstETH"), deposit, 1_000n, await nextBlock()).ok).toBe(true);
    });

    test("error: insufficient-liquidity, when all is lent out", async () => {
      const before = await reserveOf("LINK");
      await mine(chain, [pool.borrow(OPERATOR, before.underlying, before.availableLiquidity)]);
      const state = await reserveOf("LINK");
      const { deposit, redeem } = directions(state);
      const at = await nextBlock();
      expect(state.availableLiquidity).toBe(0n);
      expect(maxIn(state, redeem, at)).toBe(0n);
      expect(quote(state, redeem, 1n, at)).toEqual({ ok: false, reason: "insufficient-liquidity" });
      expect(await withdraws(state.underlying, 1n)).toBe(false);
      expect(quote(state, deposit, FULL, at).ok).toBe(true);
      expect(await supplies(state.underlying, FULL)).toBe(true);
    });
  });

  describe("apy", () => {
    test("default: the balance grows by it in a year without another action", async () => {
      const state = await reserveOf("USDC");
      const percent = aaveV3.apy?.(state, state.aToken, { at: await nextBlock(), usd: () => null });
      const rate = Number(state.liquidityRateRay) / 1e27;
      expect(percent).toBeCloseTo(rate * 100, 12);
      expect(percent).toBeGreaterThan(1);
      const balanceAt = async (time: bigint) => {
        const [block] = await chain.client.simulateBlocks({
          blocks: [
            {
              blockOverrides: { time },
              calls: [
                {
                  to: state.aToken,
                  data: encodeFunctionData({
                    abi: balanceAbi,
                    functionName: "balanceOf",
                    args: [LENDER],
                  }),
                },
              ],
            },
          ],
        });
        return Number(BigInt(block?.calls[0]?.data ?? "0x0"));
      };
      const start = BigInt(state.accruedAt);
      const { timestamp } = await chain.client.getBlock();
      const [now, later] = [await balanceAt(timestamp + 1n), await balanceAt(start + 31_536_000n)];
      const elapsed = Number(timestamp + 1n - start) / 31_536_000;
      const atStart = now / (1 + rate * elapsed);
      expect((later / atStart - 1) * 100).toBeCloseTo(percent ?? 0, 6);
    });
  });
});
