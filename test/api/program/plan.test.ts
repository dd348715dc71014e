import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type PlannedProgram,
  type ProgramContext,
  planProgram,
} from "../../../src/api/program/plan.ts";
import { findRoute } from "../../../src/api/router/find-route.ts";
import type { Route } from "../../../src/api/router/route.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { addressOf, createMarket } from "../router/market.ts";
import { emulate } from "./emulator.ts";

const SHARED = "0xe0000000000000000000000000000000000000e0";
const OWN = "0xe0000000000000000000000000000000000000e1";
const RECEIVER = "0xb0000000000000000000000000000000000000b0";
const FEE_RECEIVER = "0xf0000000000000000000000000000000000000f0";
const ONE = 10n ** 18n;

function context(fee: bigint): ProgramContext {
  return {
    receiver: RECEIVER,
    fee: fee === 0n ? null : { amount: fee, receiver: FEE_RECEIVER },
    refundReceiver: RECEIVER,
    minimumCredit: null,
    executors: { shared: SHARED, own: OWN },
    wrappedNative: addressOf("token", 0),
  };
}

interface Trade {
  readonly seed: number;
  readonly tokenIn: number | null;
  readonly tokenOut: number | null;
  readonly amountIn: bigint;
}

/** Null stands for the native token. */
function routeFor({ seed, tokenIn, tokenOut, amountIn }: Trade): Route | null {
  const result = findRoute(
    createMarket({ seed, tokens: 12, pools: 40 }),
    {
      tokenIn: tokenIn === null ? NATIVE : addressOf("token", tokenIn),
      tokenOut: tokenOut === null ? NATIVE : addressOf("token", tokenOut),
      amountIn,
      onlyProtocols: [],
      ignoreProtocols: [],
      maxLegs: 20,
    },
    { numerator: 0n, denominator: 1n },
  );
  return result.ok ? result.route : null;
}

function planOf(trade: Trade, fee = 0n): PlannedProgram {
  const route = routeFor(trade);
  if (route === null) throw new Error("no route");
  return planProgram(route, context(fee));
}

const token = fc.option(fc.integer({ min: 0, max: 11 }), { freq: 5 });

describe("planProgram", () => {
  test("default: everything the program is given reaches the receiver or the fee receiver", () => {
    let split = 0;
    let merged = 0;
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer({ min: 1, max: 40 }),
          tokenIn: token,
          tokenOut: token,
          amountIn: fc.bigInt({ min: 10n ** 6n, max: 3_000n * ONE }),
          fee: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 5n })),
        }),
        ({ fee, ...trade }) => {
          fc.pre(trade.tokenIn !== trade.tokenOut);
          const route = routeFor(trade);
          fc.pre(route !== null);
          if (route === null) return;
          const planned = planProgram(route, context(fee));
          const total = route.amountIn + fee;
          const { balances, unpulled } = emulate(planned, {
            ...{ route, total },
            executor: planned.executor === "own" ? OWN : SHARED,
          });
          expect(unpulled).toBe(0n);
          for (const [holder, own] of balances) {
            for (const [held, amount] of own) {
              const isOut = holder === RECEIVER;
              const isFee = holder === FEE_RECEIVER;
              const expected = isOut ? route.amountOut : isFee ? fee : 0n;
              expect(amount, `${holder} holds ${held}`).toBe(expected);
            }
          }
          const out = route.tokenOut === NATIVE ? ZERO_ADDRESS : route.tokenOut;
          expect(balances.get(RECEIVER)?.get(out)).toBe(route.amountOut);
          if (planned.steps.some((step) => step.op === "take")) split += 1;
          if (planned.steps.some((step) => step.op === "add")) merged += 1;
        },
      ),
      { numRuns: 300 },
    );
    expect(split).toBeGreaterThan(30);
    expect(merged).toBeGreaterThan(5);
  });

  test("behavior: native input is wrapped by the router contract, unless a fee is taken from it", () => {
    const trade: Trade = { seed: 3, tokenIn: null, tokenOut: 5, amountIn: ONE };
    expect(planOf(trade).tokenIn).toBe(addressOf("token", 0));
    expect(planOf(trade, 1_000n).tokenIn).toBe(ZERO_ADDRESS);
  });

  test("behavior: wrapping alone goes through the executor", () => {
    const planned = planOf({ seed: 3, tokenIn: null, tokenOut: 0, amountIn: ONE });
    expect([planned.tokenIn, planned.payTo]).toEqual([ZERO_ADDRESS, OWN]);
    expect(planned.steps.map((step) => step.op)).toEqual(["call", "send"]);
  });

  test("behavior: unwrapping alone is prepaid to the executor and sends the native token on", () => {
    const planned = planOf({ seed: 3, tokenIn: 0, tokenOut: null, amountIn: ONE });
    expect(planned.payTo).toBe(OWN);
    expect(planned.steps.map((step) => step.op)).toEqual(["call", "send"]);
  });

  test("behavior: a program runs in the own executor where it has a call or coin, else in the shared one", () => {
    const seen = { own: 0, shared: 0 };
    for (let seed = 1; seed < 40; seed++) {
      for (const tokenOut of [null, 0, 5]) {
        const route = routeFor({ seed, tokenIn: 7, tokenOut, amountIn: ONE });
        if (route === null) continue;
        const { executor, steps } = planProgram(route, context(0n));
        const needsOwn = steps.some(
          (step) => step.op === "call" || (step.op === "send" && step.token === ZERO_ADDRESS),
        );
        expect(executor).toBe(needsOwn ? "own" : "shared");
        seen[executor] += 1;
      }
    }
    expect(seen.own).toBeGreaterThan(5);
    expect(seen.shared).toBeGreaterThan(5);
  });

  test("behavior: a first V2 pair is paid by the router contract, without a step", () => {
    for (let seed = 1; seed < 30; seed++) {
      const route = routeFor({ seed, tokenIn: 7, tokenOut: 0, amountIn: ONE / 1_000n });
      const [hop] = route?.hops ?? [];
      if (route?.hops.length !== 1 || hop?.edge.protocol.family !== "uniswap-v2") continue;
      const planned = planProgram(route, context(0n));
      expect(planned.payTo).toBe(hop.edge.state.id);
      expect(planned.steps.map((step) => step.op)).toEqual(["v2-swap"]);
      return;
    }
    throw new Error("no seed gives a single V2 hop");
  });
});
