import { readFileSync } from "node:fs";
import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  keccak256,
  stringToHex,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, test } from "vitest";
import { compileSolidity } from "../../devnet/solidity/compile.ts";
import { collectSources } from "../../devnet/solidity/sources.ts";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { lower, NATIVE } from "../../src/lib/address.ts";
import { createRandom } from "../api/router/market.ts";
import { createSafe, multiSendCallOnlyCode, type Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { sized } from "../harness/size.ts";
import { approveExactly, ask, balanceOf, deal, sendFrom, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000ace0";
const RECEIVER: Address = "0x0000000000000000000000000000000000ace1b0";
const MULTI_SEND: Address = "0xa83c336b20401af773b6219ba5027174338d1836";
// https://github.com/safe-global/safe-deployments/blob/main/src/assets/v1.5.0/multi_send_call_only.json
const MULTI_SEND_HASH = "0xcdbdcec38d2f1c7d961b0029ff8416b7e86e9974d6f0e9c9580c7d17fcfb6663";
const EXACT = sized({ always: 12, nightly: 6_000 });

let weir: RunningService;
let node: DevnetClient;
let key: PrivateKeyAccount;
let safe: Safe;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: OWNER, value: 10n ** 26n });
  key = privateKeyToAccount(keccak256(stringToHex("owner of a Safe that trades")));
  await node.setBalance({ address: key.address, value: 10n ** 22n });
  safe = await createSafe(weir, lower(key.address));
}, 300_000);

async function succeeded(hash: Hex): Promise<void> {
  await weir.mine(1);
  const { status } = await node.getTransactionReceipt({ hash });
  expect(status).toBe("success");
}

