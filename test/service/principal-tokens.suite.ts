import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { SY_WSTETH } from "../../devnet/protocols/pendle.ts";
import { lower, NATIVE } from "../../src/lib/address.ts";
import type { PendleMarket } from "../../src/protocols/pendle/state.ts";
import { mined, sendAnswer } from "../harness/execution.ts";
import { createLimitedTrades } from "../harness/limited-trades.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { ask, balanceOf, bodyOf, read, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x00000000000000000000000000000000009e4d1e";
const ETHER = 10n ** 18n;

let weir: RunningService;
let trades: ReturnType<typeof createLimitedTrades>;

beforeAll(async () => {
  weir = await sharedService();
  await weir.node(1).setBalance({ address: OWNER, value: 10n ** 24n });
  trades = createLimitedTrades({ weir, owner: OWNER });
}, 300_000);

/** The devnet's market. */
function theMarket(): PendleMarket {
  const found = [...weir.service(1).snapshot().pools.values()].filter((state) => {
    return state.slug === "pendle" && (state as Partial<PendleMarket>).kind === "market";
  });
  const [market, ...others] = found;
  if (market === undefined || others.length > 0) throw new Error(`${found.length} markets`);
  return market as PendleMarket;
}

interface TokenRecord {
  readonly address: Address;
  readonly symbol: string | null;
  readonly apy: number | null;
  readonly tvl: number | null;
  readonly protocolSlug: string | null;
  readonly underlyingTokens: readonly { readonly symbol: string | null }[];
}

/** Executes a route of ether some blocks later; the part of what it answered that arrives. */
async function partLater(tokenOut: Address, receiver: Address): Promise<number> {
  const node = weir.node(1);
  const body = bodyOf(
    await ask(weir, "route", {
      ...{ fromAddress: OWNER, receiver, tokenIn: NATIVE, tokenOut, amountIn: `${5n * ETHER}` },
    }),
  );
  for (let block = 0; block < 5; block++) await weir.mine(1);
  await mined(weir, await sendAnswer(node, body));
  return Number(await balanceOf(node, tokenOut, receiver)) / Number(body.amountOut);
}

async function recordOf(address: Address): Promise<TokenRecord | undefined> {
  const query = { chainId: "1", address, includeMetadata: "true" };
  const { data } = await read<{ readonly data: readonly TokenRecord[] }>(weir, "tokens", query);
  return data[0];
}

/** Dollars of a token. */
async function priceOf(token: Address): Promise<number> {
  const { price } = await read<{ readonly price: number | null }>(weir, `prices/1/${token}`);
  if (price === null) throw new Error(`${token} has no price.`);
  return price;
}

describe("PT", () => {
  test("default: routes lead in from ether, and out to DAI", async () => {
    const { pt } = theMarket();
    const { body } = await trades.executes({ tokenIn: NATIVE, tokenOut: pt, amountIn: 3n * ETHER });
    expect(body.route.map(({ action }) => action)).toContain("swap");
    await trades.acquire(pt, NATIVE, 2n * ETHER);
    await trades.executes({ tokenIn: pt, tokenOut: tokenOf(weir, "DAI"), amountIn: ETHER });
  }, 120_000);

  test("behavior: SY is wrapped and unwrapped", async () => {
    const sy = lower(SY_WSTETH);
    await trades.executes({ tokenIn: NATIVE, tokenOut: sy, amountIn: ETHER });
    await trades.acquire(sy, NATIVE, ETHER);
    await trades.executes({ tokenIn: sy, tokenOut: tokenOf(weir, "WETH"), amountIn: ETHER / 2n });
  }, 120_000);

  test("behavior: a route of some blocks before buys a little less, as PT becomes dearer", async () => {
    const { pt } = theMarket();
    const part = await partLater(pt, "0x00000000000000000000000000000000009e4d1f");
    expect(part).toBeLessThan(1);
    expect(part).toBeGreaterThan(1 - 1e-6);
  }, 120_000);

  test("behavior: is listed with the yield that its price implies", async () => {
    const { pt } = theMarket();
    const record = await recordOf(pt);
    expect(record).toMatchObject({ address: pt, symbol: expect.stringMatching(/^PT-wstETH-/) });
    expect(record?.apy).toBeGreaterThan(1);
    expect(record?.apy).toBeLessThan(6);
  });
});

