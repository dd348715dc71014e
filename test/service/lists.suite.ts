import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { NATIVE } from "../../src/lib/address.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import {
  approveExactly,
  ask,
  balanceOf,
  deal,
  read,
  sendFrom,
  tokenOf,
} from "../harness/trading.ts";

const HOLDER: Address = "0x00000000000000000000000000000000000ba1a0";
const OTHER: Address = "0x00000000000000000000000000000000000ba1b0";

let weir: RunningService;

beforeAll(async () => {
  weir = await sharedService();
}, 300_000);

interface TokenRecord {
  readonly address: Address;
  readonly symbol: string;
  readonly type: string;
  readonly protocolSlug: string | null;
  readonly project: string | null;
  readonly tvl: number | null;
  readonly apy: number;
  readonly apyBase: number;
  readonly apyReward: number;
  readonly underlyingTokens: readonly { readonly symbol: string | null }[];
}

const get = <T>(path: string) => read<T>(weir, path);

async function tokens(query: string): Promise<readonly TokenRecord[]> {
  const { data } = await get<{ data: TokenRecord[] }>(`tokens?chainId=1&${query}`);
  return data;
}

describe("GET /api/v1/tokens", () => {
  test("default: a search finds the token that is meant, then its shares by what they hold", async () => {
    const found = await tokens("q=usdc&includeMetadata=true");
    expect(found[0]?.address).toBe(tokenOf(weir, "USDC"));
    const shares = found.filter(({ symbol }) => symbol.startsWith("UNI-V2 "));
    expect(shares.length).toBeGreaterThan(1);
    for (const { symbol, underlyingTokens } of shares) {
      expect(symbol).toContain(underlyingTokens.map((each) => each.symbol).join("/"));
    }
  });

  test("behavior: what shares are called tells them apart, and searches by their tokens", async () => {
    const [best] = await tokens("q=uni-v2%20usdc/weth&includeMetadata=true");
    expect(best).toMatchObject({
      ...{ type: "defi", protocolSlug: "uniswap-v2", project: "uniswap" },
      underlyingTokens: [{ symbol: "USDC" }, { symbol: "WETH" }],
    });
    expect(best?.tvl).toBeGreaterThan(100_000);
  });

  test("behavior: filters by value and yield say what the records say", async () => {
    const all = await tokens("includeMetadata=true&type=defi&pageSize=1000");
    const rich = await tokens("includeMetadata=true&type=defi&tvlFrom=1000000");
    expect(rich.length).toBeGreaterThan(3);
    expect(rich.length).toBeLessThan(all.length);
    for (const { tvl } of rich) expect(tvl).toBeGreaterThanOrEqual(1_000_000);
    const paying = await tokens("includeMetadata=true&apyFrom=0.5&apyTo=20");
    expect(paying.length).toBeGreaterThan(0);
    for (const { apy, apyBase, apyReward } of paying) {
      expect(apyBase + apyReward).toBeCloseTo(apy, 9);
      expect(apy).toBeGreaterThanOrEqual(0.5);
      expect(apy).toBeLessThanOrEqual(20);
    }
  });
});

describe("GET /api/v1/nontokenized", () => {
  test("default: what staking yields on the devnet is plausible", async () => {
    const { data } = await get<{ data: { address: Address; protocol: string; apy: number }[] }>(
      "nontokenized?chainId=1&includeMetadata=true&pageSize=1000",
    );
    expect(data.length).toBeGreaterThan(10);
    expect(data.filter(({ apy }) => apy > 60)).toEqual([]);
    expect(data.filter(({ apy }) => apy > 1).length).toBeGreaterThan(data.length / 3);
  });
});

describe("GET /api/v1/prices/{chainId}", () => {
  test("default: what quotes of a dollar's worth say", async () => {
    const names = ["WETH", "WBTC", "LINK", "DAI", "USDC"].map((symbol) => tokenOf(weir, symbol));
    const prices = await get<{ address: Address; price: number; confidence: number }[]>(
      `prices/1?addresses=${names}`,
    );
    expect(prices).toHaveLength(names.length);
    for (const { address, price, confidence } of prices) {
      if (address === tokenOf(weir, "USDC")) continue;
      const { decimals = 18 } = weir.service(1).snapshot().tokens.get(address) ?? {};
      const { body } = await ask(weir, "quote", {
        ...{ fromAddress: HOLDER, tokenIn: tokenOf(weir, "USDC"), amountIn: "100000000" },
        tokenOut: address,
      });
      const paid = 100 / (Number(body.amountOut) / 10 ** decimals);
      expect(Math.abs(paid / price - 1)).toBeLessThan(0.03);
      expect(confidence).toBeGreaterThan(0.5);
    }
  });
});

