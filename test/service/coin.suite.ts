import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { readTransaction } from "../../src/api/decode/readable.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { ask, bodyOf } from "../harness/trading.ts";

const OWNER: Address = "0x00000000000000000000000000000000000c0127";
/** What is sold, of the native currency. */
const AMOUNT = 10n ** 16n;

let weir: RunningService;

beforeAll(async () => {
  weir = await sharedService([1, 80_094, 8453]);
}, 300_000);

/** What the first pool of a deployment that takes the native currency gives for it. */
function soldFor(chainId: number, slug: string): Address {
  const edges = weir.service(chainId).snapshot().edges.get(NATIVE) ?? [];
  const edge = edges.find(({ state }) => state.slug === slug);
  if (edge === undefined) throw new Error(`no pool of ${slug} takes the native currency`);
  return edge.tokenOut;
}

describe("native input of pools whose tokens one contract holds", () => {
  test.each([
    [1, "uniswap-v4", "v4-swap-pull"],
    [8453, "pancakeswap-infinity", "infinity-swap-pull"],
    [8453, "pancakeswap-infinity-bin", "infinity-bin-swap-pull"],
  ])("default: on chain %i the router pays it to %s by %s", async (chainId, slug, op) => {
    const node = weir.node(chainId);
    await node.setBalance({ address: OWNER, value: 10n ** 26n });
    const tokenOut = soldFor(chainId, slug);
    const body = bodyOf(
      await ask(weir, "route", {
        ...{
          chainId: `${chainId}`,
          fromAddress: OWNER,
          receiver: OWNER,
          tokenIn: NATIVE,
          tokenOut,
        },
        ...{ amountIn: `${AMOUNT}`, onlyProtocols: slug, slippage: "100" },
      }),
    );
    const { value, ...tx } = body.tx;
    const read = readTransaction({ ...tx, value: BigInt(value) }, null);
    expect(read).toMatchObject({ tokenIn: NATIVE, payTo: null, executor: "shared" });
    expect(read.steps.map((step) => step.op)).toContain(op);

    const gained = await gainOf(node, { token: tokenOut, owner: OWNER }, async () => {
      const { gasUsed } = await mined(weir, await sendAnswer(node, body), { chainId });
      expect(gasUsed).toBeLessThan(BigInt(body.gas));
    });
    expect(gained).toBe(BigInt(body.amountOut));
    expect(await node.getBalance({ address: body.tx.to })).toBe(0n);
  });
});