describe("amountOut", () => {
  test(`default: ${EXACT} random amounts out, executed or refused, and a unit less gives less`, async () => {
    const random = createRandom(71);
    const named = ["WETH", "USDC", "USDT", "DAI", "WBTC", "LINK"].map((s) => tokenOf(weir, s));
    const tokens = [NATIVE, ...named];
    const pick = () => tokens[Math.floor(random() * tokens.length)] ?? NATIVE;
    const seen = { done: 0, proven: 0, refused: 0 };
    for (let n = 0; n < EXACT; n++) {
      const [tokenIn, tokenOut] = [pick(), pick()];
      if (tokenIn === tokenOut) continue;
      const decimals = weir.service(1).snapshot().tokens.get(tokenOut)?.decimals ?? 18;
      const wanted = BigInt(Math.floor(10 ** (random() * (decimals + 5)))) + 1n;
      const query = { fromAddress: OWNER, receiver: RECEIVER, tokenIn, tokenOut };
      const { status, body } = await ask(weir, "route", { ...query, amountOut: `${wanted}` });
      if (status === 422) {
        expect(["INSUFFICIENT_LIQUIDITY"]).toContain(body.code);
        seen.refused += 1;
        continue;
      }
      expect(status, JSON.stringify({ query, body })).toBe(200);
      const amountIn = BigInt(body.amountIn ?? "0");
      expect(BigInt(body.amountOut)).toBeGreaterThanOrEqual(wanted);
      const less = await ask(weir, "quote", { ...query, amountIn: `${amountIn - 1n}` });
      if (less.status !== 200 || BigInt(less.body.amountOut) < wanted) seen.proven += 1;
      if (tokenIn !== NATIVE) {
        await deal(node, { owner: OWNER, token: tokenIn, amount: amountIn });
        const spender = ROUTER_ADDRESS;
        await approveExactly(node, { owner: OWNER, token: tokenIn, spender, amount: amountIn });
      }
      const before = await balanceOf(node, tokenOut, RECEIVER);
      const { to, data, value } = body.tx;
      const gas = BigInt(body.gas);
      await succeeded(await sendFrom(node, OWNER, { to, data, gas, value: BigInt(value) }));
      const gained = (await balanceOf(node, tokenOut, RECEIVER)) - before;
      expect(gained, JSON.stringify({ query, body })).toBe(BigInt(body.amountOut));
      seen.done += 1;
    }
    expect(seen.done).toBeGreaterThan(EXACT / 3);
    expect(seen.proven / seen.done).toBeGreaterThan(0.9);
  }, 7_200_000);

  test("behavior: what rounds on arrival is asked for again until it is enough", async () => {
    const { defiTokens, tokens } = weir.service(1).snapshot();
    const [aToken] = [...defiTokens].flatMap(([address, { protocol, token }]) =>
      protocol.family === "aave-v3" && token.underlyingTokens.includes(tokenOf(weir, "USDC"))
        ? [address]
        : [],
    );
    if (aToken === undefined || !tokens.has(aToken)) throw new Error("no aToken of USDC");
    const { status, body } = await ask(weir, "route", {
      ...{ fromAddress: OWNER, receiver: RECEIVER, tokenIn: NATIVE, tokenOut: aToken },
      amountOut: "987654321",
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(BigInt(body.amountOut)).toBeGreaterThanOrEqual(987_654_321n);
    expect(BigInt(body.amountOut)).toBeLessThan(987_654_321n + 10n);
  });
});

describe("slippage=auto", () => {
  test("default: 5 while prices rest, more after they moved, and the minimum follows it", async () => {
    const query = {
      ...{ fromAddress: OWNER, receiver: RECEIVER, tokenIn: NATIVE, slippage: "auto" },
      ...{ tokenOut: tokenOf(weir, "USDC"), amountIn: `${10n ** 18n}` },
    };
    const calm = await ask(weir, "route", query);
    expect(calm.status, JSON.stringify(calm.body)).toBe(200);
    expect(calm.body.slippage).toBeGreaterThanOrEqual(5);
    // Each window of five blocks has a large trade, one way and then the other.
    const [usdc, weth] = [tokenOf(weir, "USDC"), tokenOf(weir, "WETH")];
    for (let n = 0; n < 8; n++) {
      const [tokenIn, tokenOut] = n % 2 === 0 ? [weth, usdc] : [usdc, weth];
      const amount = n % 2 === 0 ? 400n * 10n ** 18n : 10n ** 12n;
      await deal(node, { owner: OWNER, token: tokenIn, amount });
      await approveExactly(node, { owner: OWNER, token: tokenIn, spender: ROUTER_ADDRESS, amount });
      const { body } = await ask(weir, "route", {
        ...{ fromAddress: OWNER, tokenIn, tokenOut, amountIn: `${amount}`, slippage: "5000" },
      });
      const { to, data } = body.tx;
      await succeeded(await sendFrom(node, OWNER, { to, data, gas: BigInt(body.gas) }));
      for (let block = 0; block < 4; block++) await weir.mine(1);
    }
    const moved = await ask(weir, "route", query);
    const { slippage = 0, amountOut, minAmountOut } = moved.body;
    expect(slippage).toBeGreaterThan(calm.body.slippage ?? 0);
    expect(slippage).toBeLessThanOrEqual(300);
    expect(BigInt(minAmountOut)).toBe((BigInt(amountOut) * (10_000n - BigInt(slippage))) / 10_000n);
    const fixed = await ask(weir, "route", { ...query, slippage: "30" });
    expect(fixed.body).not.toHaveProperty("slippage");
  }, 300_000);
});

describe("include=calls", () => {
  test("default: approvals that are needed, then the transaction; sent one after the other they trade", async () => {
    const [tokenIn, tokenOut] = [tokenOf(weir, "USDT"), tokenOf(weir, "DAI")];
    const amount = 123_456_789n;
    await deal(node, { owner: OWNER, token: tokenIn, amount });
    const query = {
      ...{ fromAddress: OWNER, receiver: RECEIVER, tokenIn, tokenOut, amountIn: `${amount}` },
      include: "calls",
    };
    // An allowance that is too small, of a token that changes it only from zero.
    await approveExactly(node, {
      owner: OWNER,
      token: tokenIn,
      spender: ROUTER_ADDRESS,
      amount: 5n,
    });
    await weir.mine(1);
    const { status, body } = await ask(weir, "route", query);
    expect(status, JSON.stringify(body)).toBe(200);
    const calls = body.calls ?? [];
    const approvals = calls
      .slice(0, -1)
      .map(({ data }) => decodeFunctionData({ abi: erc20Abi, data }));
    const resets =
      tokenIn === tokenOf(weir, "USDT") && approvals.length === 2 ? [0n, amount] : [amount];
    expect(approvals.map(({ args }) => args)).toEqual(
      resets.map((value) => [expect.stringMatching(new RegExp(ROUTER_ADDRESS, "i")), value]),
    );
    expect(calls.at(-1)).toMatchObject({ to: body.tx.to, data: body.tx.data, value: "0x0" });
    const before = await balanceOf(node, tokenOut, RECEIVER);
    for (const { to, data, value } of calls) {
      const gas = BigInt(body.gas);
      await sendFrom(node, OWNER, { to, data, value: hexToBigInt(value), gas });
    }
    await weir.mine(1);
    expect((await balanceOf(node, tokenOut, RECEIVER)) - before).toBe(BigInt(body.amountOut));
    await approveExactly(node, { owner: OWNER, token: tokenIn, spender: ROUTER_ADDRESS, amount });
    await weir.mine(1);
    expect((await ask(weir, "route", query)).body.calls).toHaveLength(1);
  }, 60_000);

  test("behavior: the native currency needs none", async () => {
    const { body } = await ask(weir, "route", {
      ...{ fromAddress: OWNER, tokenIn: NATIVE, tokenOut: tokenOf(weir, "DAI") },
      ...{ amountIn: `${10n ** 18n}`, include: "calls" },
    });
    expect(body.calls).toEqual([
      { to: body.tx.to, data: body.tx.data, value: "0xde0b6b3a7640000" },
    ]);
  });

  test("error: STRATEGY_UNSUPPORTED with delegate, INVALID_ARGUMENT with permit", async () => {
    const query = {
      ...{ fromAddress: OWNER, tokenIn: tokenOf(weir, "USDC"), tokenOut: tokenOf(weir, "DAI") },
      ...{ amountIn: "1000000", include: "calls" },
    };
    const delegate = await ask(weir, "route", { ...query, routingStrategy: "delegate" });
    expect(delegate.body.code).toBe("STRATEGY_UNSUPPORTED");
    const signed = await ask(weir, "route", { ...query, permit: "permit2" });
    expect(signed.body).toMatchObject({ code: "INVALID_ARGUMENT", details: [{ path: "include" }] });
  });
});

describe("include=safe", () => {
  test.each([
    "delegate",
    "router",
    "corewallet",
  ] as const)("default: %s; the Safe takes the owner's signature of the hash, and trades", async (routingStrategy) => {
    const code = multiSendCallOnlyCode();
    expect(keccak256(code)).toBe(MULTI_SEND_HASH);
    await node.setCode({ address: MULTI_SEND, bytecode: code });
    await weir.mine(1);
    const [tokenIn, tokenOut] = [tokenOf(weir, "USDC"), tokenOf(weir, "LINK")];
    const amount = 250_000_000n;
    await deal(node, { owner: safe.address, token: tokenIn, amount });
    const { status, body } = await ask(weir, "route", {
      ...{ fromAddress: safe.address, receiver: RECEIVER, tokenIn, tokenOut, routingStrategy },
      ...{ amountIn: `${amount}`, include: "safe" },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    if (body.safe === undefined) throw new Error("no safe transaction");
    const { hash, ...act } = body.safe;
    expect(act.operation).toBe(1);
    const signature = await key.sign({ hash });
    const before = await balanceOf(node, tokenOut, RECEIVER);
    await succeeded(await safe.signed(act, signature, BigInt(body.gas)));
    expect((await balanceOf(node, tokenOut, RECEIVER)) - before).toBe(BigInt(body.amountOut));
  }, 60_000);

  test("error: STRATEGY_UNSUPPORTED of an account that is no Safe", async () => {
    for (const fromAddress of [OWNER, tokenOf(weir, "DAI")]) {
      const { body } = await ask(weir, "route", {
        ...{ fromAddress, receiver: RECEIVER, refundReceiver: RECEIVER, tokenIn: NATIVE },
        ...{ tokenOut: tokenOf(weir, "DAI"), amountIn: `${10n ** 17n}`, include: "safe" },
      });
      expect(body).toMatchObject({
        ...{ code: "STRATEGY_UNSUPPORTED", details: [{ path: "include" }] },
      });
    }
  });
});

describe("include=userop", () => {
  let account: Address;

  beforeAll(async () => {
    const source = readFileSync(new URL("Erc7579Account.sol", import.meta.url), "utf8");
    const sources = {
      ...collectSources(["@openzeppelin/contracts/account/extensions/draft-AccountERC7579.sol"]),
      "Erc7579Account.sol": source,
    };
    const compiled = await compileSolidity({ compiler: "solc", sources, optimizerRuns: 200 });
    const artifact = compiled.Erc7579Account;
    if (artifact === undefined) throw new Error("the account was not compiled");
    const { data: code } = await node.call({ data: artifact.bytecode });
    if (code === undefined) throw new Error("the account has no code");
    account = "0x0000000000000000000000000000000000007579";
    await node.setCode({ address: account, bytecode: code });
    await node.setBalance({ address: account, value: 10n ** 21n });
  });

  test.each([
    "router",
    "corewallet",
    "delegate",
  ] as const)("default: %s; the account executes the callData that its entry point hands on", async (routingStrategy) => {
    const [tokenIn, tokenOut] = [tokenOf(weir, "DAI"), tokenOf(weir, "WETH")];
    const amount = 777n * 10n ** 18n;
    await deal(node, { owner: account, token: tokenIn, amount });
    await weir.mine(1);
    const { status, body } = await ask(weir, "route", {
      ...{ fromAddress: account, receiver: RECEIVER, tokenIn, tokenOut, routingStrategy },
      ...{ amountIn: `${amount}`, include: "userop,legs" },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const data = body.userop?.callData ?? "0x";
    const entryPoint = await node.readContract({
      address: account,
      abi: [
        {
          ...{ type: "function", name: "entryPoint", stateMutability: "view", inputs: [] },
          outputs: [{ name: "", type: "address" }],
        },
      ] as const,
      functionName: "entryPoint",
    });
    await node.setBalance({ address: entryPoint, value: 10n ** 20n });
    const before = await balanceOf(node, tokenOut, RECEIVER);
    const gas = BigInt(body.gas) + 200_000n;
    await succeeded(await sendFrom(node, lower(entryPoint), { to: account, data, gas }));
    expect((await balanceOf(node, tokenOut, RECEIVER)) - before).toBe(BigInt(body.amountOut));
    expect(body.route.every(({ legs }) => (legs?.length ?? 0) > 0)).toBe(true);
  }, 60_000);
});