describe("GET /api/v1/transactions/{chainId}/{hash}", () => {
  interface Executed {
    readonly status: string;
    readonly blockNumber: number | null;
    readonly decoded: { readonly function: string } | null;
    readonly promised: { readonly minAmountOut: string } | null;
    readonly received: { readonly amountOut: string } | null;
    readonly transfers: readonly { readonly token: Address }[];
  }
  const executed = (hash: string) => get<Executed>(`transactions/1/${hash}`);

  test("default: what was received is what was answered, in tokens and in native currency", async () => {
    const node = weir.node(1);
    await deal(node, { owner: HOLDER, token: NATIVE, amount: 10n ** 20n });
    const [usdc, weth] = [tokenOf(weir, "USDC"), tokenOf(weir, "WETH")];
    await deal(node, { owner: HOLDER, token: usdc, amount: 10n ** 10n });
    await approveExactly(node, {
      ...{ owner: HOLDER, token: usdc, spender: ROUTER_ADDRESS, amount: 10n ** 10n },
    });
    await weir.mine(1);
    for (const [tokenIn, tokenOut, receiver] of [
      [NATIVE, usdc, HOLDER],
      [usdc, NATIVE, HOLDER],
      [usdc, NATIVE, OTHER],
      [usdc, weth, OTHER],
    ] as const) {
      const amountIn = tokenIn === NATIVE ? `${10n ** 18n}` : "1000000000";
      const query = { fromAddress: HOLDER, receiver, tokenIn, tokenOut, amountIn };
      const { body } = await ask(weir, "route", query);
      const { to, data, value } = body.tx;
      const sent = { to, data, value: BigInt(value), gas: BigInt(body.gas) };
      const hash = await sendFrom(node, HOLDER, sent);
      expect(await executed(hash)).toMatchObject({ status: "pending", received: null });
      await weir.mine(1);
      const found = await executed(hash);
      expect(found, JSON.stringify(query)).toMatchObject({
        ...{ status: "success", blockNumber: body.createdAt + 1 },
        decoded: { function: "route" },
        promised: { token: tokenOut, receiver, minAmountOut: body.minAmountOut },
        received: { token: tokenOut, receiver, amountOut: body.amountOut },
      });
      expect(found.transfers.length).toBeGreaterThan(0);
    }
  }, 60_000);

  test("behavior: others' transactions, and what reverts", async () => {
    const node = weir.node(1);
    const plain = await sendFrom(node, HOLDER, { to: OTHER, data: "0x", gas: 21_000n, value: 1n });
    const failing = await sendFrom(node, HOLDER, {
      ...{ to: ROUTER_ADDRESS, data: "0x12345678" as const, gas: 100_000n },
    });
    await weir.mine(1);
    expect(await executed(plain)).toMatchObject({
      status: "success",
      decoded: null,
      promised: null,
    });
    expect(await executed(failing)).toMatchObject({ status: "reverted", received: null });
  });

  test("error: NOT_FOUND", async () => {
    const path = `/api/v1/transactions/1/0x${"12".repeat(32)}`;
    expect((await weir.app.request(path)).status).toBe(404);
  });
});

describe("GET /api/v1/wallet/balances", () => {
  test("default: tokens, native currency and positions as the chain has them, by value", async () => {
    const node = weir.node(1);
    const [usdc, weth] = [tokenOf(weir, "USDC"), tokenOf(weir, "WETH")];
    await deal(node, { owner: HOLDER, token: NATIVE, amount: 3n * 10n ** 18n });
    await deal(node, { owner: HOLDER, token: usdc, amount: 5_000_000n });
    await deal(node, { owner: HOLDER, token: weth, amount: 10n ** 18n });
    const position = [...weir.service(1).snapshot().positions.values()].find(
      (each) => each.position.credits === "anyone",
    )?.position;
    if (position === undefined) throw new Error("no position credits anyone");
    const { body } = await ask(weir, "route/nontokenized", {
      ...{ fromAddress: HOLDER, receiver: HOLDER, tokenIn: NATIVE, amountIn: `${10n ** 18n}` },
      positionOut: position.id === null ? position.address : `1:${position.address}:${position.id}`,
    });
    const { to, data, value } = body.tx;
    const gas = BigInt(body.gas);
    await sendFrom(node, HOLDER, { to, data, value: BigInt(value), gas });
    await weir.mine(1);
    interface Held {
      readonly token: Address;
      readonly type: string;
      readonly amount: string;
      readonly value: number | null;
    }
    const held = await get<Held[]>(`wallet/balances?chainId=1&eoaAddress=${HOLDER}`);
    const amountOf = (token: Address) => held.find((each) => each.token === token)?.amount;
    for (const token of [NATIVE, usdc, weth]) {
      expect(amountOf(token)).toBe((await balanceOf(node, token, HOLDER)).toString());
    }
    expect(held.filter(({ type }) => type === "position")).toMatchObject([
      { token: position.address, amount: body.amountOut, value: null },
    ]);
    const values = held.map((each) => each.value ?? -1);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(await get(`wallet/balances?eoaAddress=0x${"7".repeat(40)}`)).toEqual([]);
  }, 60_000);
});
