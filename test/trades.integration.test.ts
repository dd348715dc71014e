import { type Address, encodeFunctionData, erc20Abi, type Hex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../src/api/graph/snapshot.ts";
import { NATIVE } from "../src/lib/address.ts";
import { createRandom } from "./api/router/market.ts";
import { type DevnetClient, type RunningService, startRunningService } from "./harness/service.ts";

const TRADES = 500;
const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";

interface RouteBody {
  readonly amountOut: string;
  readonly minAmountOut: string;
  readonly gas: string;
  readonly createdAt: number;
  readonly route: readonly { readonly protocol: string }[];
  readonly tx: {
    readonly to: Address;
    readonly from: Address;
    readonly data: Hex;
    readonly value: string;
  };
  readonly explain: { readonly legs: readonly { readonly pool: string }[] };
  readonly code?: string;
}

let weir: RunningService;
let node: DevnetClient;

beforeAll(async () => {
  weir = await startRunningService({ chainIds: [1], blockTimeMs: null });
  node = weir.node(1);
  await node.impersonateAccount({ address: SENDER });
  await node.setBalance({ address: SENDER, value: 10n ** 30n });
}, 300_000);

afterAll(async () => {
  await weir?.stop();
});

async function ask(path: string, query: Record<string, string>) {
  const search = new URLSearchParams({ chainId: "1", fromAddress: SENDER, ...query });
  const response = await weir.app.request(`/api/v1/shortcuts/${path}?${search}`);
  return { status: response.status, body: (await response.json()) as RouteBody };
}

/** What the pool that holds most of a token holds of it. */
async function depth(snapshot: Snapshot, token: Address): Promise<bigint> {
  const pools = (snapshot.edges.get(token) ?? []).filter((edge) => edge.action === "swap");
  const held = await Promise.all(pools.map((edge) => balance(token, edge.state.id as Address)));
  return held.reduce((most, amount) => (amount > most ? amount : most), 0n);
}

/** Gives the sender the amount and approves exactly it; mined together with the trade before it. */
async function fund(token: Address, amount: bigint, spender: Address): Promise<void> {
  if (token === NATIVE) return;
  await node.request({
    method: "anvil_dealERC20" as never,
    params: [SENDER, token, `0x${amount.toString(16)}`] as never,
  });
  const approve = (value: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, value] });
  for (const value of [0n, amount]) await send({ to: token, data: approve(value), gas: 200_000n });
}

function send(tx: { to: Address; data: Hex; gas: bigint; value?: bigint }): Promise<Hex> {
  return node.sendTransaction({
    account: SENDER,
    chain: null,
    type: "legacy",
    gasPrice: 10n ** 11n,
    ...tx,
  });
}

async function balance(token: Address, owner: Address): Promise<bigint> {
  if (token === NATIVE) return node.getBalance({ address: owner });
  return node.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [owner],
  });
}

