import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { CompiledBundle } from "../../../src/api/bundle/compile.ts";
import { encodeProgram } from "../../../src/api/program/encode.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { BOB } from "../fixture/market.ts";
import { addressOf } from "../router/market.ts";
import { act, compile, LOAN, PLEDGE } from "./lender-bundle.ts";

const [token0, token1] = LOAN < PLEDGE ? [LOAN, PLEDGE] : [PLEDGE, LOAN];

function pairAt(address: Address): UniswapV2Pool {
  const reserve = 10n ** 24n;
  return {
    ...{ id: address, slug: "uniswap-v2", updatedBlock: 0, address, token0, token1 },
    ...{ feePips: 3_000, reserve0: reserve, reserve1: reserve },
    liquidity: { router: BOB, totalSupply: reserve, kLast: 0n, protocolFee: null, since: null },
  };
}

const PAIRS = Array.from({ length: 30 }, (_, n) => ({
  protocol: uniswapV2,
  state: pairAt(addressOf("pool", n)),
}));
const trade = (amountIn: string) =>
  act("route", { tokenIn: LOAN, tokenOut: PLEDGE, amountIn, slippage: 50 }, "core");

function legsOf({ actions }: CompiledBundle): readonly number[] {
  return actions.map(({ step }) => (step.kind === "hops" ? step.hops.length : 0));
}

describe("compileTrade", () => {
  test("default: as many legs as pay", async () => {
    const bundle = await compile([trade("1000000000000000000000000")], { held: PAIRS });
    expect(legsOf(bundle)).toEqual([30]);
  });

  test("behavior: others are answered between the searches of many trades", async () => {
    let [turns, isDone] = [0, false];
    const turn = () => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const sent = Array.from({ length: 50 }, () => trade("1000000000000000000000"));
    await compile(sent, { held: PAIRS });
    isDone = true;
    expect(turns).toBeGreaterThan(1);
  });

  test.each([2, 20, 50])("behavior: %i trades fit into one program", async (count) => {
    const sent = Array.from({ length: count }, () => trade("1000000000000000000000"));
    const { program, ...bundle } = await compile(sent, { held: PAIRS });
    expect(Math.min(...legsOf({ program, ...bundle }))).toBeGreaterThan(0);
    expect(() => encodeProgram(program)).not.toThrow();
  });
});
