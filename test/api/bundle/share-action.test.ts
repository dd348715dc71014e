import { describe, expect, test } from "vitest";
import { compileBundle } from "../../../src/api/bundle/compile.ts";
import { parseBundle } from "../../../src/api/bundle/parse.ts";
import { statesOf } from "../../../src/api/bundle/states.ts";
import { VERBS } from "../../../src/api/bundle/verbs/index.ts";
import { delegateAccount } from "../../../src/api/program/execution.ts";
import type { Step } from "../../../src/api/program/steps.ts";
import { ALICE, BOB } from "../fixture/market.ts";
import { createShareMarket } from "../router/share-market.ts";

const market = createShareMarket({ seed: 7, tokens: 8, pools: 30 });
const { snapshot } = market;
const pair = market.pairs.find(({ liquidity }) => liquidity?.router !== null);
const bare = market.pairs.find(({ liquidity }) => liquidity?.router === null);
const [weighted] = market.weighted;
if (pair === undefined || bare === undefined || weighted === undefined) throw new Error("no pools");

interface Sent {
  readonly protocol: string;
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
}

function compile(sent: readonly Sent[], refundReceiver = ALICE) {
  const slugs = new Set(sent.map(({ protocol }) => protocol));
  const kinds = new Set(VERBS.map(({ name }) => name));
  const offers = new Map([...slugs].map((slug) => [slug, kinds]));
  const actions = parseBundle(sent, { chainId: 1, offers });
  const request = {
    ...{ chainId: 1, fromAddress: ALICE, receiver: null, spender: ALICE, actions, deadline: null },
    ...{ strategy: "delegate" as const, refundReceiver },
  };
  return compileBundle(
    {
      ...{ snapshot, states: statesOf(snapshot), estimates: new Map(), permit2: BOB },
      ...{ minimums: "slippage" as const, request },
      gasPriceIn: () => ({ numerator: 0n, denominator: 1n }),
    },
    { account: delegateAccount(ALICE), funding: new Map(), swept: [], reports: "none" },
  );
}

/** What the last steps demand of measured gains, by register. */
const demanded = (steps: readonly Step[]) =>
  steps.flatMap((step) => (step.op === "at-least" ? [step.minimum] : []));
const gained = (steps: readonly Step[]) =>
  steps.flatMap((step) => (step.op === "gain" ? [step.token] : []));

const ALL = [
  { name: "a pair with a router", pool: pair, tokens: [pair.token0, pair.token1] },
  { name: "a pair without one", pool: bare, tokens: [bare.token0, bare.token1] },
  { name: "a weighted pool", pool: weighted, tokens: weighted.tokens },
];

describe("compileMint", () => {
  test.each(ALL)("default: all tokens of $name, whose gain has a minimum", async ({
    pool,
    tokens,
  }) => {
    // In no order: the pool's own does not count.
    const tokenIn = [...tokens].reverse();
    const amountIn = tokenIn.map(() => `${10n ** 15n}`);
    const args = { tokenIn, amountIn, tokenOut: pool.address, slippage: "100" };
    const { program, actions } = await compile([{ protocol: pool.slug, action: "deposit", args }]);
    const [action] = actions;
    expect(action?.refusal).toBeNull();
    const [output] = action?.outputs ?? [];
    const planned = output?.expected ?? 0n;
    expect(planned).toBeGreaterThan(0n);
    expect(demanded(program.steps)).toEqual([(planned * 99n) / 100n]);
    expect(gained(program.steps).at(-1)).toBe(pool.address);
    expect(action?.consumes.map(({ token }) => token).sort()).toEqual([...tokens].sort());
  });

  test("behavior: some of a weighted pool's tokens", async () => {
    const tokenIn = weighted.tokens.slice(1);
    const amountIn = tokenIn.map(() => `${10n ** 15n}`);
    const args = { tokenIn, amountIn, tokenOut: weighted.address };
    const { actions } = await compile([{ protocol: weighted.slug, action: "deposit", args }]);
    expect(actions[0]?.outputs[0]?.expected).toBeGreaterThan(0n);
  });

  test("behavior: what is left over goes to the refund receiver, the wallet's own does not", async () => {
    const args = {
      ...{ tokenIn: [pair.token0, pair.token1], amountIn: [`${10n ** 15n}`, `${10n ** 15n}`] },
      tokenOut: pair.address,
    };
    const { program } = await compile([{ protocol: pair.slug, action: "deposit", args }], BOB);
    const sent = program.steps.flatMap((step) =>
      step.op === "send" && step.to === BOB ? [step.token] : [],
    );
    expect(sent).toEqual([pair.token0, pair.token1]);
  });

  test("error: ACTION_UNSUPPORTED names the tokens", async () => {
    const other = market.pairs.find(
      ({ token1 }) => token1 !== pair.token0 && token1 !== pair.token1,
    );
    const args = {
      ...{ tokenIn: [pair.token0, other?.token1], amountIn: ["1000", "1000"] },
      tokenOut: pair.address,
    };
    await expect(compile([{ protocol: pair.slug, action: "deposit", args }])).rejects.toMatchObject(
      { code: "ACTION_UNSUPPORTED", message: expect.stringContaining(pair.token1) },
    );
  });
});

describe("compileBurn", () => {
  test.each(ALL)("default: $name for all tokens, each with a minimum", async ({ pool, tokens }) => {
    const tokenOut = [...tokens].reverse();
    const amountIn = `${10n ** 16n}`;
    const args = { tokenIn: pool.address, tokenOut, amountIn, slippage: "0" };
    const { program, actions } = await compile([{ protocol: pool.slug, action: "redeem", args }]);
    const outputs = actions[0]?.outputs ?? [];
    expect(outputs.map(({ token, index }) => [token, index])).toEqual(
      tokenOut.map((token, index) => [token, index]),
    );
    expect(demanded(program.steps)).toEqual(outputs.map(({ expected }) => expected));
    expect(gained(program.steps).slice(-tokens.length)).toEqual(tokenOut);
  });

  test("behavior: what an entry gave is left again, and its outputs are used", async () => {
    const tokens = [pair.token0, pair.token1];
    const { actions } = await compile([
      {
        ...{ protocol: pair.slug, action: "deposit" },
        args: {
          tokenIn: tokens,
          amountIn: [`${10n ** 15n}`, `${10n ** 15n}`],
          tokenOut: pair.address,
        },
      },
      {
        ...{ protocol: pair.slug, action: "redeem" },
        args: { tokenIn: pair.address, amountIn: { useOutputOfCallAt: 0 }, tokenOut: tokens },
      },
      {
        ...{ protocol: pair.slug, action: "deposit" },
        args: {
          ...{ tokenIn: tokens, tokenOut: pair.address },
          amountIn: [{ useOutputOfCallAt: 1 }, { useOutputOfCallAt: 1, index: 1 }],
        },
      },
    ]);
    expect(actions.map(({ refusal }) => refusal)).toEqual([null, null, null]);
    const [first, , last] = actions.map(({ outputs }) => outputs[0]?.expected ?? 0n);
    expect(last).toBeGreaterThan(((first ?? 0n) * 999_999n) / 1_000_000n);
    expect(last).toBeLessThanOrEqual(first ?? 0n);
  });

  test("error: ACTION_UNSUPPORTED for some of the tokens", async () => {
    const args = {
      ...{ tokenIn: weighted.address, amountIn: "100000" },
      tokenOut: weighted.tokens.slice(1),
    };
    await expect(
      compile([{ protocol: weighted.slug, action: "redeem", args }]),
    ).rejects.toMatchObject({ code: "ACTION_UNSUPPORTED" });
  });
});
