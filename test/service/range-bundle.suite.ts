import { type Address, parseAbi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { readTransaction } from "../../src/api/decode/readable.ts";
import { undemandedSteps } from "../../src/api/decode/undemanded.ts";
import { coreWalletOf } from "../../src/api/program/contracts.ts";
import { NATIVE, ZERO_ADDRESS } from "../../src/lib/address.ts";
import type { Protocol } from "../../src/protocols/protocol.ts";
import { uniswapV3 } from "../../src/protocols/uniswap-v3/index.ts";
import type { ConcentratedPool } from "../../src/protocols/uniswap-v3/pool.ts";
import { uniswapV4 } from "../../src/protocols/uniswap-v4/index.ts";
import type { UniswapV4Pool } from "../../src/protocols/uniswap-v4/pool.ts";
import { type Action, act, askBundle, mined, out, type Wallet } from "../harness/bundles.ts";
import { createSafe } from "../harness/safe.ts";
import type { DevnetClient } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { approveExactly, ask, balanceOf, deal, sendFrom, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x00000000000000000000000000000000005ba3f1";
const FRIEND: Address = "0x00000000000000000000000000000000005ba3f2";
const REFUNDED: Address = "0x00000000000000000000000000000000005ba3f3";
const ETHER = 10n ** 18n;

const nftAbi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function ownerOf(uint256 id) view returns (address)",
  "function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)",
  "function nextTokenId() view returns (uint256)",
  "function positions(uint256 id) view returns (uint96, address, address, address, uint24, int24, int24, uint128 liquidity)",
  "function getPositionLiquidity(uint256 id) view returns (uint128)",
]);

let wallet: Wallet;
let node: DevnetClient;

beforeAll(async () => {
  const weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: OWNER, value: 10n ** 24n });
  wallet = { weir, safe: await createSafe(weir, OWNER) };
  await deal(node, { owner: wallet.safe.address, token: NATIVE, amount: 1_000n * ETHER });
}, 300_000);

/** A family's pool of the native currency, or its wrapped form, and USDC. */
interface Market {
  readonly slug: string;
  readonly manager: Address;
  readonly ether: Address;
  readonly usdc: Address;
  readonly spacing: number;
  readonly tick: number;
  readonly key: Readonly<Record<string, unknown>>;
}

/** A pool of any of the families. */
type AnyPool = ConcentratedPool & Partial<Pick<UniswapV4Pool, "lpFeePips" | "hooks">>;

function marketOf(
  slug: string,
  ranges: Protocol["ranges"],
  keyOf: (state: AnyPool) => Market["key"],
): Market {
  const { pools, wrappedNative } = wallet.weir.service(1).snapshot();
  const usdc = tokenOf(wallet.weir, "USDC");
  const states = [...pools.values()].filter((state): state is AnyPool => state.slug === slug);
  // The deepest, which others' trades pass.
  const [found] = states
    .filter(({ token0, token1 }) => {
      const tokens: readonly Address[] = [token0, token1];
      return tokens.includes(usdc) && tokens.some((each) => [NATIVE, wrappedNative].includes(each));
    })
    .sort((a, b) => (a.liquidity < b.liquidity ? 1 : -1));
  const manager = ranges?.(slug).manager(slug, 1);
  if (found === undefined || !manager) throw new Error(`${slug} has no pool of ether and USDC`);
  const { token0, token1, tickSpacing, tick } = found;
  const ether = token0 === usdc ? token1 : token0;
  return { slug, manager, ether, usdc, spacing: tickSpacing, tick, key: keyOf(found) };
}

const MARKETS = {
  "uniswap-v3": () =>
    marketOf("uniswap-v3", uniswapV3.ranges, ({ feePips }) => ({ poolFee: feePips })),
  "uniswap-v4": () =>
    marketOf("uniswap-v4", uniswapV4.ranges, ({ lpFeePips, tickSpacing, hooks }) => ({
      ...{ poolFee: `${lpFeePips}`, tickSpacing },
      ...(hooks !== ZERO_ADDRESS && { hook: hooks }),
    })),
} as const;
const SLUGS = Object.keys(MARKETS) as readonly (keyof typeof MARKETS)[];

