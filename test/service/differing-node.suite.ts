import { type Address, numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { NATIVE } from "../../src/lib/address.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { ask, tokenOf } from "../harness/trading.ts";
import { behind, caughtUp } from "./rented-node.ts";

const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";
const ONE = 10n ** 18n;
const simulatedBlocks = z.array(
  z.looseObject({ calls: z.array(z.looseObject({ returnData: z.string() })) }),
);

let weir: RunningService;

describe("a node that gives several amounts at one block", () => {
  let rentedNode: Awaited<ReturnType<typeof behind>>;

  beforeAll(async () => {
    weir = await sharedService();
    rentedNode = await behind(weir, "archive");
    await caughtUp(weir, rentedNode.service);
  }, 120_000);

  afterAll(async () => {
    await rentedNode?.service.close();
    await rentedNode?.chaos.stop();
    await rentedNode?.provider.stop();
  });

  /** Lets the balance that each simulation ends with be one more than the one before, so often. */
  function differFor(simulations: number): void {
    let left = simulations;
    rentedNode.chaos.set({
      kind: "lying",
      answer({ method }, result) {
        if (method !== "eth_simulateV1" || left === 0) return undefined;
        const [block] = simulatedBlocks.parse(result);
        const last = block?.calls.at(-1);
        // What prepares a simulation does not end with a balance.
        if (block === undefined || last === undefined || last.returnData.length !== 66)
          return undefined;
        left -= 1;
        const returnData = numberToHex(BigInt(last.returnData) + BigInt(left + 1), { size: 32 });
        return [{ ...block, calls: [...block.calls.slice(0, -1), { ...last, returnData }] }];
      },
    });
  }

  const query = (amountIn: bigint) => ({
    ...{ fromAddress: SENDER, receiver: RECEIVER, slippage: "100", amountIn: `${amountIn}` },
    ...{ tokenIn: NATIVE, tokenOut: tokenOf(weir, "USDC") },
  });

  test("default: the minimum is of the amount that is answered", async () => {
    differFor(1);
    const { status, body } = await ask(rentedNode.rented, "route", query(ONE));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(BigInt(body.minAmountOut)).toBe((BigInt(body.amountOut) * 99n) / 100n);
    expect((await ask(weir, "route", query(ONE))).body.amountOut).toBe(body.amountOut);
  });

  test("error: UPSTREAM_UNAVAILABLE where they go on differing", async () => {
    differFor(100);
    const { status, body } = await ask(rentedNode.rented, "route", query(ONE + 1n));
    expect([status, body.code]).toEqual([503, "UPSTREAM_UNAVAILABLE"]);
    expect(body.message).toContain("amounts for one transaction");
  });
});
