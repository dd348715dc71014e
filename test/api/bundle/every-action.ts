import { type Offers, offersOn } from "../../../src/api/bundle/offers.ts";
import { parseBundle } from "../../../src/api/bundle/parse.ts";
import { type BundleAction, VERBS } from "../../../src/api/bundle/verbs/index.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import { BOB, DAI, USDC, WETH } from "../fixture/market.ts";

/** What chain 1 offers, and a protocol `every` that offers every action. */
const ALL: Offers = new Map([
  ...offersOn(1, PROTOCOLS, null),
  ["every", new Set(VERBS.map(({ name }) => name))] as const,
]);

/** Actions of a body, as if some protocol offered every one. */
export function parse(body: unknown): readonly BundleAction[] {
  return parseBundle(body, { chainId: 1, offers: ALL });
}

/** An action of `core`. */
export const core = (action: string, args: unknown) => ({ protocol: "core", action, args });

/** A minimal action. */
export const ROUTE = core("route", { tokenIn: NATIVE, tokenOut: WETH, amountIn: "7" });

/** A bundle with every action, and an earlier output wherever one may stand. */
export const EVERY = [
  ROUTE,
  {
    protocol: "erc20",
    action: "approve",
    args: { token: WETH, spender: BOB, amount: { useOutputOfCallAt: 0 } },
  },
  {
    protocol: "uniswap-v2",
    action: "swap",
    args: {
      tokenIn: WETH,
      tokenOut: USDC,
      amountIn: { useOutputOfCallAt: 0 },
      slippage: 0,
      primaryAddress: BOB,
    },
  },
  core("apiswap", { tokenIn: USDC, tokenOut: DAI, amountIn: 5, slippage: "10000" }),
  {
    protocol: "every",
    action: "deposit",
    args: {
      tokenIn: [USDC, DAI],
      tokenOut: [BOB, WETH],
      amountIn: [{ useOutputOfCallAt: 2 }, "9"],
      minAmountOut: ["8", 7],
    },
  },
  {
    protocol: "every",
    action: "redeem",
    args: {
      tokenIn: WETH,
      tokenOut: NATIVE,
      amountIn: { useOutputOfCallAt: 4, index: 1 },
      primaryAddress: WETH,
    },
  },
  {
    protocol: "every",
    action: "withdraw",
    args: {
      tokenIn: WETH,
      tokenOut: NATIVE,
      amountOut: { useOutputOfCallAt: 5, index: 0 },
      minAmountOut: "6",
    },
  },
  {
    protocol: "every",
    action: "borrow",
    args: { collateral: WETH, tokenOut: USDC, amountOut: "3", primaryAddress: BOB },
  },
  {
    protocol: "every",
    action: "repay",
    args: { tokenIn: USDC, amountIn: { useOutputOfCallAt: 7 }, primaryAddress: `1:${BOB}:12` },
  },
  {
    protocol: "every",
    action: "harvest",
    args: { token: `1:${BOB.toUpperCase().replace("X", "x")}:0xAB` },
  },
  {
    protocol: "permit2",
    action: "permittransferfrom",
    args: { token: USDC, amount: "4", nonce: "0", deadline: 99, signature: "0xABCD" },
  },
  core("call", {
    address: BOB,
    method: "mint",
    abi: "mint((uint256 amount, address[] to)[2] batch, int8 delta, bytes4 tag, bool on, string note) payable returns (uint256, (uint128 id, bool ok))",
    args: [
      [{ amount: { useOutputOfCallAt: 9 }, to: [BOB.toUpperCase()] }, ["5", []]],
      -128,
      "0xABCDEF01",
      "true",
      "mint",
    ],
    value: { useOutputOfCallAt: 6 },
  }),
  {
    protocol: "erc20",
    action: "transfer",
    args: { token: BOB, recipient: DAI, id: { useOutputOfCallAt: 11, index: 1 } },
  },
  {
    protocol: "erc20",
    action: "transfer",
    args: { token: USDC, recipient: DAI, amount: { useOutputOfCallAt: 10 } },
  },
  core("balance", { token: USDC }),
  core("minamountout", { token: USDC, amount: "5" }),
  core("split", { token: USDC, amount: { useOutputOfCallAt: 14 }, parts: [2500, "7500"] }),
  core("fee", {
    ...{ token: USDC, amount: { useOutputOfCallAt: 16, index: 1 }, bps: "30" },
    receiver: BOB,
  }),
  core("merge", { token: USDC, amounts: [{ useOutputOfCallAt: 16 }, "7"] }),
  {
    protocol: "uniswap-v3",
    action: "depositclmm",
    args: {
      ...{ tokenIn: [USDC, WETH], tokenOut: BOB, amountIn: [{ useOutputOfCallAt: 16 }, 0] },
      ...{ ticks: ["-887220", 60], poolFee: 3000, slippage: 100, receiver: DAI },
    },
  },
  {
    protocol: "every",
    action: "depositclmm",
    args: {
      ...{ tokenIn: [NATIVE, USDC], tokenOut: BOB, amountIn: ["0", "8"] },
      ...{ tokenId: { useOutputOfCallAt: 19, index: 3 }, minAmountOut: 5 },
    },
  },
  {
    protocol: "every",
    action: "depositclmm",
    args: {
      ...{ tokenIn: [NATIVE, USDC], tokenOut: BOB, amountIn: ["1", "8"], ticks: [0, 10] },
      ...{ poolFee: "500", tickSpacing: "10", hook: DAI },
    },
  },
  {
    protocol: "every",
    action: "redeemclmm",
    args: {
      ...{ tokenIn: BOB, tokenOut: [WETH, USDC], tokenId: { useOutputOfCallAt: 19, index: 3 } },
      ...{ liquidity: { useOutputOfCallAt: 19 }, minAmountOut: ["1", "2"], receiver: DAI },
    },
  },
  {
    protocol: "every",
    action: "redeemclmm",
    args: { tokenIn: BOB, tokenOut: [WETH, USDC], tokenId: 7 },
  },
];
