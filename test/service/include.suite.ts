import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  hexToBigInt,
  keccak256,
  stringToHex,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, test } from "vitest";
import { ROUTER_ADDRESS } from "../../src/api/program/contracts.ts";
import { lower, NATIVE } from "../../src/lib/address.ts";
import { erc7579AccountCode } from "../harness/erc7579-account.ts";
import { gainOf, mined } from "../harness/execution.ts";
import { createSafe, multiSendCallOnlyCode, type Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import {
  approveExactly,
  ask,
  balanceOf,
  bodyOf,
  deal,
  sendFrom,
  tokenOf,
} from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000ace2";
const RECEIVER: Address = "0x0000000000000000000000000000000000ace1b0";
const MULTI_SEND: Address = "0xa83c336b20401af773b6219ba5027174338d1836";
// https://github.com/safe-global/safe-deployments/blob/main/src/assets/v1.5.0/multi_send_call_only.json
const MULTI_SEND_HASH = "0xcdbdcec38d2f1c7d961b0029ff8416b7e86e9974d6f0e9c9580c7d17fcfb6663";

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
    const body = bodyOf(await ask(weir, "route", query));
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
    const body = bodyOf(
      await ask(weir, "route", {
        ...{ fromAddress: safe.address, receiver: RECEIVER, tokenIn, tokenOut, routingStrategy },
        ...{ amountIn: `${amount}`, include: "safe" },
      }),
    );
    if (body.safe === undefined) throw new Error("no safe transaction");
    const { hash, ...act } = body.safe;
    expect(act.operation).toBe(1);
    const signature = await key.sign({ hash });
    const gained = await gainOf(node, { token: tokenOut, owner: RECEIVER }, async () =>
      mined(weir, await safe.signed(act, signature, BigInt(body.gas))),
    );
    expect(gained).toBe(BigInt(body.amountOut));
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
    account = "0x0000000000000000000000000000000000007579";
    await node.setCode({ address: account, bytecode: await erc7579AccountCode(node) });
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
    const body = bodyOf(
      await ask(weir, "route", {
        ...{ fromAddress: account, receiver: RECEIVER, tokenIn, tokenOut, routingStrategy },
        ...{ amountIn: `${amount}`, include: "userop,legs" },
      }),
    );
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
    const gas = BigInt(body.gas) + 200_000n;
    const gained = await gainOf(node, { token: tokenOut, owner: RECEIVER }, async () =>
      mined(weir, await sendFrom(node, lower(entryPoint), { to: account, data, gas })),
    );
    expect(gained).toBe(BigInt(body.amountOut));
    expect(body.route.every(({ legs }) => (legs?.length ?? 0) > 0)).toBe(true);
  }, 60_000);
});
