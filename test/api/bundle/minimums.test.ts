import fc from "fast-check";
import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { type CompiledBundle, compileBundle } from "../../../src/api/bundle/compile.ts";
import { parseBundle } from "../../../src/api/bundle/parse.ts";
import { statesOf } from "../../../src/api/bundle/states.ts";
import { VERBS } from "../../../src/api/bundle/verbs/index.ts";
import { knowledgeOf } from "../../../src/api/decode/pools.ts";
import { readableStep } from "../../../src/api/decode/readable-step.ts";
import { undemandedSteps } from "../../../src/api/decode/undemanded.ts";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { decodeProgram } from "../../../src/api/program/decode.ts";
import { encodeProgram } from "../../../src/api/program/encode.ts";
import { coreWalletAccount, delegateAccount } from "../../../src/api/program/execution.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { min } from "../../../src/lib/math.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import type { Edge, PoolState, Protocol } from "../../../src/protocols/protocol.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { ALICE, BOB, WETH } from "../fixture.ts";
import { creditDemandOf, demandOf } from "../program/demanded.ts";
import { addressOf, snapshotOf } from "../router/market.ts";

/** Families whose deposits and redemptions give one for one. */
const FIXED = [
  ...["wrapped-native", "curve-gauge", "masterchef"],
  ...["synthetix-staking", "berachain-reward-vault"],
];
/** What every token has enough of and a program can still demand. */
const LARGEST = 10n ** 24n;
/** A token that pairs trade for what the states take. */
const START = addressOf("token", 7);

interface Case {
  readonly family: string;
  readonly snapshot: Snapshot;
  readonly slug: string;
  readonly verb: "deposit" | "redeem" | "swap" | "apiswap" | "route" | "withdraw";
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** Largest amount: of tokenIn, or, of a withdrawal, of tokenOut. */
  readonly most: bigint;
  /** What the edge gives, which is all of the action; null: others are part of it. */
  readonly quote: ((amountIn: bigint) => bigint | null) | null;
}

function pairWith(token: Address, n: number): HeldState {
  const [token0, token1] = token < START ? [token, START] : [START, token];
  const address = addressOf("pool", n);
  const reserves = { reserve0: 10n ** 24n, reserve1: 10n ** 24n };
  const named = { id: address, slug: "uniswap-v2", updatedBlock: 0, address, token0, token1 };
  const state: UniswapV2Pool = { ...named, ...reserves, feePips: 3_000, liquidity: null };
  return { protocol: uniswapV2, state };
}

/** A snapshot of one state, and of pairs that lead to what it takes. */
function snapshotWith(protocol: Protocol, state: PoolState): Snapshot {
  const edges = protocol.edges(state);
  const named = [START, WETH, ...edges.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut])];
  const tokens = [...new Set(named)].filter((token) => token !== NATIVE);
  const taken = new Set(edges.map(({ tokenIn }) => tokenIn));
  const pairs = [...taken].filter((token) => token !== NATIVE).map(pairWith);
  return snapshotOf([{ protocol, state }, ...pairs], {
    tokens: tokens.map((address, n) => ({ address, symbol: `T${n}`, decimals: 18 })),
    ...{ wrappedNative: WETH, usdAnchors: [START], connectors: [START] },
  });
}

/** Every edge as the actions that take it, alone or behind a pair, and every withdrawal. */
function casesOf(protocol: Protocol, state: PoolState): readonly Case[] {
  const snapshot = snapshotWith(protocol, state);
  const of = { family: protocol.family, snapshot, slug: state.slug };
  const listed = [...snapshot.edges.values()].flat().filter((edge) => edge.state.id === state.id);
  const ofEdge = (edge: Edge): readonly Case[] => {
    const { tokenIn, tokenOut } = edge;
    const most = min(protocol.maxIn(state, edge, snapshot.next), LARGEST);
    if (most === 0n) return [];
    const quote = (amountIn: bigint) => {
      const quoted = protocol.quote(state, edge, amountIn, snapshot.next);
      return quoted.ok ? quoted.amountOut : null;
    };
    const alone = { ...of, tokenIn, tokenOut, most };
    const verbs =
      edge.action === "swap" ? (["swap", "apiswap", "route"] as const) : ([edge.action] as const);
    const direct = verbs.map((verb): Case => {
      const isOnly = verb === "deposit" || verb === "redeem";
      return { ...alone, verb, quote: isOnly ? quote : null };
    });
    const routed = { ...alone, slug: "core", verb: "route", quote: null } as const;
    return [...direct, routed, { ...routed, tokenIn: START, most: LARGEST }];
  };
  const offers = listed.length > 0 ? protocol.accountActions?.(state) : [];
  const withdrawals = (offers ?? []).flatMap(({ verb, tokenIn, tokensOut }): readonly Case[] =>
    verb !== "withdraw" || tokenIn === null
      ? []
      : tokensOut.map((tokenOut) => ({
          ...{
            ...of,
            verb,
            tokenIn,
            tokenOut,
            most: LARGEST,
            quote: (amount: bigint) => amount,
          },
        })),
  );
  return [...listed.flatMap(ofEdge), ...withdrawals];
}

