import fc from "fast-check";
import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { type PlannedMulti, planMultiProgram } from "../../../src/api/program/multi-plan.ts";
import { findJointRoute } from "../../../src/api/router/joint-route.ts";
import type { JointRoute, RouteInput } from "../../../src/api/router/route.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { sized } from "../../harness/size.ts";
import { addressOf, createMarket } from "../router/market.ts";
import { NO_GAS, ONE } from "../router/requests.ts";
import { emulateMulti } from "./emulator.ts";

const RUNS = sized({ always: 100, nightly: 3_000 });
const SHARED = "0xe0000000000000000000000000000000000000e0";
const OWN = "0xe0000000000000000000000000000000000000e1";
const RECEIVER = "0xb0000000000000000000000000000000000000b0";
const FEE_RECEIVER = "0xf0000000000000000000000000000000000000f0";

/** Null stands for the native token. */
const tokenOf = (n: number | null): Address => (n === null ? NATIVE : addressOf("token", n));

function routeFor(seed: number, inputs: readonly RouteInput[], tokenOut: Address) {
  const terms = { onlyProtocols: [], ignoreProtocols: [], maxLegs: 40 };
  const market = createMarket({ seed, tokens: 12, pools: 40 });
  const result = findJointRoute(market, { ...terms, inputs, tokenOut }, NO_GAS);
  return result.ok ? result.route : null;
}

function planOf(route: JointRoute, fees: readonly bigint[]): PlannedMulti {
  return planMultiProgram(route, {
    ...{ receiver: RECEIVER, refundReceiver: RECEIVER, minimumCredit: null },
    executors: { shared: SHARED, own: OWN },
    fees: fees.map((amount) => (amount === 0n ? null : { amount, receiver: FEE_RECEIVER })),
  });
}

describe("planMultiProgram", () => {
  test("default: everything the program is given reaches the receiver or the fee receiver", () => {
    const seen = { own: 0, shared: 0, joined: 0, charged: 0, prepaid: 0 };
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer({ min: 1, max: 40 }),
          tokens: fc.uniqueArray(fc.option(fc.integer({ min: 0, max: 11 }), { freq: 5 }), {
            ...{ minLength: 2, maxLength: 6 },
          }),
          amounts: fc.array(fc.bigInt({ min: 10n ** 6n, max: 300n * ONE }), {
            ...{ minLength: 5, maxLength: 5 },
          }),
          fees: fc.array(fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 5n })), {
            ...{ minLength: 5, maxLength: 5 },
          }),
        }),
        ({ seed, tokens, amounts, fees }) => {
          const [tokenOut, ...sold] = tokens.map(tokenOf);
          fc.pre(tokenOut !== undefined);
          if (tokenOut === undefined) return;
          const inputs = sold.map((token, i) => ({ token, amount: amounts[i] ?? ONE }));
          const route = routeFor(seed, inputs, tokenOut);
          fc.pre(route !== null);
          if (route === null) return;
          const planned = planOf(route, fees);
          for (const [i, input] of planned.inputs.entries()) {
            expect(input.amount).toBe((inputs[i]?.amount ?? 0n) + (fees[i] ?? 0n));
            expect(input.payTo === ZERO_ADDRESS).toBe(input.token === ZERO_ADDRESS);
            if (![SHARED, OWN, ZERO_ADDRESS].includes(input.payTo)) seen.prepaid += 1;
            if ((fees[i] ?? 0n) > 0n) seen.charged += 1;
          }
          const executor = planned.executor === "own" ? OWN : SHARED;
          const { balances } = emulateMulti(planned, { route, executor });
          for (const [holder, own] of balances) {
            for (const [held, amount] of own) {
              const fee = inputs.findIndex(({ token }) => plain(token) === held);
              const isFee = holder === FEE_RECEIVER && fee !== -1;
              const paid = holder === RECEIVER ? route.amountOut : isFee ? fees[fee] : 0n;
              expect(amount, `${holder} holds ${held}`).toBe(paid);
            }
          }
          expect(balances.get(RECEIVER)?.get(plain(tokenOut))).toBe(route.amountOut);
          seen[planned.executor] += 1;
          const produced = new Set(route.hops.map(({ edge }) => edge.tokenOut));
          if (inputs.some(({ token }) => produced.has(token))) seen.joined += 1;
        },
      ),
      { numRuns: RUNS },
    );
    expect(seen.own).toBeGreaterThan(10);
    expect(seen.shared).toBeGreaterThan(10);
    expect(seen.joined).toBeGreaterThan(10);
    expect(seen.charged).toBeGreaterThan(10);
    expect(seen.prepaid).toBeGreaterThan(10);
  });
});

function plain(token: Address): Address {
  return token === NATIVE ? ZERO_ADDRESS : token;
}
