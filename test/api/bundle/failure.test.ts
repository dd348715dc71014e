import { encodeErrorResult, type Hex, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import { executorAbi } from "../../../abis/weir/Executor.ts";
import { bundleFailed } from "../../../src/api/bundle/failure.ts";
import { NO_REASON } from "../../../src/api/program/revert.ts";
import { LENDER } from "./lender.ts";
import { act, compile, id, LOAN, ONE } from "./lender-bundle.ts";

/** What the interpreter reverts with when the call of a step fails with the text "no". */
function stepFailed(step: bigint): Hex {
  const abi = parseAbi(["error Error(string)"]);
  const reason = encodeErrorResult({ abi, args: ["no"] });
  return encodeErrorResult({
    ...{ abi: executorAbi, errorName: "StepFailed", args: [step, LENDER, reason] },
  });
}

describe("bundleFailed", () => {
  const deposit = act("deposit", { tokenIn: LOAN, tokenOut: id(ONE), amountIn: "50" });
  const reverted = { ok: false, revertData: "0x" } as const;

  /** What a program that fails at its only call says, as the interpreter reverts with. */
  async function failedWith(cap: bigint) {
    const bundle = await compile([deposit], { markets: [{ ...ONE, cap }] });
    const place = bundle.program.steps.findIndex(({ op }) => op === "call");
    return bundleFailed({ ok: false, revertData: stepFailed(BigInt(place)) }, bundle);
  }

  test("default", async () => {
    const error = await failedWith(50n);
    expect(error).toMatchObject({
      ...{ code: "SIMULATION_FAILED", data: { index: 0, reason: "no" } },
    });
    const bundle = await compile([deposit]);
    expect(bundleFailed(reverted, bundle).data).toEqual({
      ...{ index: null, reason: NO_REASON },
    });
  });

  test("error: CAP_EXCEEDED, PROTOCOL_PAUSED where the state refuses the amount", async () => {
    expect(await failedWith(49n)).toMatchObject({
      ...{ code: "CAP_EXCEEDED", data: { index: 0, reason: "no", maxAmountIn: "49" } },
    });
    expect(await failedWith(0n)).toMatchObject({ code: "PROTOCOL_PAUSED", data: { index: 0 } });
  });
});
