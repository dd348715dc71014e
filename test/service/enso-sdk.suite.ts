import { EnsoClient } from "@ensofinance/sdk";
import pino from "pino";
import { type Address, getAddress, type Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/api/http/server.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { mined } from "../harness/execution.ts";
import { createSafe, type Safe } from "../harness/safe.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { balanceOf, deal, sendFrom, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x00000000000000000000000000000000000e4503";
// As the SDK's examples name them:
// https://github.com/EnsoBuild/sdk-ts/blob/main/README.md
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
const WSTETH = "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0";
const AAVE_POOL = "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2";
const ETHER = "1000000000000000000";

let weir: RunningService;
let server: RunningServer;
let client: EnsoClient;
let safe: Safe;

beforeAll(async () => {
  weir = await sharedService();
  await weir.node(1).setBalance({ address: OWNER, value: 10n ** 24n });
  safe = await createSafe(weir, OWNER);
  const log = pino({ level: "silent" });
  server = await startServer({ app: weir.app, host: "127.0.0.1", port: 0, log });
  client = new EnsoClient({ baseURL: `${server.url}/enso/api/v1`, apiKey: "any" });
}, 300_000);

afterAll(() => server?.close());

interface Sent {
  readonly tx: { readonly to: string; readonly data: string; readonly value?: unknown };
  readonly gas: unknown;
}

/** Sends what the SDK was answered, and mines it. */
async function send({ tx, gas }: Sent): Promise<void> {
  const hash = await sendFrom(weir.node(1), OWNER, {
    ...{ to: tx.to as Address, data: tx.data as Hex },
    ...{ value: BigInt(String(tx.value ?? 0)), gas: BigInt(String(gas)) },
  });
  await mined(weir, hash);
}

const held = (token: string, owner: Address = OWNER) =>
  balanceOf(weir.node(1), token as Address, owner);

describe("the examples of @ensofinance/sdk's README", () => {
  test("default: quick start", async () => {
    const route = await client.getRouteData({
      ...{ fromAddress: OWNER, chainId: 1, amountIn: [ETHER] },
      ...{ tokenIn: [NATIVE], tokenOut: [USDC], routingStrategy: "router" },
    });
    const before = await held(USDC);
    await send(route);
    expect((await held(USDC)) - before).toBe(BigInt(String(route.amountOut)));
  });

  test("behavior: token approvals, then automated routing to a receiver", async () => {
    await deal(weir.node(1), { owner: OWNER, token: USDC, amount: 10n ** 9n });
    const approval = await client.getApprovalData({
      ...{ fromAddress: OWNER, tokenAddress: USDC, chainId: 1, amount: "1000000000" },
      // Of the example, and not of the types.
      ...{ routingStrategy: "router" },
    });
    await send(approval);
    const route = await client.getRouteData({
      ...{ fromAddress: OWNER, receiver: safe.address, chainId: 1, amountIn: ["1000000000"] },
      ...{ tokenIn: [USDC], tokenOut: [WSTETH as Address], slippage: "50" },
      routingStrategy: "router",
    });
    const before = await held(WSTETH, safe.address);
    await send(route);
    expect((await held(WSTETH, safe.address)) - before).toBe(BigInt(String(route.amountOut)));
  });

  test("behavior: wallet balances", async () => {
    await deal(weir.node(1), { owner: OWNER, token: USDC, amount: 12_345n });
    const balances = await client.getBalances({ eoaAddress: OWNER, chainId: 1, useEoa: true });
    expect(balances.find(({ token }) => token === USDC)).toMatchObject({ amount: "12345" });
  });

  test("behavior: bundled transactions", async () => {
    const aUSDC = tokenOf(weir, "aEthUSDC");
    await weir.node(1).setBalance({ address: safe.address, value: BigInt(ETHER) });
    const bundle = await client.getBundleData(
      { fromAddress: safe.address, chainId: 1, routingStrategy: "delegate" },
      [
        {
          ...{ protocol: "enso", action: "route" },
          args: { tokenIn: NATIVE, tokenOut: USDC, amountIn: ETHER, slippage: "100" },
        },
        {
          ...{ protocol: "aave-v3", action: "deposit" },
          args: {
            ...{ tokenIn: USDC, tokenOut: aUSDC, primaryAddress: AAVE_POOL },
            amountIn: { useOutputOfCallAt: 0 },
          },
        },
      ],
    );
    const tx = { to: bundle.tx.to as Address, data: bundle.tx.data as Hex };
    await safe.delegateCall(tx, BigInt(String(bundle.gas)));
    await weir.mine(1);
    const gained = Object.entries(bundle.amountsOut ?? {}).find(
      ([token]) => token.toLowerCase() === aUSDC,
    );
    expect(await held(aUSDC, safe.address)).toBe(BigInt(String(gained?.[1])));
  });

  test("behavior: non-tokenized positions", async () => {
    const { data } = await client.getNonTokenizedPositions({ chainId: 1 });
    const routed = await Promise.allSettled(
      data.slice(0, 5).map(({ address }) =>
        client.getRouteNonTokenized({
          ...{ fromAddress: safe.address, chainId: 1, tokenIn: [NATIVE], amountIn: [ETHER] },
          ...{ positionOut: address as Address, receiver: safe.address, slippage: "300" },
          routingStrategy: "delegate",
        }),
      ),
    );
    const routes = routed.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(routes.length).toBeGreaterThan(0);
    for (const route of routes) expect(BigInt(String(route.amountOut))).toBeGreaterThan(0n);
  });

  test("behavior: token data and pricing", async () => {
    const { data } = await client.getTokenData({
      ...{ chainId: 1, address: WSTETH, includeMetadata: true, type: "defi" },
    });
    expect(data).toMatchObject([{ symbol: "wstETH", type: "defi" }]);
    const price = await client.getPriceData({ chainId: 1, address: WETH });
    expect(Number(price.price)).toBeGreaterThan(100);
    const addresses = [WETH, getAddress(USDC)] as const;
    const prices = await client.getMultiplePriceData({ chainId: 1, addresses: [...addresses] });
    expect(prices.map((each) => each.address)).toEqual(addresses.map((each) => each.toLowerCase()));
  });

  test("behavior: protocols, actions and networks", async () => {
    const protocols = await client.getProtocolData();
    expect(protocols.length).toBeGreaterThan(10);
    expect(await client.getProtocolData({ chainId: 1 })).not.toHaveLength(0);
    expect(await client.getProtocolData({ slug: "aave-v3" })).toHaveLength(1);
    expect(await client.getActions()).not.toHaveLength(0);
    expect(await client.getActionsBySlug("aave-v3")).not.toHaveLength(0);
    expect(await client.getNetworks()).not.toHaveLength(0);
    expect(await client.getNetworks({ chainId: "1", name: "Ethereum" })).toHaveLength(1);
  });
});
