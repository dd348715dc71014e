import { EnsoClient } from "@ensofinance/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../../../src/api/http/app.ts";
import { type RunningServer, startServer } from "../../../../src/api/http/server.ts";
import { NATIVE } from "../../../../src/lib/address.ts";
import { fixtureDeps } from "../../fixture/app.ts";
import { ALICE, BLOCK, BOB, DAI, ROUTER, USDC, WETH } from "../../fixture/market.ts";
import { positionDeps, STAKING } from "../../fixture/positions.ts";

let server: RunningServer;
let client: EnsoClient;

beforeAll(async () => {
  const deps = fixtureDeps(positionDeps());
  server = await startServer({ app: createApp(deps), host: "127.0.0.1", port: 0, log: deps.log });
  client = new EnsoClient({ baseURL: `${server.url}/enso/api/v1`, apiKey: "any" });
});

afterAll(() => server.close());

const TRADE = {
  ...{ fromAddress: ALICE, chainId: 1, amountIn: ["1000000000000000000"] },
  ...{ tokenIn: [NATIVE], tokenOut: [USDC], routingStrategy: "router" as const },
};

describe("EnsoClient 2.5.0 on /enso/api/v1", () => {
  test("behavior: getRouteData", async () => {
    const route = await client.getRouteData({
      ...{ ...TRADE, slippage: "50", fee: ["10"], feeReceiver: BOB },
      ...{ ignoreAggregators: ["0x"], referralCode: "0123456789ABCDEF" },
    });
    expect(route).toMatchObject({
      ...{ blockNumber: BLOCK, createdAt: BLOCK, feeAmount: ["1000000000000000"] },
      ...{ gas: "200000", tx: { to: ROUTER.toLowerCase(), from: ALICE }, priceImpact: 7 },
    });
    expect(route.validUntil).toBeGreaterThan(1_700_000_000);
    expect(route.route.map(({ chainId }) => chainId)).toEqual(route.route.map(() => 1));
    const large = await client.getRouteData({ ...TRADE, amountIn: [`${500n * 10n ** 18n}`] });
    const split = large.route.find(({ internalRoutes }) => internalRoutes !== undefined);
    expect(split).toMatchObject({ action: "swap", protocol: "core" });
    const paths = split?.internalRoutes as { protocol: string }[][];
    expect(paths.map(([first]) => first?.protocol).sort()).toEqual(["sushiswap-v2", "uniswap-v2"]);
  });

  test("behavior: what would mean another transaction is refused, with the service's own error", async () => {
    await expect(
      client.getRouteData({ ...TRADE, destinationChainId: 80_094 }),
    ).rejects.toMatchObject({ statusCode: 400, responseData: { code: "UNSUPPORTED_CHAIN" } });
    await expect(
      client.getRouteData({ ...TRADE, ignoreStandards: ["erc4626"] }),
    ).rejects.toMatchObject({ statusCode: 400 });
    await expect(client.getRouteData({ ...TRADE, tokenOut: [USDC, DAI] })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(client.getRouteData({ ...TRADE, tokenIn: [BOB] })).rejects.toMatchObject({
      ...{ statusCode: 422, responseData: { code: "UNKNOWN_TOKEN" } },
    });
  });

  test("behavior: getRouteNonTokenized", async () => {
    const route = await client.getRouteNonTokenized({
      ...{ fromAddress: ALICE, receiver: ALICE, chainId: 1, routingStrategy: "delegate" },
      ...{ tokenIn: [NATIVE], amountIn: ["1000000000000000000"], positionOut: STAKING },
    });
    expect(route).toMatchObject({ blockNumber: BLOCK, amountDeposited: route.amountOut });
    expect(route.route.at(-1)).toMatchObject({ action: "deposit", primary: STAKING, chainId: 1 });
  });

  test("behavior: getBundleData", async () => {
    const actions = [
      {
        ...{ protocol: "enso" as const, action: "route" as const },
        args: { tokenIn: NATIVE, tokenOut: USDC, amountIn: "1000000000000000000", slippage: "100" },
      },
    ];
    const bundle = await client.getBundleData(
      { fromAddress: ALICE, chainId: 1, routingStrategy: "router", skipQuote: false },
      actions,
    );
    expect(bundle).toMatchObject({ createdAt: BLOCK, gas: "300000", amountsOut: { [USDC]: "7" } });
    expect(bundle.route?.[0]).toMatchObject({ chainId: 1 });
  });

  test("behavior: getTokenData, with cursors", async () => {
    const { data, meta } = await client.getTokenData({ chainId: 1, address: [USDC, WETH] });
    expect(data.map(({ symbol, project, tvl }) => [symbol, project, tvl])).toEqual([
      ["USDC", null, null],
      ["WETH", null, null],
    ]);
    expect(meta).toMatchObject({ total: 2, currentPage: 1 });
    expect((await client.getTokenData({ symbol: ["weth"] })).data).toHaveLength(1);
    const first = await client.getTokenData({ pageSize: 3, cursor: 0 });
    const second = await client.getTokenData({ pageSize: 3, cursor: first.meta.cursor });
    expect(first.data).toHaveLength(3);
    expect(second.data[0]?.address).not.toBe(first.data[0]?.address);
    await expect(client.getTokenData({ underlyingTokensExact: [USDC] })).rejects.toMatchObject({
      statusCode: 422,
    });
  });

  test("behavior: getPriceData, getMultiplePriceData", async () => {
    expect(await client.getPriceData({ chainId: 1, address: USDC })).toMatchObject({
      ...{ address: USDC, decimals: 6, symbol: "USDC", price: 1, chainId: 1 },
    });
    const prices = await client.getMultiplePriceData({ chainId: 1, addresses: [WETH, BOB, USDC] });
    expect(prices.map(({ address }) => address)).toEqual([WETH, USDC]);
  });

  test("behavior: getProtocolData, getProjects, getProtocolsByProject", async () => {
    const [protocol] = await client.getProtocolData({ chainId: 1, slug: "sushiswap-v2" });
    expect(protocol).toMatchObject({ slug: "sushiswap-v2", project: "sushiswap" });
    const project = (await client.getProjects()).find(({ id }) => id === "sushiswap");
    expect(project?.chains).toContain(1);
    expect(project?.protocols).toContain("sushiswap-v2");
    expect(await client.getProtocolsByProject("sushiswap")).toContainEqual(protocol);
  });

  test("behavior: getStandards, getStandardBySlug", async () => {
    const standards = await client.getStandards();
    const uniswap = standards.find(({ protocol }) => protocol.slug === "uniswap-v2");
    expect(uniswap?.forks.map(({ slug }) => slug)).toContain("sushiswap-v2");
    expect(uniswap?.actions.map(({ action }) => action)).toContain("swap");
    expect(uniswap?.actions[0]?.supportedChains).toContainEqual({ id: 1, name: "mainnet" });
    expect(await client.getStandardBySlug("sushiswap-v2")).toEqual([uniswap]);
    expect(await client.getStandardBySlug("nothing")).toEqual([]);
  });

  test("behavior: getActions, getActionsBySlug", async () => {
    const actions = await client.getActions();
    const deposit = actions.find(({ action }) => action === "deposit");
    expect(deposit?.inputs.amountIn).toMatchObject({ type: "amount" });
    expect(deposit?.inputs.primaryAddress).toMatchObject({ type: "address", optional: true });
    const own = await client.getActionsBySlug("uniswap-v2");
    expect(own.map(({ action }) => action)).toContain("swap");
    expect(own.map(({ action }) => action)).not.toContain("borrow");
    expect((await client.getActionsBySlug("erc20")).map(({ action }) => action)).toContain(
      "approve",
    );
  });

  test("behavior: getNonTokenizedPositions", async () => {
    const { data } = await client.getNonTokenizedPositions({
      chainId: 1,
      address: [STAKING],
      cursor: 0,
    });
    expect(data).toMatchObject([{ address: STAKING, protocol: "uniswap-v2-staking" }]);
  });

  test("behavior: getNetworks, getAggregators, getAccountId", async () => {
    expect(await client.getNetworks()).toEqual([
      { id: 1, name: "mainnet", isConnected: true },
      { id: 80094, name: "berachain", isConnected: true },
    ]);
    expect(await client.getNetworks({ chainId: "1", name: "Ethereum" })).toHaveLength(1);
    expect(await client.getAggregators(1)).toEqual([]);
    expect(await client.getAccountId()).toBe("anonymous");
  });

  test("error: UNSUPPORTED_CHAIN of all that crosses chains", async () => {
    const crossing = [
      () => client.getLayerZeroPool({ chainId: 1, destinationChainId: 999, token: USDC }),
      () => client.getStargatePool({ chainId: 1, destinationChainId: 999, token: USDC }),
      () => client.getCcipRouter({ chainId: 1 }),
      () => client.getCctpTokenMessenger({ chainId: 1 }),
      () => client.getCctpClaimTransaction({ chainId: 1, txHash: "0x12" }),
      () => client.getBridgeStatus({ bridgeProtocol: "stargate", chainId: 1, txHash: "0x12" }),
    ];
    for (const ask of crossing) {
      await expect(ask()).rejects.toMatchObject({
        ...{ statusCode: 422, responseData: { code: "UNSUPPORTED_CHAIN" } },
      });
    }
    await expect(
      client.getIporShortcut(
        { fromAddress: ALICE },
        { amountIn: "1", tokenIn: USDC, tokenBToBuy: DAI, percentageForTokenB: "50" },
      ),
    ).rejects.toMatchObject({ statusCode: 422, responseData: { code: "ACTION_UNSUPPORTED" } });
  });
});

describe("/enso/api/v1", () => {
  test("behavior: keys and limits are those of the service's own paths", async () => {
    const deps = fixtureDeps();
    const app = createApp({
      ...deps,
      protection: {
        keys: { needsKey: () => true, idOf: (key) => (key === "right" ? "1" : null) },
        limits: { consume: async () => ({ allowed: true, remaining: 3, resetSeconds: 9 }) },
        ...{ clientAddress: () => "127.0.0.1", ratePerKey: 10, ratePerAddress: null },
        requestTimeoutMs: 5_000,
      },
    });
    const ask = (path: string, headers: Record<string, string> = {}) =>
      app.request(`/enso/api/v1${path}`, { headers });
    expect((await ask("/protocols")).status).toBe(401);
    expect((await ask("/protocols?apikey=wrong")).status).toBe(401);
    expect((await ask("/account/accountId?apikey=wrong")).status).toBe(401);
    const answered = await ask("/protocols?apikey=right");
    expect(answered.status).toBe(200);
    expect(answered.headers.get("ratelimit")).toContain("r=3");
    expect((await ask("/protocols", { authorization: "Bearer right" })).status).toBe(200);
  });
});