async function allCases(): Promise<readonly Case[]> {
  const cases = await Promise.all(
    PROTOCOLS.map(async (protocol) => {
      const module: { samples: readonly PoolState[] } = await import(
        `../../protocols/${protocol.family}/sample.ts`
      );
      return module.samples.flatMap((state) => casesOf(protocol, state));
    }),
  );
  return cases.flat().filter(({ tokenIn, tokenOut }) => tokenIn !== tokenOut);
}

interface Asked {
  readonly amount: bigint;
  readonly limit: { readonly slippage: number } | { readonly minAmountOut: string } | object;
  readonly estimates: ReadonlyMap<string, bigint>;
  readonly strategy: "delegate" | "corewallet";
  readonly refundReceiver: Address;
}

function compileCase(of: Case, asked: Asked): Promise<CompiledBundle> {
  const { snapshot, slug, verb, tokenIn, tokenOut } = of;
  const named = verb === "withdraw" ? "amountOut" : "amountIn";
  const position = (key: Address) => {
    const { address, id } = snapshot.positions.get(key)?.position ?? { address: key, id: null };
    return id === null ? address : `1:${address}:${id}`;
  };
  const assets = { tokenIn: position(tokenIn), tokenOut: position(tokenOut) };
  const args = { ...assets, [named]: asked.amount.toString(), ...asked.limit };
  const offers = new Map([[slug, new Set(VERBS.map(({ name }) => name))]]);
  const actions = parseBundle([{ protocol: slug, action: verb, args }], { chainId: 1, offers });
  const { strategy, estimates, refundReceiver } = asked;
  const request = { chainId: 1, fromAddress: ALICE, receiver: null, spender: ALICE, actions };
  const account = strategy === "delegate" ? delegateAccount(ALICE) : coreWalletAccount(ALICE, true);
  return compileBundle(
    {
      ...{ snapshot, states: statesOf(snapshot), estimates, permit2: BOB, minimums: "slippage" },
      request: { ...request, strategy, refundReceiver },
      gasPriceIn: () => ({ numerator: 0n, denominator: 1n }),
    },
    { account, funding: new Map(), swept: [], reports: "none" },
  );
}

const asked = fc.record({
  /** Of the largest amount, in millionths. */
  size: fc.integer({ min: 1, max: 900_000 }),
  slippage: fc.option(fc.integer({ min: 0, max: 10_000 })),
  strategy: fc.constantFrom("delegate" as const, "corewallet" as const),
  refundReceiver: fc.constantFrom(ALICE, BOB),
});

describe("minimums of bundles", async () => {
  const cases = await allCases();
  const reached = new Map<string, number>();

  test("default: what follows a moving price ends in a minimum of the measured gain", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(cases.length - 1), asked, async (at, { size, slippage, ...on }) => {
        const of = cases[at] as Case;
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
            : creditDemandOf(own, position.primaryAddress);
        reached.set(`${family} ${verb}`, (reached.get(`${family} ${verb}`) ?? 0) + 1);
        if (isFixed) {
          expect(own.some(({ op }) => op === "at-least")).toBe(false);
          return;
        }
        expect(demanded, `${family} ${verb} ${JSON.stringify(own, shown)}`).not.toBeNull();
        if (planned === null) return;
        const least = (planned * (10_000n - BigInt(slippage ?? 50))) / 10_000n;
        expect(demanded).toBe(least > 1n ? least : 1n);
      }),
      { numRuns: 3_000 },
    );
    const wanted = new Set(cases.map(({ family, verb }) => `${family} ${verb}`));
    expect([...reached.keys()].sort()).toEqual([...wanted].sort());
  }, 120_000);

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

  test("error: INVALID_ARGUMENT for more than a program can demand", async () => {
    const { bundle } = compiled("erc4626", "deposit", { simulated: 2n ** 130n });
    await expect(bundle).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  });
});

function shown(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
