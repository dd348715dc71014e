import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { readTransaction } from "../../src/api/decode/readable.ts";
import { undemandedSteps } from "../../src/api/decode/undemanded.ts";
import { coreWalletOf } from "../../src/api/program/contracts.ts";
import { NATIVE } from "../../src/lib/address.ts";
import {
  type Action,
  act,
  askBundle,
  askCoreBundle,
  createWallet,
  executeBundle,
  fund,
  fundCoreWallet,
  out,
  run,
  type Wallet,
} from "../harness/bundles.ts";
import { gainOf, mined, reverted, sendAnswer } from "../harness/execution.ts";
import type { DevnetClient } from "../harness/service.ts";
import { balanceOf, bodyOf, type TradeBody, tokenOf } from "../harness/trading.ts";
import * as ranges from "./range-market.ts";
import { around, grow, MARKETS, type Market, mint, nftAbi, take } from "./range-market.ts";

const OWNER: Address = "0x00000000000000000000000000000000005ba3f1";
const FRIEND: Address = "0x00000000000000000000000000000000005ba3f2";
const REFUNDED: Address = "0x00000000000000000000000000000000005ba3f3";
const ETHER = 10n ** 18n;
const SLUGS = Object.keys(MARKETS) as readonly (keyof typeof MARKETS)[];
/** Of USDC and of ether. */
const AMOUNTS = [5_000_000_000n, 3n * ETHER] as const;
/**
 * Steps without a minimum of what is added: V4's manager pays first what was earned, which no price
 * changes, by the function that also takes liquidity out.
 */
const PAID_FIRST = { "uniswap-v3": [], "uniswap-v4": [1] } as const;

let wallet: Wallet;
let node: DevnetClient;

beforeAll(async () => {
  wallet = await createWallet(OWNER);
  node = wallet.weir.node(1);
  await fund(wallet, NATIVE, 1_000n * ETHER);
}, 300_000);

const marketOf = (slug: keyof typeof MARKETS) => MARKETS[slug](wallet.weir);
const give = (market: Market, amounts: readonly bigint[]) => ranges.give(wallet, market, amounts);
const lastNft = (market: Market, owner: Address) => ranges.lastNft(node, market, owner);
const liquidityOf = (market: Market, id: bigint) => ranges.liquidityOf(node, market, id);

/**
 * Runs a bundle in the Safe, all of whose steps demand a minimum of what they give.
 *
 * @param undemanded Places of steps that demand none.
 */
async function execute(
  actions: readonly Action[],
  query: Readonly<Record<string, string>> = {},
  undemanded: readonly number[] = [],
): Promise<TradeBody> {
  const { body } = await executeBundle(wallet, actions, query);
  const { to, from, data, value } = body.tx;
  const decoded = readTransaction({ to, from, data, value: BigInt(value) }, null);
  expect(undemandedSteps(decoded.steps, null)).toEqual(undemanded);
  return body;
}

/** Sells 100,000 USDC for ether in the pool, which pays those who hold its NFTs. */
async function tradePast({ slug, usdc, ether }: Market): Promise<void> {
  await execute([act(slug, "swap", { tokenIn: usdc, tokenOut: ether, amountIn: `${10n ** 11n}` })]);
}