/** Ticks around the price. */
function around({ tick, spacing }: Market, reach = 100): readonly number[] {
  const centre = Math.floor(tick / spacing) * spacing;
  return [centre - reach * spacing, centre + reach * spacing];
}

async function lastNft({ slug, manager }: Market, owner: Address): Promise<bigint> {
  const nft = { address: manager, abi: nftAbi } as const;
  if (slug === "uniswap-v4") {
    return (await node.readContract({ ...nft, functionName: "nextTokenId" })) - 1n;
  }
  const count = await node.readContract({ ...nft, functionName: "balanceOf", args: [owner] });
  return node.readContract({
    ...{ ...nft, functionName: "tokenOfOwnerByIndex", args: [owner, count - 1n] },
  });
}

async function liquidityOf({ slug, manager }: Market, id: bigint): Promise<bigint> {
  const nft = { address: manager, abi: nftAbi } as const;
  if (slug === "uniswap-v4") {
    return node.readContract({ ...nft, functionName: "getPositionLiquidity", args: [id] });
  }
  return (await node.readContract({ ...nft, functionName: "positions", args: [id] }))[7];
}

function mint(market: Market, amounts: readonly bigint[], args: Action["args"] = {}): Action {
  const { slug, manager, ether, usdc, key } = market;
  return act(slug, "depositclmm", {
    ...{ tokenIn: [usdc, ether], tokenOut: manager, amountIn: amounts.map(String) },
    ...{ ticks: around(market), ...key, ...args },
  });
}

function grow(market: Market, tokenId: string, amounts: readonly bigint[]): Action {
  const { slug, manager, ether, usdc } = market;
  return act(slug, "depositclmm", {
    ...{ tokenIn: [usdc, ether], tokenOut: manager, amountIn: amounts.map(String), tokenId },
  });
}

function take(market: Market, tokenId: unknown, args: Action["args"] = {}): Action {
  const { slug, manager, ether, usdc } = market;
  return act(slug, "redeemclmm", { tokenIn: manager, tokenOut: [ether, usdc], tokenId, ...args });
}

async function give({ ether, usdc }: Market, amounts: readonly bigint[]): Promise<void> {
  const owner = wallet.safe.address;
  await deal(node, { owner, token: usdc, amount: amounts[0] ?? 0n });
  if (ether !== NATIVE) await deal(node, { owner, token: ether, amount: amounts[1] ?? 0n });
}

/** Runs a bundle in the Safe; what it gains of tokens that it is not given is what was answered. */
async function run(
  actions: readonly Action[],
  query: Readonly<Record<string, string>> = {},
  undemanded: readonly number[] = [],
) {
  const { weir, safe } = wallet;
  const { status, body } = await askBundle(wallet, actions, query);
  expect(status, JSON.stringify({ ...body, tx: undefined })).toBe(200);
  const { to, from, data } = body.tx;
  const decoded = readTransaction({ to, from, data, value: BigInt(body.tx.value) }, null);
  expect(undemandedSteps(decoded.steps, null)).toEqual(undemanded);
  await mined(weir, await safe.delegateCall(body.tx, BigInt(body.gas)));
  return body;
}

/**
 * Steps without a minimum of what is added: V4's manager pays first what was earned, which no price
 * changes, by the function that also takes liquidity out.
 */
const PAID_FIRST = { "uniswap-v3": [], "uniswap-v4": [1] } as const;
const AMOUNTS = [5_000_000_000n, 3n * ETHER] as const;

