import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { compileBundle } from "../../../src/api/bundle/compile.ts";
import { outputKey } from "../../../src/api/bundle/compiler.ts";
import { parseBundle } from "../../../src/api/bundle/parse.ts";
import { statesOf } from "../../../src/api/bundle/states.ts";
import { VERBS } from "../../../src/api/bundle/verbs/index.ts";
import { delegateAccount } from "../../../src/api/program/execution.ts";
import type { Step } from "../../../src/api/program/steps.ts";
import { uniswapV3 } from "../../../src/protocols/uniswap-v3/index.ts";
import { addToRange } from "../../../src/protocols/uniswap-v3/range.ts";
import { samples } from "../../protocols/uniswap-v3/sample.ts";
import { ALICE, BOB, WETH } from "../fixture/market.ts";
import { snapshotOf } from "../router/market.ts";

const pool = samples.find(({ slug }) => slug === "uniswap-v3");
const manager = uniswapV3.ranges?.("uniswap-v3").manager("uniswap-v3", 1);
if (pool === undefined || !manager) throw new Error("no pool with a manager");
const { token0, token1, tickSpacing: spacing, feePips } = pool;
const centre = Math.floor(pool.tick / spacing) * spacing;
const range = { lower: centre - 10 * spacing, upper: centre + 10 * spacing };
const snapshot = snapshotOf([{ protocol: uniswapV3, state: pool }], {
  tokens: [token0, token1].map((address, n) => ({ address, symbol: `T${n}`, decimals: 18 })),
  ...{ wrappedNative: WETH, usdAnchors: [token1], connectors: [token1] },
});
const AMOUNTS = [10n ** 18n, 5n * 10n ** 18n] as const;
const quote = addToRange(pool, range, AMOUNTS);
if (quote === null) throw new Error("the pool takes nothing");
const { liquidity, spent } = quote;

interface Asked {
  readonly refundReceiver?: Address;
  readonly estimates?: ReadonlyMap<string, bigint>;
  readonly minimums?: "none" | "slippage";
}

async function compile(sent: readonly object[], asked: Asked = {}) {
  const { refundReceiver = ALICE, estimates = new Map(), minimums = "slippage" } = asked;
  const offers = new Map([["uniswap-v3", new Set(VERBS.map(({ name }) => name))]]);
  const actions = parseBundle(sent, { chainId: 1, offers });
  const request = {
    ...{ chainId: 1, fromAddress: ALICE, receiver: null, spender: ALICE, actions, deadline: null },
    ...{ strategy: "delegate" as const, refundReceiver },
  };
  return compileBundle(
    {
      ...{ snapshot, states: statesOf(snapshot), estimates, permit2: BOB, minimums, request },
      gasPriceIn: () => ({ numerator: 0n, denominator: 1n }),
    },
    { account: delegateAccount(ALICE), funding: new Map(), swept: [], reports: "none" },
  );
}

const deposit = (args: object = {}) => ({
  ...{ protocol: "uniswap-v3", action: "depositclmm" },
  args: {
    ...{ tokenIn: [token1, token0], tokenOut: manager, poolFee: feePips },
    ...{ amountIn: [...AMOUNTS].reverse().map(String), ticks: [range.lower, range.upper] },
    ...args,
  },
});
const redeem = (args: object = {}) => ({
  ...{ protocol: "uniswap-v3", action: "redeemclmm" },
  args: { tokenIn: manager, tokenOut: [token0, token1], tokenId: "7", ...args },
});

const of = <O extends Step["op"]>(steps: readonly Step[], op: O) =>
  steps.filter((step): step is Extract<Step, { op: O }> => step.op === op);
/** What the manager may take, by the literals that its approvals hold. */
function approved(steps: readonly Step[]) {
  const set = new Map(of(steps, "set").map(({ out, literal }) => [out, literal]));
  const call = of(steps, "call").find(({ approvals }) => approvals.length > 0);
  return call?.approvals.map(({ register }) => set.get(register));
}
const facts = (held: bigint, owner: Address = ALICE) => [
  [outputKey(0, 1_001), BigInt(token0)] as const,
  [outputKey(0, 1_002), BigInt(token1)] as const,
  [outputKey(0, 1_003), held] as const,
  [outputKey(0, 1_004), BigInt(owner)] as const,
];

