import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knowledgeOf } from "../../../src/api/decode/pools.ts";
import { readableStep } from "../../../src/api/decode/readable-step.ts";
import { undemandedSteps } from "../../../src/api/decode/undemanded.ts";
import { decodeProgram } from "../../../src/api/program/decode.ts";
import { encodeProgram } from "../../../src/api/program/encode.ts";
import type { Step } from "../../../src/api/program/steps.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { sized } from "../../harness/size.ts";
import { vault } from "../../protocols/erc4626/sample.ts";
import { ALICE, BOB } from "../fixture/market.ts";
import { creditDemandOf, demandOf } from "../program/demanded.ts";
import { allCases, type Case, compileCase } from "./family-cases.ts";

/** Of each family and verb. */
const BUNDLES = sized({ always: 8, nightly: 100 });
/** Families whose deposits and redemptions give one for one. */
const FIXED = [
  ...["wrapped-native", "curve-gauge", "convex", "masterchef"],
  ...["synthetix-staking", "berachain-reward-vault"],
];
const asked = fc.record({
  /** Of the largest amount, in millionths. */
  size: fc.integer({ min: 1, max: 900_000 }),
  slippage: fc.option(fc.integer({ min: 0, max: 10_000 })),
  strategy: fc.constantFrom("delegate" as const, "corewallet" as const),
  refundReceiver: fc.constantFrom(ALICE, BOB),
});

