import { type Address, erc20Abi, type Hex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { act, askBundle, executeBundle } from "../harness/bundles.ts";
import { createSafe, type Safe } from "../harness/safe.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { ask, deal, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x0000000000000000000000000000000000a46e75";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e5";
const NOBODY: Address = "0x000000000000000000000000000000000000dead";
// https://github.com/Uniswap/docs/blob/8c5d09e23f/docs/contracts/v2/reference/smart-contracts/08-deployment-addresses.md
const V2_ROUTER: Address = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d";
// https://github.com/Uniswap/sdks/blob/241fb9a789/sdks/sdk-core/src/addresses.ts
const V3_ROUTER: Address = "0xe592427a0aece92de3edee1f18e0157c05861564";

let weir: RunningService;
let safe: Safe;
let USDC: Address;
let WETH: Address;

beforeAll(async () => {
  weir = await sharedService();
  await weir.node(1).setBalance({ address: OWNER, value: 10n ** 24n });
  safe = await createSafe(weir, OWNER);
  [USDC, WETH] = [tokenOf(weir, "USDC"), tokenOf(weir, "WETH")];
}, 300_000);

const wallet = () => ({ weir, safe });
const allowance = () =>
  weir.node(1).readContract({
    ...{ address: USDC, abi: erc20Abi, functionName: "allowance", args: [safe.address, FRIEND] },
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
    const { status, body } = await askBundle(wallet(), [permit(signature)]);
    expect([status, body.code]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(body.details).toMatchObject([{ path: "0.args.signature" }]);
  });

  test("behavior: sender names the contract that signed, and Permit2 asks it", async () => {
    const { status, body } = await askBundle(wallet(), [
      permit(bytes("11", 200), { sender: safe.address }),
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
    await deal(weir.node(1), { owner: safe.address, token: USDC, amount: 10n ** 9n });
    const swap = { tokenIn: USDC, tokenOut: WETH, amountIn: "1000000000", primaryAddress };
    const { body } = await executeBundle(wallet(), [act(protocol, "swap", swap)]);
    expect(new Set(body.route.map((step) => step.protocol))).toEqual(new Set([protocol]));
    const byCore = await askBundle(wallet(), [act("core", "swap", swap)]);
    expect(new Set(byCore.body.route.map((step) => step.protocol))).toEqual(new Set([protocol]));
  });

  test("error: NO_ROUTE of another protocol's router", async () => {
    const swap = { tokenIn: USDC, tokenOut: WETH, amountIn: "1000000000" };
    for (const primaryAddress of [V3_ROUTER, NOBODY]) {
      const { status, body } = await askBundle(wallet(), [
        act("uniswap-v2", "swap", { ...swap, primaryAddress }),
      ]);
      expect([status, body.code]).toEqual([422, "NO_ROUTE"]);
    }
  });

  test("error: UNKNOWN_TOKEN", async () => {
    for (const name of ["route", "apiswap", "swap"]) {
      const { status, body } = await askBundle(wallet(), [
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
    await executeBundle(wallet(), [act("erc20", "approve", { ...approve, amount: "5" })]);
    expect(await allowance()).toBe(5n);
    await executeBundle(wallet(), [act("erc20", "approve", { ...approve, amount: "0" })]);
    expect(await allowance()).toBe(0n);
  });

  test("error: INVALID_ARGUMENT for the id of an ERC-20", async () => {
    const { status, body } = await askBundle(wallet(), [
      act("erc721", "approve", { token: USDC, spender: FRIEND, tokenId: "1" }),
    ]);
    expect([status, body.code]).toEqual([400, "INVALID_ARGUMENT"]);
  });
});

describe("destinationChainId", () => {
  test("error: UNSUPPORTED_CHAIN", async () => {
    const trade = { fromAddress: OWNER, tokenIn: USDC, tokenOut: WETH, amountIn: "1000000" };
    const elsewhere = { destinationChainId: "80094" };
    const { body: bundle } = await askBundle(
      wallet(),
      [act("erc20", "approve", { token: USDC, spender: FRIEND, amount: "1" })],
      elsewhere,
    );
    expect(bundle.code).toBe("UNSUPPORTED_CHAIN");
    for (const path of ["quote", "route"]) {
      const { status, body } = await ask(weir, path, { ...trade, ...elsewhere });
      expect([status, body.code]).toEqual([400, "UNSUPPORTED_CHAIN"]);
      expect((await ask(weir, path, { ...trade, destinationChainId: "1" })).status).toBe(200);
    }
  });
});