describe("compileRangeDeposit", () => {
  test("default: the liquidity has a minimum, what is in excess a maximum", async () => {
    const { program, actions } = await compile([deposit({ slippage: "100" })]);
    expect(of(program.steps, "at-least").map(({ minimum }) => minimum)).toEqual([
      (liquidity * 99n) / 100n,
    ]);
    const most = spent.map((amount, i) => {
      const limit = (amount * 101n + 99n) / 100n + 1n;
      const given = AMOUNTS[i] ?? 0n;
      return limit < given ? limit : given;
    });
    expect(most.some((amount, i) => amount < (AMOUNTS[i] ?? 0n))).toBe(true);
    expect(approved(program.steps)).toEqual(most);
    expect(
      actions[0]?.outputs.map(({ index, token, expected }) => [index, token, expected]),
    ).toEqual([
      [0, null, liquidity],
      [1, token1, AMOUNTS[1] - spent[1]],
      [2, token0, AMOUNTS[0] - spent[0]],
      [3, null, null],
    ]);
    expect(actions[0]?.paid).toEqual([{ token: manager, account: ALICE }]);
  });

  test("behavior: while amounts are found out there are no limits", async () => {
    const { program } = await compile([deposit()], { minimums: "none" });
    expect(of(program.steps, "at-least")).toEqual([]);
    expect(approved(program.steps)).toEqual([...AMOUNTS]);
  });

  test("behavior: rests go to the refund receiver and are no outputs then", async () => {
    const { program, actions } = await compile([deposit()], { refundReceiver: BOB });
    expect(of(program.steps, "send").map(({ token, to }) => [token, to])).toEqual([
      [token0, BOB],
      [token1, BOB],
    ]);
    expect(actions[0]?.outputs.map(({ token }) => token)).toEqual([null, null, null, null]);
  });

  test("behavior: a later trade in the pool is planned on what was added", async () => {
    const amountIn = `${pool.liquidity / 1_000n}`;
    const trade = {
      ...{ protocol: "uniswap-v3", action: "swap" },
      args: { tokenIn: token0, tokenOut: token1, amountIn },
    };
    const alone = await compile([trade]);
    const after = await compile([
      deposit({ amountIn: AMOUNTS.map((each) => `${each * 10n}`) }),
      trade,
    ]);
    const expected = ({ actions }: Awaited<ReturnType<typeof compile>>) =>
      actions.at(-1)?.outputs[0]?.expected ?? 0n;
    expect(expected(after)).toBeGreaterThan(expected(alone));
  });

  test("error: INVALID_ARGUMENT for an NFT of somebody else", async () => {
    const tokenId = { tokenId: "7", ticks: undefined, poolFee: undefined };
    const known = new Map([...facts(5n, BOB), [outputKey(0, 0), 9n] as const]);
    await expect(compile([deposit(tokenId)], { estimates: known })).rejects.toMatchObject({
      ...{ code: "INVALID_ARGUMENT", message: expect.stringContaining(BOB) },
    });
    const own = new Map([...facts(5n), [outputKey(0, 0), 9n] as const]);
    const { actions } = await compile([deposit(tokenId)], { estimates: own });
    expect(actions[0]?.paid).toEqual([]);
  });

  test("error: INVALID_ARGUMENT for ticks that the pool has not, and for the key of another kind", async () => {
    await expect(
      compile([deposit({ ticks: [range.lower + 1, range.upper] })]),
    ).rejects.toMatchObject({ details: [{ path: "0.args.ticks" }] });
    await expect(compile([deposit({ poolFee: undefined, tickSpacing: 5 })])).rejects.toMatchObject({
      details: [{ path: "0.args.poolFee" }, { path: "0.args.tickSpacing" }],
    });
    await expect(compile([deposit({ ticks: undefined })])).rejects.toMatchObject({
      details: [{ path: "0.args.ticks" }],
    });
    await expect(compile([deposit({ tokenId: "5" })])).rejects.toMatchObject({
      details: [{ path: "0.args.ticks" }, { path: "0.args.poolFee" }],
    });
  });
});

describe("compileRangeRedeem", () => {
  const gained = (first: bigint, second: bigint) => [
    [outputKey(0, 0), first] as const,
    [outputKey(0, 1), second] as const,
  ];
  const selectors = (steps: readonly Step[]) =>
    of(steps, "call").map(({ data }) => data.slice(0, 10));
  // https://github.com/Uniswap/v3-periphery/blob/0682387198a24c7cd63566a2c58398533860a5d1/contracts/interfaces/INonfungiblePositionManager.sol
  const [DECREASE, COLLECT, BURN] = ["0x0c49ccbe", "0xfc6f7865", "0x42966c68"];

  test("default: some of it, each token with a minimum of what arrived", async () => {
    const estimates = new Map([...facts(10n), ...gained(1_000n, 2_000n)]);
    const { program, actions } = await compile([redeem({ liquidity: "9" })], { estimates });
    expect(of(program.steps, "at-least").map(({ minimum }) => minimum)).toEqual([995n, 1_990n]);
    expect(selectors(program.steps)).toEqual([DECREASE, COLLECT]);
    expect(actions[0]?.outputs.map(({ token }) => token)).toEqual([token0, token1]);
  });

  test.each([{ liquidity: "10" }, {}])("behavior: all of it ends the NFT (%o)", async (args) => {
    const estimates = new Map([...facts(10n), ...gained(1_000n, 0n)]);
    const { program } = await compile([redeem(args)], { estimates });
    expect(selectors(program.steps).slice(-3)).toEqual([DECREASE, COLLECT, BURN]);
    // Beside the price it is of one token, and the other has no minimum.
    expect(of(program.steps, "at-least").map(({ minimum }) => minimum)).toEqual([995n]);
  });

  test("behavior: of 0 what it has earned", async () => {
    const estimates = new Map([...facts(10n), ...gained(0n, 8n)]);
    const { program } = await compile([redeem({ liquidity: 0 })], { estimates });
    expect(selectors(program.steps)).toEqual([COLLECT]);
    const nothing = new Map([...facts(10n), ...gained(0n, 0n)]);
    await expect(compile([redeem({ liquidity: 0 })], { estimates: nothing })).rejects.toMatchObject(
      { code: "SIMULATION_FAILED" },
    );
  });

  test("behavior: what is taken has to be there, which the first simulation tells", async () => {
    const { program } = await compile([redeem({ liquidity: "9" })], { minimums: "none" });
    expect(of(program.steps, "at-least").map(({ minimum }) => minimum)).toEqual([9n]);
  });

  test("error: INVALID_ARGUMENT names the tokens of the NFT's pool", async () => {
    const estimates = new Map([...facts(10n), ...gained(1n, 1n)]);
    await expect(
      compile([redeem({ tokenOut: [token0, BOB] })], { estimates }),
    ).rejects.toMatchObject({
      ...{ code: "INVALID_ARGUMENT", message: expect.stringContaining(token1) },
    });
  });
});
