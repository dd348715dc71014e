import { type Address, type Hex, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, test } from "vitest";
import { lower, NATIVE } from "../../src/lib/address.ts";
import {
  type Action,
  act,
  askBundle,
  createWallet,
  executeBundle,
  fund,
  out,
  type Wallet,
} from "../harness/bundles.ts";
import { gainOf } from "../harness/execution.ts";
import type { DevnetClient } from "../harness/service.ts";
import { balanceOf, bodyOf, dealApproved, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000cafe";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e4";
/** The fourth of anvil's well-known development accounts. */
const KEY: Hex = "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6";

let wallet: Wallet;
let node: DevnetClient;
let WETH: Address;
let USDC: Address;
let DAI: Address;
let WBTC: Address;

beforeAll(async () => {
  wallet = await createWallet(OWNER);
  const { weir } = wallet;
  node = weir.node(1);
  [WETH, USDC, DAI, WBTC] = ["WETH", "USDC", "DAI", "WBTC"].map((symbol) =>
    tokenOf(weir, symbol),
  ) as [Address, Address, Address, Address];
}, 300_000);

describe("bundle", () => {
  test("default: ten actions, six of whose arguments are earlier outputs, in a real Safe", async () => {
    await fund(wallet, NATIVE, 10n ** 20n);
    await fund(wallet, DAI, 0n);
    const erc20 = "function balanceOf(address owner) view returns (uint256)";
    const { body } = await executeBundle(wallet, [
      act("weth", "deposit", {
        ...{ tokenIn: NATIVE, tokenOut: WETH, amountIn: `${3n * 10n ** 18n}` },
        primaryAddress: WETH,
      }),
      act("core", "route", { tokenIn: WETH, tokenOut: USDC, amountIn: out(0), slippage: "50" }),
      act("core", "apiswap", { tokenIn: USDC, tokenOut: DAI, amountIn: out(1), slippage: 100 }),
      act("erc20", "transfer", { token: DAI, recipient: FRIEND, amount: `${10n ** 21n}` }),
      act("core", "call", {
        ...{ address: DAI, method: "balanceOf", abi: erc20, args: [wallet.safe.address] },
      }),
      act("uniswap-v3", "swap", {
        ...{ tokenIn: DAI, tokenOut: USDC, amountIn: out(4), slippage: "100" },
      }),
      act("erc20", "approve", { token: USDC, spender: FRIEND, amount: out(5) }),
      act("core", "route", { tokenIn: USDC, tokenOut: WETH, amountIn: out(5), slippage: "100" }),
      act("weth", "redeem", { tokenIn: WETH, tokenOut: NATIVE, amountIn: out(7) }),
      act("erc20", "transfer", { token: NATIVE, recipient: FRIEND, amount: "12345" }),
    ]);
    expect(body.amountsOut[NATIVE]).toBeUndefined();
    expect(await balanceOf(node, DAI, FRIEND)).toBe(10n ** 21n);
    expect(await balanceOf(node, NATIVE, FRIEND)).toBe(12_345n);
    for (const token of [WETH, USDC, DAI]) {
      expect(await balanceOf(node, token, wallet.safe.address)).toBe(0n);
    }
  }, 60_000);

  test("behavior: a fee of an output, its division, what the wallet has, and the least of it", async () => {
    await fund(wallet, WETH, 10n ** 18n);
    await fund(wallet, USDC, 0n);
    await fund(wallet, DAI, 7n * 10n ** 18n);
    const held = () => Promise.all([USDC, DAI].map((token) => balanceOf(node, token, FRIEND)));
    const [usdcBefore = 0n, daiBefore = 0n] = await held();
    const actions = [
      act("core", "route", { tokenIn: WETH, tokenOut: USDC, amountIn: `${10n ** 18n}` }),
      act("core", "fee", { token: USDC, amount: out(0), bps: "25", recipient: FRIEND }),
      act("core", "split", { token: USDC, amount: out(1), parts: ["2500", "2500", "5000"] }),
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: out(2) }),
      act("core", "merge", { token: USDC, amounts: [{ useOutputOfCallAt: 2, index: 1 }, "77"] }),
      act("core", "minamountout", { token: DAI, amount: `${8n * 10n ** 18n}` }),
      act("core", "balance", { token: DAI }),
      act("erc20", "transfer", { token: DAI, recipient: FRIEND, amount: out(6) }),
      act("core", "route", { tokenIn: USDC, tokenOut: WBTC, amountIn: out(4) }),
    ];
    const greedy = { ...actions[5], args: { token: DAI, amount: `${10n ** 30n}` } } as Action;
    const refused = await askBundle(
      wallet,
      actions.map((each, i) => (i === 5 ? greedy : each)),
    );
    expect(refused.body).toMatchObject({ code: "SIMULATION_FAILED", data: { index: 5 } });
    await executeBundle(wallet, actions);
    expect(await balanceOf(node, DAI, wallet.safe.address)).toBe(0n);
    const [usdcAfter = 0n, daiAfter = 0n] = await held();
    expect(daiAfter - daiBefore).toBeGreaterThan(8n * 10n ** 18n);
    const [fee, left] = [usdcAfter - usdcBefore, await balanceOf(node, USDC, wallet.safe.address)];
    // Half of what the fee left is still there, less what was merged besides its parts.
    expect(fee).toBe((2n * (left + 77n) + fee) / 400n);
    expect(await balanceOf(node, WBTC, wallet.safe.address)).toBeGreaterThan(0n);
  }, 60_000);

  test("behavior: what is left at the end goes to the receiver", async () => {
    await fund(wallet, USDC, 5_000n * 10n ** 6n);
    await fund(wallet, WBTC, 0n);
    const half = `${2_500n * 10n ** 6n}`;
    await executeBundle(
      wallet,
      [
        act("core", "route", { tokenIn: USDC, tokenOut: WBTC, amountIn: half, slippage: "50" }),
        act("core", "route", { tokenIn: USDC, tokenOut: WETH, amountIn: half, slippage: "50" }),
      ],
      { receiver: RECEIVER },
    );
    expect(await balanceOf(node, WBTC, wallet.safe.address)).toBe(0n);
    expect(await balanceOf(node, WBTC, RECEIVER)).toBeGreaterThan(0n);
  }, 60_000);

  test("behavior: a Permit2 signature brings tokens in, which a later action spends", async () => {
    const signer = privateKeyToAccount(KEY);
    const owner = lower(signer.address);
    const { permit2 } = wallet.weir.service(1).chain;
    const amount = 700n * 10n ** 6n;
    await dealApproved(node, { owner, token: USDC, spender: permit2, amount });
    await wallet.weir.mine(1);
    const deadline = 4_000_000_000n;
    const signature = await signer.signTypedData({
      domain: { name: "Permit2", chainId: 1, verifyingContract: permit2 },
      primaryType: "PermitTransferFrom",
      types: {
        PermitTransferFrom: [
          { name: "permitted", type: "TokenPermissions" },
          { name: "spender", type: "address" },
          { name: "nonce", type: "uint256" },
          { name: "deadline", type: "uint256" },
        ],
        TokenPermissions: [
          { name: "token", type: "address" },
          { name: "amount", type: "uint256" },
        ],
      },
      message: {
        permitted: { token: USDC, amount },
        spender: wallet.safe.address,
        nonce: 5n,
        deadline,
      },
    });
    await executeBundle(wallet, [
      act("permit2", "permittransferfrom", {
        ...{ token: USDC, amount: `${amount}`, nonce: "5", deadline: `${deadline}`, signature },
      }),
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: out(0), slippage: "50" }),
    ]);
    expect(await balanceOf(node, USDC, owner)).toBe(0n);
  }, 60_000);

  test("behavior: outputs stand inside nested arrays and tuples of a call", async () => {
    const { multicall3 } = wallet.weir.service(1).chain;
    await fund(wallet, USDC, 10n ** 9n);
    const abi =
      "function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[] returnData)";
    await executeBundle(wallet, [
      act("core", "route", { tokenIn: USDC, tokenOut: WETH, amountIn: `${10n ** 9n}` }),
      act("weth", "redeem", { tokenIn: WETH, tokenOut: NATIVE, amountIn: out(0) }),
      act("core", "call", {
        ...{ address: multicall3, method: "aggregate3Value", abi, value: out(1) },
        args: [[[FRIEND, false, out(1), "0x"]]],
      }),
    ]);
  }, 60_000);

  test("behavior: index picks any return word of a call", async () => {
    await fund(wallet, WETH, 10n ** 18n);
    // https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments
    const router = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d";
    const pair = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
    const reserves = "function getReserves() view returns (uint112, uint112, uint32)";
    const quote = "function getAmountOut(uint256, uint256, uint256) pure returns (uint256)";
    const word = (index: number) => ({ useOutputOfCallAt: 0, index });
    const [reserve0, reserve1] = await node.readContract({
      ...{ address: pair, abi: parseAbi([reserves]), functionName: "getReserves" },
    });
    const actions = [
      act("core", "call", { address: pair, method: "getReserves", abi: reserves, args: [] }),
      act("core", "call", {
        ...{ address: router, method: "getAmountOut", abi: quote },
        args: ["1000000", word(0), word(1)],
      }),
      act("erc20", "transfer", { token: WETH, recipient: FRIEND, amount: out(1) }),
    ];
    const paid = 1_000_000n * 997n;
    const expected = (paid * reserve1) / (reserve0 * 1000n + paid);
    const friend = { token: WETH, owner: FRIEND };
    expect(await gainOf(node, friend, () => executeBundle(wallet, actions))).toBe(expected);
  }, 60_000);

  test("behavior: neither funds nor allowances are needed to be answered", async () => {
    const stranger = "0x000000000000000000000000000000005734a4e4";
    const actions = [
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: `${10n ** 9n}` }),
      act("erc20", "transfer", { token: DAI, recipient: FRIEND, amount: out(0) }),
    ];
    const body = bodyOf(await askBundle(wallet, actions, { fromAddress: stranger }));
    expect(body.amountsOut).toEqual({});
  });
});
