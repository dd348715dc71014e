import { type Address, encodeFunctionData, erc20Abi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../../devnet/chains.ts";
import {
  morphoBlue as contracts,
  MORPHO,
  morphoAbi,
} from "../../../devnet/protocols/morpho-blue.ts";
import { encodeCallTemplate } from "../../../src/api/program/call-data.ts";
import { lower } from "../../../src/lib/address.ts";
import { accountActions } from "../../../src/protocols/morpho-blue/actions.ts";
import { apy } from "../../../src/protocols/morpho-blue/apy.ts";
import { accrue } from "../../../src/protocols/morpho-blue/interest.ts";
import type { MorphoMarket } from "../../../src/protocols/morpho-blue/pool.ts";
import { createRandom } from "../chain.ts";
import { type ProtocolChain, passTime, startProtocolChain } from "../protocol-chain.ts";
import { foldLogs } from "./fold.ts";
import { read } from "./read.ts";
import { fund, mineLater, paramsOf, send, setPrice, shakeMarket } from "./shake.ts";

const ROUNDS = 60;
const operator = lower(OPERATOR);

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({
    ...{ chainId: 1, protocols: [contracts] },
  });
}, 240_000);

afterAll(() => chain?.stop());

async function marketOf(model: MorphoMarket["model"], index = 0): Promise<MorphoMarket> {
  const state = (await read(chain.client, 1)).filter((one) => one.model === model)[index];
  if (state === undefined) throw new Error(`No market of model ${model}.`);
  return state;
}

async function accrueNow(state: MorphoMarket): Promise<void> {
  const args = [paramsOf(state)] as const;
  send(chain, MORPHO, encodeFunctionData({ abi: morphoAbi, functionName: "accrueInterest", args }));
  await chain.builder.flush();
}

/** Runs an account action of the operator; true when its transaction succeeded. */
async function act(
  state: MorphoMarket,
  { verb, tokenOut, amount }: { verb: string; tokenOut?: Address; amount: bigint },
): Promise<boolean> {
  const action = accountActions(state).find(
    (one) => one.verb === verb && (tokenOut === undefined || one.tokensOut.includes(tokenOut)),
  );
  if (action === undefined) throw new Error(`The market offers no ${verb}.`);
  const { operation } = action;
  const { data, amountOffsets } = encodeCallTemplate(operation, {
    recipient: operator,
    caller: operator,
  });
  const word = amount.toString(16).padStart(64, "0");
  const filled = amountOffsets.reduce((text, offset) => {
    const start = 2 + offset * 2;
    return `${text.slice(0, start)}${word}${text.slice(start + 64)}`;
  }, data as string);
  const { client } = chain;
  return client
    .call({ account: operator, to: operation.target, data: filled as `0x${string}` })
    .then(
      async () => {
        send(chain, operation.target, filled as `0x${string}`);
        await chain.builder.flush();
        return true;
      },
      () => false,
    );
}

function balanceOf(token: Address): Promise<bigint> {
  return chain.client.readContract({
    ...{ abi: erc20Abi, address: token, functionName: "balanceOf", args: [operator] },
  });
}

function positionOf({ id }: MorphoMarket) {
  return chain.client.readContract({
    ...{ abi: morphoAbi, address: MORPHO, functionName: "position", args: [id, operator] },
  });
}

describe("apy", () => {
  test("default: is what a share gains in the next hour", async () => {
    for (const index of [0, 1]) {
      await accrueNow(await marketOf("adaptive-curve", index));
      const state = await marketOf("adaptive-curve", index);
      const at = { number: 0n, timestamp: state.lastUpdate };
      const promised = apy(state, MORPHO, { at, usd: () => null });
      await passTime(chain, 3_600);
      await accrueNow(state);
      const later = await marketOf("adaptive-curve", index);
      const price = (market: MorphoMarket) =>
        Number(market.totalSupplyAssets) / Number(market.totalSupplyShares);
      const seconds = Number(later.lastUpdate - state.lastUpdate);
      const gained = ((price(later) / price(state) - 1) * 31_536_000 * 100) / seconds;
      expect(promised).toBeGreaterThan(1);
      expect(gained / promised).toBeCloseTo(1, 2);
    }
  });
});

