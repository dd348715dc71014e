import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createListedTable } from "../../../src/protocols/liquidity-book/bins.ts";
import { isKnownByEvents } from "../../../src/protocols/pancakeswap-infinity/admission.ts";
import {
  type InfinityBinPool,
  quote,
} from "../../../src/protocols/pancakeswap-infinity-bin/pool.ts";
import { binStepIn } from "../../../src/protocols/pancakeswap-infinity-bin/transitions.ts";
import { swapFeesPips } from "../../../src/protocols/uniswap-v4/fees.ts";
import { samples } from "./sample.ts";

const amount = z.string().transform(BigInt);
const hex = z.templateLiteral(["0x", z.string()]);
const fixture = z.object({
  ...{ tokenX: hex, tokenY: hex, binStep: z.number(), parameters: hex },
  ...{ lpFeePips: z.number(), protocolFee: z.number(), swapFeePips: z.number() },
  ...{ activeId: z.number(), bins: z.array(z.tuple([z.number(), amount, amount])) },
  swaps: z.array(z.object({ swapForY: z.boolean(), amount, expected: amount.nullable() })),
});

const path = join(import.meta.dirname, "../../fixtures/pancakeswap-infinity-bin/swaps.json");
const { swaps, bins, lpFeePips, swapFeePips, ...numbers } = fixture.parse(
  JSON.parse(readFileSync(path, "utf8")),
);
const [sample] = samples as readonly [InfinityBinPool];
const rows = bins.map(([bin, reserveX, reserveY]) => ({ bin, reserveX, reserveY }));
const changed = new Map(
  rows.flatMap(({ bin, ...held }) => (bin === numbers.activeId ? [[bin, held] as const] : [])),
);
const state: InfinityBinPool = {
  ...{ ...sample, ...numbers, feesPips: [swapFeePips, swapFeePips] },
  ...{ bins: createListedTable(rows, numbers.activeId), changed },
};

describe("quote", () => {
  test.each(swaps)("behavior: as recorded: $swapForY, $amount", ({ swapForY, ...recorded }) => {
    const [tokenIn, tokenOut] = swapForY
      ? [state.tokenX, state.tokenY]
      : [state.tokenY, state.tokenX];
    const quoted = quote(state, { action: "swap", tokenIn, tokenOut }, recorded.amount);
    expect(quoted).toMatchObject(
      recorded.expected === null
        ? { ok: false, reason: "insufficient-liquidity" }
        : { ok: true, amountOut: recorded.expected },
    );
  });
});

describe("swapFeesPips", () => {
  test("behavior: as the recorded pool's swaps pay", () => {
    expect(swapFeesPips(lpFeePips, numbers.protocolFee)).toBe(swapFeePips);
  });
});

describe("binStepIn", () => {
  test("behavior: as the recorded pool's parameters say", () => {
    expect(binStepIn(numbers.parameters)).toBe(numbers.binStep);
    expect(isKnownByEvents(numbers)).toBe(true);
  });
});