describe("bundles of LP NFTs", () => {
  test.each(SLUGS)("default: an NFT of %s is made, grown, shrunk and ended", async (slug) => {
    const market = marketOf(slug);
    const { safe } = wallet;
    await give(market, AMOUNTS);
    const made = await execute([mint(market, AMOUNTS)]);
    expect(made.amountsOut[market.manager]).toBe("1");
    const id = await lastNft(market, safe.address);
    const first = await liquidityOf(market, id);
    expect(first).toBeGreaterThan(0n);

    await give(market, AMOUNTS);
    const { usdc, manager } = market;
    await execute([grow(market, `${id}`, AMOUNTS)], {}, PAID_FIRST[slug]);
    const grown = await liquidityOf(market, id);
    expect(grown).toBeGreaterThan(first + (first * 99n) / 100n);

    await give(market, [0n, 0n]);
    const shrunk = await execute([take(market, `${id}`, { liquidity: `${grown / 3n}` })]);
    expect(await liquidityOf(market, id)).toBe(grown - grown / 3n);
    expect(await balanceOf(node, usdc, safe.address)).toBe(BigInt(shrunk.amountsOut[usdc] ?? 0));

    // As all there is says too: it ends the NFT.
    const ended = await execute([take(market, `${id}`, { liquidity: `${grown - grown / 3n}` })]);
    expect(BigInt(ended.amountsOut[usdc] ?? 0)).toBeGreaterThan(0n);
    await expect(
      node.readContract({ address: manager, abi: nftAbi, functionName: "ownerOf", args: [id] }),
    ).rejects.toThrow();
  }, 120_000);

  test.each(SLUGS)("behavior: what others' trades paid is collected of %s", async (slug) => {
    const market = marketOf(slug);
    const { usdc } = market;
    await give(market, AMOUNTS);
    await execute([mint(market, AMOUNTS)]);
    const id = await lastNft(market, wallet.safe.address);
    const held = await liquidityOf(market, id);
    await give(market, [10n ** 12n, 0n]);
    await tradePast(market);
    await give(market, [0n, 0n]);
    const { amountsOut } = await execute([take(market, `${id}`, { liquidity: "0" })]);
    expect(BigInt(amountsOut[usdc] ?? 0)).toBeGreaterThan(0n);
    expect(await balanceOf(node, usdc, wallet.safe.address)).toBe(BigInt(amountsOut[usdc] ?? 0));
    expect(await liquidityOf(market, id)).toBe(held);
    const { status, body } = await askBundle(wallet, [take(market, `${id}`, { liquidity: "0" })]);
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
    // Nor is what it has earned since taken for a rest of what is added.
    await give(market, [10n ** 12n, 0n]);
    await tradePast(market);
    await give(market, AMOUNTS);
    await execute([grow(market, `${id}`, [AMOUNTS[0], AMOUNTS[1] / 10n])], {}, PAID_FIRST[slug]);
    expect(await liquidityOf(market, id)).toBeGreaterThan(held);
    await execute([take(market, `${id}`)]);
  }, 120_000);

  test.each(
    SLUGS,
  )("behavior: in and out of %s in one bundle, of a trade's output", async (slug) => {
    const market = marketOf(slug);
    const { ether, usdc } = market;
    await give(market, [20_000_000_000n, 0n]);
    const wanted = ether === NATIVE ? NATIVE : ether;
    const body = await execute([
      act("core", "route", { tokenIn: usdc, tokenOut: wanted, amountIn: "5000000000" }),
      act(slug, "depositclmm", {
        ...{ tokenIn: [usdc, ether], tokenOut: market.manager, ...market.key },
        ...{ amountIn: ["15000000000", out(0)], ticks: around(market) },
      }),
      // What is left of the excess.
      act("erc20", "transfer", { token: usdc, recipient: FRIEND, amount: out(1, 1) }),
      take(market, out(1, 3), { liquidity: out(1), receiver: FRIEND }),
    ]);
    expect(BigInt(body.amountsOut[usdc] ?? 0)).toBeGreaterThan(0n);
    expect(await balanceOf(node, usdc, FRIEND)).toBeGreaterThan(5_000_000_000n);
  }, 120_000);

  test("behavior: rests go to the refund receiver, the NFT to the receiver", async () => {
    const market = marketOf("uniswap-v3");
    await give(market, AMOUNTS);
    const action = mint(market, [AMOUNTS[0], ETHER / 10n], { receiver: FRIEND });
    const rest = await gainOf(node, { token: market.usdc, owner: REFUNDED }, async () => {
      const { amountsOut } = await execute([action], { refundReceiver: REFUNDED });
      expect(amountsOut).toEqual({ [market.manager]: "1" });
    });
    expect(rest).toBeGreaterThan(0n);
    const id = await lastNft(market, FRIEND);
    expect(await liquidityOf(market, id)).toBeGreaterThan(0n);
    // It is not the wallet's to add to, nor to take from.
    const grown = await askBundle(wallet, [grow(market, `${id}`, AMOUNTS)]);
    expect([grown.status, grown.body.code]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(grown.body.details?.map(({ path }) => path)).toEqual(["0.args.tokenId"]);
    const taken = await askBundle(wallet, [take(market, `${id}`)]);
    expect([taken.status, taken.body.code]).toEqual([422, "SIMULATION_FAILED"]);
  }, 120_000);

  test("behavior: a core wallet makes one for its owner, and ends it", async () => {
    const { weir } = wallet;
    const market = marketOf("uniswap-v3");
    const host = coreWalletOf(OWNER);
    const tokens = [market.usdc, market.ether];
    for (const [i, token] of tokens.entries()) {
      await fundCoreWallet(node, OWNER, { token, amount: AMOUNTS[i] ?? 0n });
    }
    const send = async (actions: readonly Action[]) => {
      const body = bodyOf(await askCoreBundle(weir, OWNER, { actions }));
      await mined(weir, await sendAnswer(node, body));
      return body;
    };
    await send([mint(market, AMOUNTS)]);
    const id = await lastNft(market, host);
    const [rest, restEther] = await Promise.all(tokens.map((each) => balanceOf(node, each, host)));
    const { amountsOut } = await send([take(market, `${id}`)]);
    const [held, heldEther] = await Promise.all(tokens.map((each) => balanceOf(node, each, host)));
    expect((held ?? 0n) - (rest ?? 0n)).toBe(BigInt(amountsOut[market.usdc] ?? 0));
    expect((heldEther ?? 0n) - (restEther ?? 0n)).toBe(BigInt(amountsOut[market.ether] ?? 0));
  }, 120_000);

  test.each(SLUGS)("behavior: a moved price reverts what was answered for %s", async (slug) => {
    const market = marketOf(slug);
    const { weir, safe } = wallet;
    const { usdc, ether } = market;
    // Much more of one token than is taken: a falling price would take more of it.
    const amounts = [AMOUNTS[0] * 100n, AMOUNTS[1]] as const;
    for (const [tokenIn, tokenOut, amountIn] of [
      [usdc, ether, 3n * 10n ** 12n],
      [ether, usdc, 900n * ETHER],
    ] as const) {
      await give(market, amounts);
      const { body } = await askBundle(wallet, [mint(market, amounts)]);
      await give(market, [10n ** 13n, 10n ** 21n]);
      const swap = { tokenIn, tokenOut, amountIn: `${amountIn}`, slippage: 5_000 };
      await run(wallet, bodyOf(await askBundle(wallet, [act(slug, "swap", swap)])));
      await give(market, amounts);
      await reverted(weir, await safe.delegateCall(body.tx, BigInt(body.gas) * 2n));
    }
  }, 120_000);

  test("error: INVALID_ARGUMENT and ACTION_UNSUPPORTED name what is meant", async () => {
    const market = marketOf("uniswap-v3");
    const { manager, usdc, ether, slug } = market;
    const refused = async (action: Action) => {
      const { status, body } = await askBundle(wallet, [action]);
      return [status, body.code, body.details?.[0]?.path];
    };
    const ticks = [around(market)[0], Number(around(market)[1]) + 1];
    const at = (name: string) => `0.args.${name}`;
    for (const [args, status, code] of [
      [{ ticks }, 400, "INVALID_ARGUMENT"],
      [{ tickSpacing: 60 }, 400, "INVALID_ARGUMENT"],
      [{ tokenOut: usdc.replace("a", "b") }, 422, "ACTION_UNSUPPORTED"],
      [{ tokenIn: [usdc, NATIVE] }, 422, "ACTION_UNSUPPORTED"],
    ] as const) {
      const path = at(Object.keys(args)[0] ?? "");
      expect(await refused(mint(market, AMOUNTS, args))).toEqual([status, code, path]);
    }
    expect((await refused(mint(market, [0n, 0n])))[1]).toBe("AMOUNT_TOO_SMALL");
    expect((await refused(mint(market, [1n, 0n])))[1]).toBe("AMOUNT_TOO_SMALL");
    await give(market, AMOUNTS);
    await execute([mint(market, AMOUNTS)]);
    const id = await lastNft(market, wallet.safe.address);
    const other = act(slug, "redeemclmm", {
      ...{ tokenIn: manager, tokenOut: [ether, tokenOf(wallet.weir, "DAI")], tokenId: `${id}` },
    });
    expect(await refused(other)).toEqual([400, "INVALID_ARGUMENT", at("tokenOut")]);
    const tooMuch = `${(await liquidityOf(market, id)) + 1n}`;
    const { body } = await askBundle(wallet, [take(market, `${id}`, { liquidity: tooMuch })]);
    expect(body.code).toBe("SIMULATION_FAILED");
    expect(body.message).toContain(tooMuch);
    await execute([take(market, `${id}`, { minAmountOut: ["1", "1"] })]);
  }, 120_000);
});
