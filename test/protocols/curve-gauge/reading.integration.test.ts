import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  multicall3Abi,
  parseEventLogs,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CurveGauge } from "../../../abis/CurveGauge.ts";
import { OPERATOR } from "../../../devnet/chains.ts";
import { curve } from "../../../devnet/protocols/curve.ts";
import { curveGauge as gauges } from "../../../devnet/protocols/curve-gauge.ts";
import { curveGauge } from "../../../src/protocols/curve-gauge/index.ts";
import { readGauges } from "../../../src/protocols/curve-gauge/reading.ts";
import { created, moved } from "../../../src/protocols/curve-gauge/transitions.ts";
import type { AccountVerb } from "../../../src/protocols/position.ts";
import { createRandom } from "../chain.ts";
import { hopGas } from "../hop-gas.ts";
import { type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { shake } from "./shake.ts";

const MULTICALL3 = "0xcA11bde05977b3631167028862bE2a173976CA11";
const ROUNDS = 60;

let chain: ProtocolChain;

beforeAll(async () => {
  const protocols = [curve, gauges];
  chain = await startProtocolChain({ chainId: 1, protocols });
  const random = createRandom(3);
  for (let round = 0; round < ROUNDS; round++) await shake(chain, random, round);
}, 240_000);
afterAll(() => chain?.stop());

describe("readGauges", () => {
  test("default: what the contracts answer one by one", async () => {
    const states = await read(chain.client, 1);
    const readings = await readGauges(
      (calls) =>
        chain.client.readContract({
          ...{ abi: multicall3Abi, address: MULTICALL3, functionName: "aggregate3", args: [calls] },
        }),
      [...states.map(({ address }) => address), MULTICALL3],
    );
    expect(readings).toEqual([...states.map(({ supply, rewards }) => ({ supply, rewards })), null]);
    expect(states.filter(({ rewards }) => rewards.length > 0)).toHaveLength(2);
  });
});

describe("moved", () => {
  test(`behavior: the logs of ${ROUNDS} rounds give the deposits`, async () => {
    for (const { address, supply } of await read(chain.client, 1)) {
      const logs = await chain.client.getLogs({ address, fromBlock: 0n, toBlock: "latest" });
      let row = { ...created(0) };
      for (const { eventName, args } of parseEventLogs({ abi: CurveGauge, logs })) {
        const value = eventName === "Deposit" ? args.value : -args.value;
        row = { ...row, ...moved(row, value, 1) };
      }
      expect(row.supply).toBe(supply);
    }
  });
});

describe("accountActions", () => {
  const balanceOf = (token: Address) =>
    chain.client.readContract({
      ...{ address: token, abi: erc20Abi, functionName: "balanceOf", args: [OPERATOR] },
    });

  /** Makes the call of an account action as the operator; what each of its tokens grew by. */
  async function act(index: number, verb: AccountVerb, amount: bigint): Promise<readonly bigint[]> {
    const state = (await read(chain.client, 1))[index];
    const action = state && curveGauge.accountActions?.(state).find((one) => one.verb === verb);
    if (action === undefined) throw new Error(`The gauge has no ${verb}.`);
    const { operation, tokensOut } = action;
    if (operation.function === null) throw new Error(`${verb} calls no function.`);
    const before = await Promise.all(tokensOut.map(balanceOf));
    const args = operation.args.map((arg) => (arg.kind === "amountIn" ? amount : arg));
    const data = encodeFunctionData({ abi: [operation.function], args });
    chain.builder.queue({ to: operation.target, data, gas: 2_000_000n, label: verb });
    await chain.builder.flush();
    const after = await Promise.all(tokensOut.map(balanceOf));
    return after.map((balance, at) => balance - (before[at] ?? 0n));
  }

  test("default: withdrawals pay what they name", async () => {
    const states = await read(chain.client, 1);
    for (const index of states.keys()) {
      expect(await act(index, "withdraw", 1_000n + BigInt(index))).toEqual([
        1_000n + BigInt(index),
      ]);
    }
  });

  test("behavior: a harvest pays what is claimable", async () => {
    const index = (await read(chain.client, 1)).findIndex(({ rewards }) => rewards.length > 0);
    const [gained = 0n] = await act(index, "harvest", 0n);
    expect(gained).toBeGreaterThan(10n ** 15n);
    const state = (await read(chain.client, 1))[index];
    expect(getAddress(state?.rewards[0]?.token ?? "0x")).toBe(
      "0xD533a949740bb3306d119CC777fa900bA034cd52",
    );
  });
});

/**
 * Of a transaction of the router contract without its hop; see the measured swaps of
 * constant-product pairs.
 */
const TRANSACTION_GAS = 72_000n;

describe("quote", () => {
  test("behavior: its gas is what the hop adds to a transaction, within a tenth", async () => {
    const states = await read(chain.client, 1);
    const measured = await hopGas(curveGauge, chain, {
      states: states.filter(({ kind }) => kind === "token"),
      amountOf: () => 10n ** 18n,
    });
    expect(measured).toHaveLength(4);
    for (const { edge, gasUsed, quoted } of measured) {
      const hop = Number(gasUsed - TRANSACTION_GAS);
      expect(Math.abs(hop - Number(quoted)) / hop, `${edge.action} ${hop}`).toBeLessThan(0.1);
    }
  });
});
