import { encodeErrorResult, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { executorAbi } from "../../../abis/weir/Executor.ts";
import { NO_REASON } from "../../../src/api/program/revert.ts";
import { findJointRoute } from "../../../src/api/router/joint-route.ts";
import { simulationFailed } from "../../../src/api/trade/simulation-failed.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { ALICE, DAI, snapshotOf, USDC } from "../fixture/market.ts";

const chain = CHAINS.get(1);
if (chain === undefined) throw new Error("chain 1 is unknown");
const inputs = [{ token: DAI, amount: 10n ** 18n }];
const request = {
  ...{ fromAddress: ALICE, spender: ALICE, receiver: ALICE, refundReceiver: ALICE },
  ...{ inputs, tokenOut: USDC, fee: null },
};
const found = findJointRoute(
  snapshotOf(chain),
  { inputs, tokenOut: USDC, onlyProtocols: [], ignoreProtocols: [] },
  { numerator: 0n, denominator: 1n },
);
if (!found.ok) throw new Error("no route");
const { route } = found;
const pool = route.hops[0]?.edge.state.id as Hex;

function failedAt(target: Hex, reason: Hex) {
  const args = [2n, target, reason] as const;
  const data = encodeErrorResult({ abi: executorAbi, errorName: "StepFailed", args });
  return simulationFailed(data, { request, route });
}

describe("simulationFailed", () => {
  test("default: the step, its protocol and contract, and how to go around it", () => {
    const { code, message, data } = failedAt(pool, "0x");
    expect(code).toBe("SIMULATION_FAILED");
    expect(message).toContain(`reverts at step 2 (uniswap-v2, ${pool}): ${NO_REASON};`);
    expect(message).toMatch(/ignoreProtocols=uniswap-v2\.$/);
    expect(data).toEqual({ index: 2, reason: NO_REASON });
  });

  test("behavior: a contract that is no pool of the route", () => {
    const { message } = failedAt(USDC, "0x");
    expect(message).toContain(`reverts at step 2 (${USDC}): ${NO_REASON};`);
    expect(message).toMatch(/change the amount, the limit or the receiver\.$/);
  });

  test("behavior: no step", () => {
    const { message, data } = simulationFailed("0x", { request, route });
    expect(message).toContain(`${USDC} reverts: ${NO_REASON};`);
    expect(data).toEqual({ index: null, reason: NO_REASON });
  });
});
