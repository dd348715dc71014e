import { type Address, erc20Abi, type Hex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { NATIVE } from "../../src/lib/address.ts";
import {
  act,
  askBundle,
  createWallet,
  executeBundle,
  fund,
  out,
  run,
  type Wallet,
} from "../harness/bundles.ts";
import { gainOf } from "../harness/execution.ts";
import { ask, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x0000000000000000000000000000000000a46e75";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e5";
const NOBODY: Address = "0x000000000000000000000000000000000000dead";
// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v2/reference/smart-contracts/08-deployment-addresses.md
const V2_ROUTER: Address = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d";
// https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
const V3_ROUTER: Address = "0xe592427a0aece92de3edee1f18e0157c05861564";
// https://github.com/bgd-labs/aave-address-book/blob/f61c976283/src/ts/AaveV3Ethereum.ts
const AAVE_POOL: Address = "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2";

let wallet: Wallet;
let USDC: Address;
let WETH: Address;

beforeAll(async () => {
  wallet = await createWallet(OWNER);
  await fund(wallet, NATIVE, 10n ** 18n);
  [USDC, WETH] = [tokenOf(wallet.weir, "USDC"), tokenOf(wallet.weir, "WETH")];
}, 300_000);

const allowance = () =>
  wallet.weir.node(1).readContract({
    ...{ address: USDC, abi: erc20Abi, functionName: "allowance" },
    args: [wallet.safe.address, FRIEND],
  });

describe("permittransferfrom", () => {
  const permit = (signature: Hex, more = {}) =>
    act("permit2", "permittransferfrom", {
      ...{ token: USDC, amount: "1", nonce: "0", deadline: "99999999999", signature },
      ...more,
    });
  const bytes = (byte: string, count: number): Hex => `0x${byte.repeat(count)}`;

  test.each([
    ["too short", "0x00"],
    ["zeros", bytes("00", 65)],
    ["no point", bytes("11", 65)],
    ["no compact point", bytes("ab", 64)],
    ["a contract's", bytes("11", 200)],
  ] as const)("error: INVALID_ARGUMENT of a signature, %s", async (_, signature) => {
    const { status, body } = await askBundle(wallet, [permit(signature)]);
    expect([status, body.code]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(body.details).toMatchObject([{ path: "0.args.signature" }]);
  });

  test("behavior: sender names the contract that signed, and Permit2 asks it", async () => {
    const { status, body } = await askBundle(wallet, [
      permit(bytes("11", 200), { sender: wallet.safe.address }),
    ]);
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
    expect(body.data).toMatchObject({ index: 0 });
  });
});

describe("swap", () => {
  test.each([
    ["uniswap-v2", V2_ROUTER],
    ["uniswap-v3", V3_ROUTER],
  ])("default: %s by its router", async (protocol, primaryAddress) => {
    await fund(wallet, USDC, 10n ** 9n);
    const swap = { tokenIn: USDC, tokenOut: WETH, amountIn: "1000000000", primaryAddress };
    const { body } = await executeBundle(wallet, [act(protocol, "swap", swap)]);
    expect(new Set(body.route.map((step) => step.protocol))).toEqual(new Set([protocol]));
    const byCore = await askBundle(wallet, [act("core", "swap", swap)]);
    expect(new Set(byCore.body.route.map((step) => step.protocol))).toEqual(new Set([protocol]));
  });

  test("error: NO_ROUTE of another protocol's router", async () => {
    const swap = { tokenIn: USDC, tokenOut: WETH, amountIn: "1000000000" };
    for (const primaryAddress of [V3_ROUTER, NOBODY]) {
      const { status, body } = await askBundle(wallet, [
        act("uniswap-v2", "swap", { ...swap, primaryAddress }),
      ]);
      expect([status, body.code]).toEqual([422, "NO_ROUTE"]);
    }
  });

  test("error: UNKNOWN_TOKEN", async () => {
    for (const name of ["route", "apiswap", "swap"]) {
      const { status, body } = await askBundle(wallet, [
        act("core", name, { tokenIn: NOBODY, tokenOut: WETH, amountIn: "1" }),
      ]);
      expect([status, body.code]).toEqual([422, "UNKNOWN_TOKEN"]);
      expect(body.details).toMatchObject([{ path: "0.args.tokenIn" }]);
    }
  });
});

describe("approve", () => {
  test("behavior: 0 takes an approval back", async () => {
    const approve = { token: USDC, spender: FRIEND };
    await executeBundle(wallet, [act("erc20", "approve", { ...approve, amount: "5" })]);
    expect(await allowance()).toBe(5n);
    await executeBundle(wallet, [act("erc20", "approve", { ...approve, amount: "0" })]);
    expect(await allowance()).toBe(0n);
  });

  test("error: INVALID_ARGUMENT for the id of an ERC-20", async () => {
    const { status, body } = await askBundle(wallet, [
      act("erc721", "approve", { token: USDC, spender: FRIEND, tokenId: "1" }),
    ]);
    expect([status, body.code]).toEqual([400, "INVALID_ARGUMENT"]);
  });
});

describe("call", () => {
  const wrap = (value: string) =>
    act("core", "call", {
      ...{ address: WETH, method: "deposit", abi: "function deposit() payable", args: [] },
      value,
    });

  test("behavior: what a listed contract or a named token gives is in amountsOut", async () => {
    const { body } = await executeBundle(wallet, [wrap("5")]);
    expect(body.amountsOut).toEqual({ [WETH]: "5" });
    const abi = "function withdraw(uint256 amount)";
    const unwrap = { address: WETH, method: "withdraw", abi, args: ["5"], tokenOut: NATIVE };
    const { body: unwrapped } = await executeBundle(wallet, [act("core", "call", unwrap)]);
    expect(unwrapped.amountsOut).toEqual({ [NATIVE]: "5" });
  });

  test("behavior: the receiver gets it", async () => {
    const { body } = await askBundle(wallet, [wrap("7")], { receiver: FRIEND });
    expect(body.amountsOut).toEqual({ [WETH]: "7" });
    const friend = { token: WETH, owner: FRIEND };
    expect(await gainOf(wallet.weir.node(1), friend, () => run(wallet, body))).toBe(7n);
  });

  test("error: SIMULATION_FAILED where no contract is", async () => {
    const abi = "function poke()";
    const { status, body } = await askBundle(wallet, [
      act("core", "call", { address: NOBODY, method: "poke", abi, args: [] }),
    ]);
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
    expect(body.data).toEqual({ index: 0, reason: "no contract is there" });
  });
});

describe("amounts that are not there", () => {
  test("error: SIMULATION_FAILED tells an output that is spent twice", async () => {
    const send = act("erc20", "transfer", { token: WETH, recipient: FRIEND, amount: out(0) });
    const buy = { tokenIn: USDC, tokenOut: WETH, amountIn: "1000000000" };
    // Nobody has WETH already.
    const actions = [act("core", "route", buy), send, send];
    const { status, body } = await askBundle(wallet, actions, { fromAddress: NOBODY });
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
    expect(body.data?.index).toBe(2);
    expect(body.data?.reason).toMatch(
      new RegExp(`^it takes [1-9][0-9]* of ${WETH}, of which the actions before it leave 0$`),
    );
  });

  test("error: SIMULATION_FAILED with the contract's reason for a position that is not there", async () => {
    const aUSDC = tokenOf(wallet.weir, "aEthUSDC");
    for (const [action, args] of [
      ["withdraw", { tokenIn: aUSDC, tokenOut: USDC, amountOut: "1000000" }],
      ["repay", { tokenIn: USDC, amountIn: "1000000", primaryAddress: AAVE_POOL }],
    ] as const) {
      const { status, body } = await askBundle(wallet, [act("aave-v3", action, args)]);
      expect([status, body.code], action).toEqual([422, "SIMULATION_FAILED"]);
      expect(body.data).toMatchObject({ index: 0, reason: expect.stringMatching(/^[A-Z]\w+$/) });
    }
  });

  test("error: SIMULATION_FAILED of shares that are worth nothing", async () => {
    const issued = [...wallet.weir.service(1).snapshot().defiTokens.values()];
    const shares = issued.find(({ state }) => state.slug === "uniswap-v2")?.token;
    const [tokenOut] = shares?.underlyingTokens ?? [];
    const { status, body } = await askBundle(wallet, [
      act("uniswap-v2", "redeem", { tokenIn: shares?.address, tokenOut, amountIn: "1" }),
    ]);
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
  });
});

describe("destinationChainId", () => {
  test("error: UNSUPPORTED_CHAIN", async () => {
    const trade = { fromAddress: OWNER, tokenIn: USDC, tokenOut: WETH, amountIn: "1000000" };
    const elsewhere = { destinationChainId: "80094" };
    const { body: bundle } = await askBundle(
      wallet,
      [act("erc20", "approve", { token: USDC, spender: FRIEND, amount: "1" })],
      elsewhere,
    );
    expect(bundle.code).toBe("UNSUPPORTED_CHAIN");
    for (const path of ["quote", "route"]) {
      const { status, body } = await ask(wallet.weir, path, { ...trade, ...elsewhere });
      expect([status, body.code]).toEqual([400, "UNSUPPORTED_CHAIN"]);
      expect((await ask(wallet.weir, path, { ...trade, destinationChainId: "1" })).status).toBe(
        200,
      );
    }
  });
});
