import { encodeErrorResult, type Hex, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import { executorAbi } from "../../../abis/weir/Executor.ts";
import { bundleFailed } from "../../../src/api/bundle/failure.ts";
import { NO_REASON } from "../../../src/api/program/revert.ts";
import { LENDER } from "./lender.ts";
import {
  act,
  id,
  LOAN,
  ONE,
  type Options,
  out,
  PLEDGE,
  type Sent,
  TWO,
  understand,
} from "./lender-bundle.ts";

/** What the interpreter reverts with when the call of a step fails with a text, or without. */
function stepFailed(step: bigint, text: string | null): Hex {
  const abi = parseAbi(["error Error(string)"]);
  const reason = text === null ? "0x" : encodeErrorResult({ abi, args: [text] });
  return encodeErrorResult({
    ...{ abi: executorAbi, errorName: "StepFailed", args: [step, LENDER, reason] },
  });
}

/** The error of a bundle whose last call fails with `text`. */
async function failed(
  body: readonly Sent[],
  on: { readonly text: string | null; readonly hasCode?: boolean } & Options,
) {
  const understood = await understand(body, on);
  const place = understood.bundle.program.steps.findLastIndex(({ op }) => op === "call");
  const result = { ok: false, revertData: stepFailed(BigInt(place), on.text) } as const;
  return bundleFailed(
    { ...understood, result, estimates: new Map() },
    async () => on.hasCode ?? true,
  );
}

describe("bundleFailed", () => {
  const deposit = act("deposit", { tokenIn: LOAN, tokenOut: id(ONE), amountIn: "50" });
  const failedWith = (cap: bigint) => failed([deposit], { text: "no", markets: [{ ...ONE, cap }] });

  test("default", async () => {
    expect(await failedWith(50n)).toMatchObject({
      ...{ code: "SIMULATION_FAILED", data: { index: 0, reason: "no" } },
    });
    const result = { ok: false, revertData: "0x" } as const;
    const understood = await understand([deposit]);
    const error = bundleFailed({ ...understood, result, estimates: new Map() }, async () => true);
    expect((await error).data).toEqual({ ...{ index: null, reason: NO_REASON } });
  });

  test("error: CAP_EXCEEDED, PROTOCOL_PAUSED where the state refuses the amount", async () => {
    expect(await failedWith(49n)).toMatchObject({
      ...{ code: "CAP_EXCEEDED", data: { index: 0, reason: "no", maxAmountIn: "49" } },
    });
    expect(await failedWith(0n)).toMatchObject({ code: "PROTOCOL_PAUSED", data: { index: 0 } });
  });

  test("error: SIMULATION_FAILED of a call without a reason says whether a contract is there", async () => {
    const abi = "function poke()";
    const call = act("call", { address: LENDER, method: "poke", abi, args: [] }, "core");
    const reasonWith = async (on: { readonly text: string | null; readonly hasCode: boolean }) =>
      (await failed([call], on)).data?.reason;
    expect(await reasonWith({ text: null, hasCode: false })).toBe("no contract is there");
    expect(await reasonWith({ text: null, hasCode: true })).toBe(NO_REASON);
    expect(await reasonWith({ text: "no", hasCode: false })).toBe("no");
  });

  test("error: SIMULATION_FAILED without a reason tells an output that was spent before", async () => {
    const body = [
      act("borrow", { collateral: PLEDGE, tokenOut: LOAN, amountOut: "20" }),
      ...[0, 1].map(() =>
        act("deposit", { ...{ tokenIn: LOAN, tokenOut: id(TWO) }, amountIn: out(0) }),
      ),
    ];
    expect(await failed(body, { text: null })).toMatchObject({
      data: { index: 2, reason: `it takes 20 of ${LOAN}, of which the actions before it leave 0` },
    });
    expect((await failed(body, { text: "no" })).data?.reason).toBe("no");
    expect((await failed(body.slice(0, 2), { text: null })).data?.reason).toBe(NO_REASON);
  });
});