describe("YT", () => {
  test("default: routes lead in from ether, and out to DAI, to the wei", async () => {
    const { yt } = theMarket();
    const { body } = await trades.executes({ tokenIn: NATIVE, tokenOut: yt, amountIn: ETHER });
    expect(body.route.map(({ action }) => action)).toContain("swap");
    await trades.acquire(yt, NATIVE, ETHER);
    await trades.executes({ tokenIn: yt, tokenOut: tokenOf(weir, "DAI"), amountIn: 5n * ETHER });
  }, 120_000);

  test("behavior: a route of some blocks before buys a little more, as YT becomes cheaper", async () => {
    const { yt } = theMarket();
    const part = await partLater(yt, "0x00000000000000000000000000000000009e4d21");
    expect(part).toBeGreaterThan(1);
    expect(part).toBeLessThan(1 + 1e-5);
  }, 120_000);

  test("behavior: is listed at what PT leaves of the asset, without a yield", async () => {
    const { pt, yt, sy, rate } = theMarket();
    const ofYt = await recordOf(yt);
    expect(ofYt).toMatchObject({ address: yt, protocolSlug: "pendle", apy: 0 });
    expect(ofYt?.symbol).toMatch(/^YT-wstETH-/);
    expect(ofYt?.underlyingTokens.map(({ symbol }) => symbol)).toEqual(["SY-wstETH"]);
    const [pricePt = 0, priceYt = 0, priceSy = 0] = await Promise.all([pt, yt, sy].map(priceOf));
    const asset = (priceSy * 1e18) / Number(rate);
    expect((pricePt + priceYt) / asset).toBeCloseTo(1, 2);
    expect(priceYt / asset).toBeGreaterThan(0.03);
    expect(priceYt / asset).toBeLessThan(0.08);
  });
});

describe("liquidity of a market", () => {
  test("default: routes lead in from ether, and out to DAI, to the wei", async () => {
    const { address } = theMarket();
    const { body } = await trades.executes({
      ...{ tokenIn: NATIVE, tokenOut: address, amountIn: 3n * ETHER },
    });
    expect(body.route.map(({ action }) => action)).toContain("deposit");
    await trades.acquire(address, NATIVE, 2n * ETHER);
    await trades.executes({
      ...{ tokenIn: address, tokenOut: tokenOf(weir, "DAI"), amountIn: ETHER },
    });
  }, 120_000);

  test("behavior: a route of some blocks before adds a little less, as PT becomes dearer", async () => {
    const { address } = theMarket();
    const part = await partLater(address, "0x00000000000000000000000000000000009e4d20");
    expect(part).toBeLessThan(1);
    expect(part).toBeGreaterThan(1 - 1e-6);
  }, 120_000);

  test("behavior: is listed with its tokens and the yield of its PT", async () => {
    const { address, pt } = theMarket();
    const [record, ofPt] = await Promise.all([recordOf(address), recordOf(pt)]);
    expect(record?.symbol).toMatch(/^PLP-wstETH-.* SY-wstETH\/PT-wstETH-/);
    expect(record?.protocolSlug).toBe("pendle");
    expect(record?.underlyingTokens.map(({ symbol }) => symbol?.slice(0, 9))).toEqual([
      ...["SY-wstETH", "PT-wstETH"],
    ]);
    expect(record?.apy).toBeGreaterThan(0.2);
    expect(record?.apy).toBeLessThan(ofPt?.apy ?? 0);
    // 3,000 wstETH, half of them as PT.
    expect(record?.tvl).toBeGreaterThan(5e6);
  });
});
