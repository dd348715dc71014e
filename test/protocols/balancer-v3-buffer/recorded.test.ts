import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { MAX_UINT128 } from "../../../src/lib/math.ts";
import { RAY } from "../../../src/lib/rpow.ts";
import {
  type BalancerV3Buffer,
  edges,
  quote,
} from "../../../src/protocols/balancer-v3-buffer/pool.ts";
import { vault } from "../erc4626/sample.ts";
import { buffer } from "./sample.ts";

const amount = z.string().transform(BigInt);
const address = z.custom<`0x${string}`>();
const fixture = z.array(
  z.object({
    ...{ wrapped: address, asset: address, rateWad: amount },
    trades: z.array(z.object({ tokenIn: address, amountIn: amount, amountOut: amount })),
  }),
);

const path = join(import.meta.dirname, "../../fixtures/balancer-v3/buffers.json");
const recorded = fixture.parse(JSON.parse(readFileSync(path, "utf8")));
/** What a wad of an index of 27 digits leaves out is not recorded: the middle of it. */
const UNRECORDED = 5n * 10n ** 8n;

describe("quote", () => {
  test.each(recorded)("default: what the vault answered for $wrapped", ({ trades, ...of }) => {
    const { wrapped, asset, rateWad } = of;
    const assetsTerm = rateWad * 10n ** 9n + UNRECORDED;
    const wrapper = { ...vault, ...{ id: wrapped, address: wrapped, asset, assetsTerm } };
    const half = MAX_UINT128 / 2n;
    const state: BalancerV3Buffer = {
      ...{ ...buffer, wrapped, asset, assetBalance: half, wrappedBalance: half },
      wrapper: { ...wrapper, pricing: "index", sharesTerm: RAY },
    };
    expect(trades).toHaveLength(2);
    for (const { tokenIn, amountIn, amountOut } of trades) {
      const edge = edges(state).find((each) => each.tokenIn === tokenIn);
      if (edge === undefined) throw new Error(`No edge of ${tokenIn}.`);
      const quoted = quote(state, edge, amountIn, { number: 21_671_846n, timestamp: 0n });
      expect(quoted).toMatchObject({ amountOut });
    }
  });
});