describe("minimums of bundles", async () => {
  const cases = await allCases();
  const kinds = Map.groupBy(cases, ({ family, verb }) => `${family} ${verb}`);

  test.each([...kinds])(
    "default: %s: what follows a moving price ends in a minimum of the measured gain",
    async (_, alike) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), asked, async (at, how) => {
          const { size, slippage, ...on } = how;
          const of = alike[at % alike.length] as Case;
          const { family, snapshot, verb, tokenOut, quote } = of;
          const position = snapshot.positions.get(tokenOut)?.position;
          const amount = (of.most * BigInt(size)) / 1_000_000n;
          const planned = quote === null ? null : amount === 0n ? null : quote(amount);
          fc.pre(amount > 0n && amount < 2n ** 128n && (quote === null || planned !== null));
          const strategy = position?.delegateOnly === true ? "delegate" : on.strategy;
          const limit = slippage === null ? {} : { slippage };
          const options = { ...on, strategy, amount, limit, estimates: new Map() } as const;
          const bundle = await compileCase(of, options).catch((error: { code?: string }) => {
            if (error.code === "NO_ROUTE" || error.code === "INSUFFICIENT_LIQUIDITY") return null;
            if (error.code === "AMOUNT_TOO_SMALL" || error.code === "CAP_EXCEEDED") return null;
            throw error;
          });
          fc.pre(bundle !== null);
          if (bundle === null) return;
          const { steps } = decodeProgram(encodeProgram(bundle.program));
          const [start = 0, end] = bundle.starts;
          const own = steps.slice(start, end);
          // Who reads the transaction is told the same.
          const chain = knowledgeOf(snapshot, PROTOCOLS);
          const readable = steps.map((step) => readableStep(step, chain));
          expect(undemandedSteps(readable, chain)).toEqual([]);
          const isFixed = FIXED.includes(family) && (verb === "deposit" || verb === "redeem");
          const demanded =
            position === undefined
              ? demandOf(own, tokenOut)
              : creditDemandOf(own, position.primaryAddress, position.address);
          if (isFixed) {
            expect(own.some(({ op }) => op === "at-least")).toBe(false);
            return;
          }
          expect(demanded, `${family} ${verb} ${JSON.stringify(own, shown)}`).not.toBeNull();
          if (planned === null) return;
          const least = (planned * (10_000n - BigInt(slippage ?? 50))) / 10_000n;
          expect(demanded).toBe(least > 1n ? least : 1n);
        }),
        { numRuns: BUNDLES },
      );
    },
    120_000,
  );

  const plain = { amount: 10n ** 18n, strategy: "delegate", refundReceiver: ALICE } as const;
  const compiled = (
    family: string,
    verb: Case["verb"],
    { limit = {}, simulated }: { readonly limit?: object; readonly simulated?: bigint } = {},
  ) => {
    const of = cases.find((each) => each.family === family && each.verb === verb);
    if (of === undefined) throw new Error(`no sample of ${family} can ${verb}`);
    const estimates = new Map(simulated === undefined ? [] : [["0:0", simulated]]);
    const planned = of.quote?.(plain.amount) ?? 0n;
    const bundle = compileCase(of, { ...plain, limit, estimates });
    const demanded = async () => demandOf((await bundle).program.steps, of.tokenOut);
    return { planned, bundle, demanded };
  };

  test("behavior: the minimum follows from what was simulated", async () => {
    const { planned } = compiled("erc4626", "deposit");
    const simulated = planned - planned / 1_000n;
    const { demanded } = compiled("erc4626", "deposit", { simulated });
    expect(await demanded()).toBe((simulated * 9_950n) / 10_000n);
  });

  test.each([
    "deposit",
    "redeem",
  ] as const)("behavior: a stated minimum of a %s is demanded as it is, where nothing can move too", async (verb) => {
    const limit = { minAmountOut: "12345" };
    for (const family of ["erc4626", "wrapped-native"]) {
      const { demanded } = compiled(family, verb, { limit });
      expect(await demanded(), family).toBe(12_345n);
    }
  });

  test("behavior: a withdrawal that names the assets may cost so many shares", async () => {
    const of = cases.find(({ family, verb }) => family === "erc4626" && verb === "withdraw");
    if (of === undefined) throw new Error("no vault can be withdrawn from");
    const most = async (limit: object, held?: bigint) => {
      const estimates = new Map(held === undefined ? [] : [["0:1000", held]]);
      const { program } = await compileCase(of, { ...plain, limit, estimates });
      const { steps } = decodeProgram(encodeProgram(program));
      const isOfShares = (step: Step) => step.op === "gain" && step.token === of.tokenIn;
      const [first, second] = [steps.findIndex(isOfShares), steps.findLastIndex(isOfShares)];
      const call = steps.findIndex(({ op }) => op === "call");
      expect([first < call, call < second]).toEqual([true, true]);
      expect(steps[first]).toEqual(steps[second]);
      const [kept, gain] = [steps[first - 1], steps[first]];
      expect(kept?.op === "set" && gain?.op === "gain" && kept.out === gain.out).toBe(true);
      return kept?.op === "set" ? kept.literal : null;
    };
    const cost = (plain.amount * vault.sharesTerm) / vault.assetsTerm + 1n;
    expect(await most({ slippage: 0 })).toBe(cost);
    const least = (cost * 10_050n + 9_999n) / 10_000n;
    expect(await most({})).toBe(least);
    expect(await most({ minAmountOut: "1" })).toBe(least);
    expect(await most({}, least)).toBe(least);
    // A wallet with hardly more than that may lose no more than it has.
    expect(await most({}, least - 2n)).toBe((cost + least - 2n) / 2n);
    expect(await most({}, cost - 1n)).toBe(cost - 1n);
  });

  test("error: SIMULATION_FAILED where the simulated amount is no base for a minimum", async () => {
    const { planned } = compiled("erc4626", "deposit");
    const refused = async (limit: object, simulated: bigint) => {
      const { bundle } = compiled("erc4626", "deposit", { limit, simulated });
      await expect(bundle).rejects.toMatchObject({
        code: "SIMULATION_FAILED",
        data: { index: 0, amountOut: simulated.toString() },
      });
    };
    await refused({}, 0n);
    await refused({ minAmountOut: "1" }, 0n);
    await refused({ minAmountOut: "12345" }, 12_344n);
    const least = (planned * 9_950n) / 10_000n;
    await refused({}, least - 1n);
    expect(await compiled("erc4626", "deposit", { simulated: least }).demanded()).not.toBeNull();
    const lower = { limit: { slippage: 51 }, simulated: least - 1n };
    expect(await compiled("erc4626", "deposit", lower).demanded()).not.toBeNull();
  });

  test("behavior: of more than 128 bits", async () => {
    const huge = compiled("erc4626", "deposit", { simulated: 2n ** 130n });
    expect(await huge.demanded()).toBe((2n ** 130n * 9_950n) / 10_000n);
  });
});

function shown(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