describe("accrue", () => {
  test("default: a market without a model earns nothing", async () => {
    const state = await marketOf("none");
    await passTime(chain, 1_000_000);
    await accrueNow(state);
    const { lastUpdate } = await marketOf("none");
    expect(accrue(state, lastUpdate)).toEqual({ ...state, lastUpdate });
    expect(await marketOf("none")).toMatchObject({ totalSupplyAssets: state.totalSupplyAssets });
  });

  test("behavior: years without a transaction, up to the highest and down to the lowest rate", async () => {
    const state = await marketOf("adaptive-curve");
    setPrice(chain, state, 10n ** 60n);
    await chain.builder.flush();
    for (const utilized of [true, false]) {
      const before = await marketOf("adaptive-curve");
      const liquidity = before.totalSupplyAssets - before.totalBorrowAssets;
      if (utilized) await act(before, { verb: "borrow", amount: liquidity });
      else {
        fund(chain, before.loanToken, before.totalBorrowAssets * 2n);
        await chain.builder.flush();
        await act(before, { verb: "repay", amount: (before.totalBorrowAssets * 9n) / 10n });
      }
      const start = await marketOf("adaptive-curve");
      await passTime(chain, 31_536_000);
      await accrueNow(start);
      const end = await marketOf("adaptive-curve");
      const { updatedBlock } = end;
      expect({ ...accrue(start, end.lastUpdate), updatedBlock }).toEqual(end);
      const yearly = end.rateAtTargetWad * 31_536_000n;
      if (utilized) expect(yearly).toBeGreaterThan(19n * 10n ** 17n);
      else expect(yearly).toBeLessThan(2n * 10n ** 15n);
    }
  });
});

describe("accountActions", () => {
  test("default: collateral, loan, repayment, and both taken back", async () => {
    const state = await marketOf("none");
    const { loanToken, collateralToken } = state;
    setPrice(chain, state, 10n ** 40n);
    fund(chain, collateralToken, 10n ** 8n);
    await chain.builder.flush();
    const [, , pledged] = await positionOf(state);
    expect(await act(state, { verb: "deposit", amount: 10n ** 8n })).toBe(true);
    expect((await positionOf(state))[2]).toBe(pledged + 10n ** 8n);

    const before = await balanceOf(loanToken);
    expect(await act(state, { verb: "borrow", amount: 1_000_000n })).toBe(true);
    expect(await balanceOf(loanToken)).toBe(before + 1_000_000n);

    fund(chain, loanToken, 1_000_000n);
    await chain.builder.flush();
    const [, owed] = await positionOf(state);
    expect(await act(state, { verb: "repay", amount: 1_000_000n })).toBe(true);
    expect((await positionOf(state))[1]).toBeLessThan(owed);

    const withdrawal = { verb: "withdraw", tokenOut: collateralToken, amount: 10n ** 8n };
    expect(await act(state, withdrawal)).toBe(true);
    expect((await positionOf(state))[2]).toBe(pledged);
  });

  test("behavior: lent assets come back as far as they are not lent on", async () => {
    const state = await marketOf("none");
    const { loanToken, totalSupplyAssets, totalBorrowAssets } = state;
    const liquidity = totalSupplyAssets - totalBorrowAssets;
    const withdraw = { verb: "withdraw", tokenOut: loanToken };
    expect(await act(state, { ...withdraw, amount: liquidity + 1n })).toBe(false);
    const before = await balanceOf(loanToken);
    expect(await act(state, { ...withdraw, amount: liquidity })).toBe(true);
    expect(await balanceOf(loanToken)).toBe(before + liquidity);
  });
});

describe("transitions", () => {
  test(`default: rows of logs equal the contracts over ${ROUNDS} random rounds`, async () => {
    const random = createRandom(7);
    for (let round = 0; round < ROUNDS; round++) {
      for (const state of await read(chain.client, 1)) await shakeMarket(chain, state, random);
      await mineLater(chain, random);
    }
    const rows = await foldLogs(chain.client);
    const states = await read(chain.client, 1);
    expect(rows.size).toBe(states.length);
    for (const state of states) {
      const { lastUpdate, updatedBlock: _folded, ...row } = rows.get(state.id) ?? {};
      expect(state).toMatchObject(row);
      // Without a model the time of the last update is in no log, and counts for nothing.
      if (state.model !== "none") expect(lastUpdate).toBe(state.lastUpdate);
    }
  }, 120_000);
});

describe("quote", () => {
  test("behavior: gas is that of a supply for a new account", async () => {
    const state = await marketOf("adaptive-curve");
    fund(chain, state.loanToken, 10n ** 12n);
    await chain.builder.flush();
    const onBehalf = "0x00000000000000000000000000000000000000ab";
    const args = [paramsOf(state), 10n ** 10n, 0n, onBehalf, "0x"] as const;
    send(chain, MORPHO, encodeFunctionData({ abi: morphoAbi, functionName: "supply", args }));
    await chain.builder.flush();
    const { transactions } = await chain.client.getBlock();
    const hash = transactions.at(-1);
    if (hash === undefined) throw new Error("The block is empty.");
    const { gasUsed } = await chain.client.getTransactionReceipt({ hash });
    expect(gasUsed - 21_000n).toBeGreaterThan(80_000n);
    expect(gasUsed - 21_000n).toBeLessThan(100_000n);
  });
});
