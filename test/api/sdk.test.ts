import { EnsoClient } from "@ensofinance/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/api/http/app.ts";
import { type RunningServer, startServer } from "../../src/api/http/server.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { fixtureDeps } from "./fixture/app.ts";
import { ALICE, BLOCK, BOB, DAI, HONEY, ROUTER, USDC, WETH } from "./fixture/market.ts";
import { BEX_VAULT, CHEF, MORPHO, positionDeps, STAKING } from "./fixture/positions.ts";

let server: RunningServer;
let client: EnsoClient;

beforeAll(async () => {
  const deps = fixtureDeps(positionDeps());
  server = await startServer({ app: createApp(deps), host: "127.0.0.1", port: 0, log: deps.log });
  client = new EnsoClient({ baseURL: `${server.url}/api/v1`, apiKey: "any" });
});

afterAll(() => server.close());

describe("EnsoClient 2.5.0", () => {
  test("behavior: getTokenData", async () => {
    const { data, meta } = await client.getTokenData({
      chainId: 1,
      address: [USDC, WETH],
      includeMetadata: true,
    });
    expect(data.map(({ address, symbol }) => [address, symbol])).toEqual([
      [USDC, "USDC"],
      [WETH, "WETH"],
    ]);
    expect(meta).toMatchObject({ total: 2, currentPage: 1, perPage: 1000 });
    expect((await client.getTokenData({ type: "defi", primaryAddress: [USDC] })).data).toEqual([]);
  });

  test("behavior: getProtocolData", async () => {
    const protocols = await client.getProtocolData({ chainId: 1, slug: "uniswap-v3" });
    expect(protocols).toMatchObject([{ slug: "uniswap-v3", chains: [{ id: 1, name: "mainnet" }] }]);
  });

  test("behavior: getActions", async () => {
    const actions = await client.getActions();
    expect(actions).toHaveLength(19);
    expect(actions.map(({ action }) => action)).toContain("permittransferfrom");
  });

  test("behavior: getRouteData", async () => {
    const route = await client.getRouteData({
      fromAddress: ALICE,
      receiver: BOB,
      spender: ALICE,
      chainId: 1,
      amountIn: ["1000000000000000000"],
      tokenIn: [NATIVE],
      tokenOut: [USDC],
      slippage: "50",
      routingStrategy: "router",
      fee: ["10"],
      feeReceiver: BOB,
      ignoreAggregators: ["0x", "paraswap"],
      referralCode: "0123456789ABCDEF",
    });
    expect(route).toMatchObject({
      gas: "200000",
      createdAt: BLOCK,
      feeAmount: ["1000000000000000"],
      tx: { to: ROUTER.toLowerCase(), from: ALICE, value: "1000000000000000000" },
    });
    expect(route.route.map(({ protocol }) => protocol)).toEqual(["weth", "core"]);
  });

  test("behavior: getNonTokenizedPositions", async () => {
    const { data, meta } = await client.getNonTokenizedPositions({
      ...{ project: "sushiswap", protocolSlug: "sushiswap-masterchef", chainId: 1, page: 1 },
      ...{ address: [CHEF, STAKING], primaryAddress: [CHEF] },
    });
    expect(data).toMatchObject([
      { chainId: 1, protocol: "sushiswap-masterchef", address: CHEF, primaryAddress: CHEF },
    ]);
    expect(data[0]?.underlyingTokens).toMatchObject([
      { address: DAI, symbol: "DAI", decimals: 18 },
    ]);
    expect(meta).toMatchObject({ total: 1, currentPage: 1, perPage: 1000 });
    const all = await client.getNonTokenizedPositions();
    expect(all.data.filter(({ address }) => address === MORPHO)).toHaveLength(2);
    const { cursor } = all.meta;
    if (typeof cursor !== "number") throw new Error("The list has no cursor.");
    const rest = await client.getNonTokenizedPositions({ cursor });
    expect(rest).toMatchObject({ data: [], meta: { cursor, currentPage: null } });
  });

  test("behavior: getRouteNonTokenized", async () => {
    const route = await client.getRouteNonTokenized({
      ...{ chainId: 80_094, fromAddress: ALICE, receiver: ALICE, spender: ALICE },
      ...{ routingStrategy: "delegate", tokenIn: [NATIVE], amountIn: ["1000000000000000000"] },
      ...{ positionOut: BEX_VAULT, slippage: "50", fee: ["10"], feeReceiver: BOB },
      referralCode: "0123456789ABCDEF",
    });
    expect(route).toMatchObject({
      ...{ gas: "200000", createdAt: BLOCK, feeAmount: ["1000000000000000"] },
      tx: { to: ROUTER.toLowerCase(), from: ALICE, value: "1000000000000000000" },
    });
    expect(BigInt(String(route.amountOut))).toBeGreaterThan(0n);
    expect(route.route.at(-1)).toMatchObject({
      ...{ action: "deposit", protocol: "berachain-bex", tokenIn: [HONEY], primary: BEX_VAULT },
    });
  });

  test("error: ACTION_UNSUPPORTED of a token as positionOut", async () => {
    const failed = client.getRouteNonTokenized({
      ...{ chainId: 1, fromAddress: ALICE, receiver: BOB, routingStrategy: "delegate" },
      ...{ tokenIn: [USDC], amountIn: ["1"], positionOut: USDC },
    });
    await expect(failed).rejects.toMatchObject({
      ...{ statusCode: 422, responseData: { code: "ACTION_UNSUPPORTED" } },
    });
  });

  test("behavior: minAmountOut as the SDK sends it", async () => {
    const route = await client.getRouteData({
      fromAddress: ALICE,
      chainId: 1,
      amountIn: ["5000000"],
      tokenIn: [USDC],
      tokenOut: [WETH],
      minAmountOut: ["7"],
      routingStrategy: "router",
    });
    expect(route.minAmountOut).toBe("7");
  });

  test("behavior: getBundleData", async () => {
    const data = await client.getBundleData(
      { chainId: 1, fromAddress: ALICE, routingStrategy: "delegate", receiver: BOB },
      [
        {
          protocol: "enso",
          action: "route",
          args: { tokenIn: NATIVE, tokenOut: USDC, amountIn: "1000000000000000", slippage: "50" },
        },
        {
          protocol: "erc20",
          action: "transfer",
          args: { token: USDC, receiver: BOB, amount: { useOutputOfCallAt: 0 } },
        },
        {
          protocol: "enso",
          action: "call",
          args: {
            address: BOB,
            method: "deposit",
            abi: "function deposit(uint256[] amounts) external",
            args: [["1", { useOutputOfCallAt: 0 }]],
          },
        },
      ],
    );
    expect(data).toMatchObject({
      createdAt: BLOCK,
      gas: "300000",
      tx: { to: ROUTER.toLowerCase(), from: ALICE },
      amountsOut: { [USDC]: "7" },
    });
    expect(data.bundle.map(({ protocol, action }) => [protocol, action])).toEqual([
      ["core", "route"],
      ["erc20", "transfer"],
      ["core", "call"],
    ]);
    expect(data.route?.length).toBeGreaterThan(0);
  });

  test("error: INVALID_ARGUMENT of a bundle", async () => {
    const failed = client.getBundleData(
      { chainId: 1, fromAddress: ALICE, routingStrategy: "delegate" },
      [{ protocol: "erc20", action: "transfer", args: { token: USDC, receiver: "0x1" } }],
    );
    await expect(failed).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("0.args.receiver must be an address"),
      responseData: { code: "INVALID_ARGUMENT" },
    });
  });

  test("error: INVALID_ARGUMENT", async () => {
    const failed = client.getRouteData({
      fromAddress: ALICE,
      chainId: 1,
      amountIn: [1e24],
      tokenIn: [USDC],
      tokenOut: [WETH],
      routingStrategy: "router",
    });
    await expect(failed).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(
        'amountIn must be an integer from 1 to 2^256-1 in decimal digits; got "1e+24"',
      ),
      responseData: { code: "INVALID_ARGUMENT" },
    });
  });
});
