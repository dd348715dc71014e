import { beforeAll, describe, expect, test } from "vitest";
import { NATIVE } from "../../src/lib/address.ts";
import { receiptOf, sendAnswer } from "../harness/execution.ts";
import { decoded, RECEIVER, signerOf } from "../harness/permits.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { ask, tokenOf } from "../harness/trading.ts";

let weir: RunningService;
let node: DevnetClient;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
}, 300_000);

const ethForUsdc = () => {
  return { tokenIn: NATIVE, tokenOut: tokenOf(weir, "USDC"), amountIn: `${10n ** 17n}` };
};

describe("deadline", () => {
  test("default: every transaction carries what is answered", async () => {
    const next = Number(weir.service(1).snapshot().next.timestamp);
    const trade = ethForUsdc();
    for (const [deadline, validUntil] of [
      ["+90", next + 90],
      [`${next + 7}`, next + 7],
    ] as const) {
      const query = { fromAddress: RECEIVER, deadline };
      for (const routingStrategy of ["router", "delegate", "corewallet"]) {
        const { body } = await ask(weir, "route", { ...query, ...trade, routingStrategy });
        expect(body.validUntil).toBe(validUntil);
        expect(await decoded(weir, body.tx)).toMatchObject({ deadline: `${validUntil}` });
      }
      const actions = [{ protocol: "core", action: "route", args: trade }];
      const { body } = await ask(weir, "bundle", query, actions);
      expect(body.validUntil).toBe(validUntil);
      expect(await decoded(weir, body.tx)).toMatchObject({ deadline: `${validUntil}` });
    }
  });

  test("behavior: one hour, unless said otherwise; later the transaction reverts", async () => {
    const { from } = await signerOf(node, "sender of a deadline");
    const next = Number(weir.service(1).snapshot().next.timestamp);
    const trade = ethForUsdc();
    const { body } = await ask(weir, "route", { ...trade, fromAddress: from });
    expect(body.validUntil).toBe(next + 3_600);
    const short = await ask(weir, "route", { ...trade, fromAddress: from, deadline: "+0" });
    const send = async (time: number) => {
      const hash = await sendAnswer(node, short.body);
      await node.setNextBlockTimestamp({ timestamp: BigInt(time) });
      return (await receiptOf(weir, hash)).status;
    };
    expect(await send(next)).toBe("success");
    expect(await send(next + 1)).toBe("reverted");
  });
});