describe("random trades", () => {
  test(`default: ${TRADES} trades: quote, route and what arrives are one number`, async () => {
    const random = createRandom(20_26);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const tokens = [...weir.service(1).snapshot().tokens.keys()];
    const seen = { split: 0, native: 0, multiHop: 0, families: new Set<string>() };
    const refused: string[] = [];
    let done = 0;
    let worstGas = 0;
    for (let attempt = 0; done < TRADES; attempt++) {
      expect(attempt, `too many trades without an answer: ${refused.join(" ")}`).toBeLessThan(
        2 * TRADES,
      );
      const tokenIn = random() < 0.1 ? NATIVE : pick(tokens);
      const tokenOut = random() < 0.1 ? NATIVE : pick(tokens);
      if (tokenIn === tokenOut) continue;
      const snapshot = weir.service(1).snapshot();
      const most =
        (await depth(snapshot, tokenIn === NATIVE ? snapshot.wrappedNative : tokenIn)) / 5n;
      if (most === 0n) continue;
      const exponent = random();
      const amountIn = BigInt(Math.max(1, Math.floor(Number(most) ** exponent)));
      const query = { tokenIn, tokenOut, amountIn: amountIn.toString() };

      const quote = await ask("quote", query);
      const route = await ask("route", { ...query, receiver: RECEIVER, explain: "true" });
      expect(quote.status, JSON.stringify(quote.body)).toBe(route.status);
      if (route.status !== 200) {
        refused.push(`${route.body.code}`);
        const isHonest = ["AMOUNT_TOO_SMALL", "INSUFFICIENT_LIQUIDITY", "NO_ROUTE"];
        expect(isHonest, JSON.stringify({ query, ...route.body })).toContain(route.body.code);
        continue;
      }
      expect(quote.body.amountOut).toBe(route.body.amountOut);
      expect(route.body.createdAt).toBe(snapshot.block.number);

      const { tx } = route.body;
      await fund(tokenIn, amountIn, tx.to);
      const before = await balance(tokenOut, RECEIVER);
      const gas = BigInt(route.body.gas);
      const hash = await send({ to: tx.to, data: tx.data, value: BigInt(tx.value), gas });
      await weir.mine(1);
      const receipt = await node.getTransactionReceipt({ hash });
      expect(receipt.status, JSON.stringify({ query, body: route.body })).toBe("success");
      expect((await balance(tokenOut, RECEIVER)) - before).toBe(BigInt(route.body.amountOut));
      expect(receipt.blockNumber).toBe(BigInt(route.body.createdAt + 1));
      worstGas = Math.max(worstGas, Number(receipt.gasUsed) / Number(gas));

      const { legs } = route.body.explain;
      const pools = legs.map((leg) => snapshot.pools.get(leg.pool)?.slug ?? "");
      for (const slug of pools) seen.families.add(slug);
      if (tokenIn === NATIVE || tokenOut === NATIVE) seen.native += 1;
      if (legs.length > 1) seen.multiHop += 1;
      if (route.body.route.some((step) => step.protocol === "core")) seen.split += 1;
      done += 1;
    }
    console.log(
      `${done} trades; refused ${refused.length}; ${JSON.stringify({ ...seen, families: [...seen.families] })}; most gas used ${(100 * worstGas).toFixed(1)} % of the limit`,
    );
    expect(seen.native).toBeGreaterThan(50);
    expect(seen.split).toBeGreaterThan(50);
    for (const slug of ["uniswap-v2", "sushiswap-v2", "uniswap-v3", "pancakeswap-v3"]) {
      expect(seen.families).toContain(slug);
    }
  }, 480_000);

  test("error: a transaction reverts when the price moved past its slippage", async () => {
    const { wrappedNative, tokens } = weir.service(1).snapshot();
    const usdc = [...tokens.values()].find((token) => token.symbol === "USDC")?.address;
    if (usdc === undefined) throw new Error("the devnet lists no USDC");
    const amountIn = 10n ** 18n;
    const small = { tokenIn: NATIVE, tokenOut: usdc, amountIn: `${amountIn}` };
    const patient = await ask("route", { ...small, receiver: RECEIVER, slippage: "10" });
    const large = { tokenIn: NATIVE, tokenOut: usdc, amountIn: `${3_000n * amountIn}` };
    const moving = await ask("route", { ...large, slippage: "10000" });
    expect([patient.status, moving.status]).toEqual([200, 200]);
    expect(wrappedNative).not.toBe(usdc);

    const before = await balance(usdc, RECEIVER);
    const hashes: Hex[] = [];
    for (const { tx, gas } of [moving.body, patient.body]) {
      const value = BigInt(tx.value);
      hashes.push(await send({ to: tx.to, data: tx.data, value, gas: BigInt(gas) }));
    }
    await weir.mine(1);
    const receipts = await Promise.all(hashes.map((hash) => node.getTransactionReceipt({ hash })));
    expect(receipts.map((receipt) => receipt.status)).toEqual(["success", "reverted"]);
    expect(await balance(usdc, RECEIVER)).toBe(before);
  });

  test("behavior: the fee reaches its receiver and the rest is routed, for ERC-20 and native input", async () => {
    const { tokens } = weir.service(1).snapshot();
    const usdc = [...tokens.values()].find((token) => token.symbol === "USDC")?.address;
    const weth = weir.service(1).snapshot().wrappedNative;
    if (usdc === undefined) throw new Error("the devnet lists no USDC");
    for (const tokenIn of [weth, NATIVE]) {
      const feeReceiver: Address = "0x00000000000000000000000000000000000fee00";
      const amountIn = 10n ** 18n;
      const fees = { fee: "100", feeReceiver, amountIn: `${amountIn}` };
      const { status, body } = await ask("route", {
        ...{ tokenIn, tokenOut: usdc, receiver: RECEIVER },
        ...fees,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      await fund(tokenIn, amountIn, body.tx.to);
      const before = [await balance(tokenIn, feeReceiver), await balance(usdc, RECEIVER)] as const;
      const value = BigInt(body.tx.value);
      const hash = await send({ to: body.tx.to, data: body.tx.data, value, gas: BigInt(body.gas) });
      await weir.mine(1);
      expect((await node.getTransactionReceipt({ hash })).status).toBe("success");
      expect((await balance(tokenIn, feeReceiver)) - before[0]).toBe(amountIn / 100n);
      expect((await balance(usdc, RECEIVER)) - before[1]).toBe(BigInt(body.amountOut));
    }
  });
});