describe("bundles of LP NFTs", () => {
  test.each(SLUGS)("default: an NFT of %s is made, grown, shrunk and ended", async (slug) => {
    const market = MARKETS[slug]();
    const { safe } = wallet;
    await give(market, AMOUNTS);
    const made = await run([mint(market, AMOUNTS)]);
    expect(made.amountsOut[market.manager]).toBe("1");
    const id = await lastNft(market, safe.address);
    const first = await liquidityOf(market, id);
    expect(first).toBeGreaterThan(0n);

    await give(market, AMOUNTS);
    const { usdc, manager } = market;
    await run([grow(market, `${id}`, AMOUNTS)], {}, PAID_FIRST[slug]);
    const grown = await liquidityOf(market, id);
    expect(grown).toBeGreaterThan(first + (first * 99n) / 100n);

    await give(market, [0n, 0n]);
    const shrunk = await run([take(market, `${id}`, { liquidity: `${grown / 3n}` })]);
    expect(await liquidityOf(market, id)).toBe(grown - grown / 3n);
    expect(await balanceOf(node, usdc, safe.address)).toBe(BigInt(shrunk.amountsOut[usdc] ?? 0));

    // As all there is says too: it ends the NFT.
    const ended = await run([take(market, `${id}`, { liquidity: `${grown - grown / 3n}` })]);
    expect(BigInt(ended.amountsOut[usdc] ?? 0)).toBeGreaterThan(0n);
    await expect(
      node.readContract({ address: manager, abi: nftAbi, functionName: "ownerOf", args: [id] }),
    ).rejects.toThrow();
  }, 120_000);

  test.each(SLUGS)("behavior: what others' trades paid is collected of %s", async (slug) => {
    const market = MARKETS[slug]();
    const { ether, usdc } = market;
    await give(market, AMOUNTS);
    await run([mint(market, AMOUNTS)]);
    const id = await lastNft(market, wallet.safe.address);
    const held = await liquidityOf(market, id);
    await give(market, [10n ** 12n, 0n]);
    await run([act(slug, "swap", { tokenIn: usdc, tokenOut: ether, amountIn: `${10n ** 11n}` })]);
    await give(market, [0n, 0n]);
    const { amountsOut } = await run([take(market, `${id}`, { liquidity: "0" })]);
    expect(BigInt(amountsOut[usdc] ?? 0)).toBeGreaterThan(0n);
    expect(await balanceOf(node, usdc, wallet.safe.address)).toBe(BigInt(amountsOut[usdc] ?? 0));
    expect(await liquidityOf(market, id)).toBe(held);
    const { status, body } = await askBundle(wallet, [take(market, `${id}`, { liquidity: "0" })]);
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
    // Nor is what it has earned since taken for a rest of what is added.
    await give(market, [10n ** 12n, 0n]);
    await run([act(slug, "swap", { tokenIn: usdc, tokenOut: ether, amountIn: `${10n ** 11n}` })]);
    await give(market, AMOUNTS);
    await run([grow(market, `${id}`, [AMOUNTS[0], AMOUNTS[1] / 10n])], {}, PAID_FIRST[slug]);
    expect(await liquidityOf(market, id)).toBeGreaterThan(held);
    await run([take(market, `${id}`)]);
  }, 120_000);

  test.each(
    SLUGS,
  )("behavior: in and out of %s in one bundle, of a trade's output", async (slug) => {
    const market = MARKETS[slug]();
    const { ether, usdc } = market;
    await give(market, [20_000_000_000n, 0n]);
    const wanted = ether === NATIVE ? NATIVE : ether;
    const body = await run([
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
    const market = MARKETS["uniswap-v3"]();
    await give(market, AMOUNTS);
    const before = await balanceOf(node, market.usdc, REFUNDED);
    const action = mint(market, [AMOUNTS[0], ETHER / 10n], { receiver: FRIEND });
    const body = await run([action], { refundReceiver: REFUNDED });
    expect(body.amountsOut).toEqual({ [market.manager]: "1" });
    const id = await lastNft(market, FRIEND);
    expect(await liquidityOf(market, id)).toBeGreaterThan(0n);
    expect((await balanceOf(node, market.usdc, REFUNDED)) - before).toBeGreaterThan(0n);
    // It is not the wallet's to add to, nor to take from.
    const grown = await askBundle(wallet, [grow(market, `${id}`, AMOUNTS)]);
    expect([grown.status, grown.body.code]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(grown.body.details?.map(({ path }) => path)).toEqual(["0.args.tokenId"]);
    const taken = await askBundle(wallet, [take(market, `${id}`)]);
    expect([taken.status, taken.body.code]).toEqual([422, "SIMULATION_FAILED"]);
  }, 120_000);

  test("behavior: a core wallet makes one for its owner, and ends it", async () => {
    const { weir } = wallet;
    const market = MARKETS["uniswap-v3"]();
    const host = coreWalletOf(OWNER);
    const tokens = [market.usdc, market.ether];
    for (const [i, token] of tokens.entries()) {
      const amount = AMOUNTS[i] ?? 0n;
      await deal(node, { owner: OWNER, token, amount });
      await approveExactly(node, { owner: OWNER, token, spender: host, amount });
    }
    const send = async (actions: readonly Action[]) => {
      const query = { fromAddress: OWNER, routingStrategy: "corewallet" };
      const { status, body } = await ask(weir, "bundle", query, actions);
      expect(status, JSON.stringify({ ...body, tx: undefined })).toBe(200);
      const { to, data } = body.tx;
      await mined(weir, await sendFrom(node, OWNER, { to, data, gas: BigInt(body.gas) }));
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
    const market = MARKETS[slug]();
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
      const moved = await askBundle(wallet, [
        act(slug, "swap", { tokenIn, tokenOut, amountIn: `${amountIn}`, slippage: 5_000 }),
      ]);
      expect(moved.status, JSON.stringify({ ...moved.body, tx: undefined })).toBe(200);
      await mined(weir, await safe.delegateCall(moved.body.tx, BigInt(moved.body.gas)));
      await give(market, amounts);
      const hash = await safe.delegateCall(body.tx, BigInt(body.gas) * 2n);
      await weir.mine(1);
      expect((await node.getTransactionReceipt({ hash })).status).toBe("reverted");
    }
  }, 120_000);

  test("error: INVALID_ARGUMENT and ACTION_UNSUPPORTED name what is meant", async () => {
    const market = MARKETS["uniswap-v3"]();
    const { manager, usdc, ether, slug } = market;
    const refused = async (action: Action) => {
      const { status, body } = await askBundle(wallet, [action]);
      return [status, body.code, body.details?.[0]?.path];
    };
    const ticks = [around(market)[0], Number(around(market)[1]) + 1];
    const at = (name: string) => `0.args.${name}`;
    expect(await refused(mint(market, AMOUNTS, { ticks }))).toEqual([
      ...[400, "INVALID_ARGUMENT", at("ticks")],
    ]);
    expect(await refused(mint(market, AMOUNTS, { tickSpacing: 60 }))).toEqual([
      ...[400, "INVALID_ARGUMENT", at("tickSpacing")],
    ]);
    expect(await refused(mint(market, AMOUNTS, { tokenOut: usdc.replace("a", "b") }))).toEqual([
      ...[422, "ACTION_UNSUPPORTED", at("tokenOut")],
    ]);
    expect(await refused(mint(market, AMOUNTS, { tokenIn: [usdc, NATIVE] }))).toEqual([
      ...[422, "ACTION_UNSUPPORTED", at("tokenIn")],
    ]);
    expect((await refused(mint(market, [0n, 0n])))[1]).toBe("AMOUNT_TOO_SMALL");
    expect((await refused(mint(market, [1n, 0n])))[1]).toBe("AMOUNT_TOO_SMALL");
    await give(market, AMOUNTS);
    await run([mint(market, AMOUNTS)]);
    const id = await lastNft(market, wallet.safe.address);
    const other = act(slug, "redeemclmm", {
      ...{ tokenIn: manager, tokenOut: [ether, tokenOf(wallet.weir, "DAI")], tokenId: `${id}` },
    });
    expect(await refused(other)).toEqual([400, "INVALID_ARGUMENT", at("tokenOut")]);
    const tooMuch = `${(await liquidityOf(market, id)) + 1n}`;
    const { body } = await askBundle(wallet, [take(market, `${id}`, { liquidity: tooMuch })]);
    expect(body.code).toBe("SIMULATION_FAILED");
    expect(body.message).toContain(tooMuch);
    await run([take(market, `${id}`, { minAmountOut: ["1", "1"] })]);
  }, 120_000);
});
