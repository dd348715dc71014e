import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { act, askBundle, createWallet, fund, out, type Wallet } from "../harness/bundles.ts";
import { gainOf, reverted, sendAnswer } from "../harness/execution.ts";
import type { DevnetClient } from "../harness/service.ts";
import { ask, balanceOf, dealApproved, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000cafe";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e4";

let wallet: Wallet;
let node: DevnetClient;
let WETH: Address;
let USDC: Address;
let DAI: Address;

beforeAll(async () => {
  wallet = await createWallet(OWNER);
  const { weir } = wallet;
  node = weir.node(1);
  [WETH, USDC, DAI] = ["WETH", "USDC", "DAI"].map((symbol) => tokenOf(weir, symbol)) as [
    ...[Address, Address, Address],
  ];
}, 300_000);

describe("a bundle that fails", () => {
  test("error: SIMULATION_FAILED names the action that fails and the contract's reason", async () => {
    const erc20 = "function transferFrom(address from, address to, uint256 amount) returns (bool)";
    const { status, body } = await askBundle(wallet, [
      act("core", "route", { tokenIn: USDC, tokenOut: DAI, amountIn: `${10n ** 9n}` }),
      act("core", "call", {
        ...{ address: WETH, method: "transferFrom", abi: erc20, args: [FRIEND, OWNER, "1"] },
      }),
      act("erc20", "transfer", { token: DAI, recipient: FRIEND, amount: out(0) }),
    ]);
    expect([status, body.code]).toEqual([422, "SIMULATION_FAILED"]);
    expect(body.data?.index).toBe(1);
  });

  test("error: an action that fails on chain rolls everything back", async () => {
    const { weir, safe } = wallet;
    await fund(wallet, USDC, 10n ** 9n);
    // No contract sells ether at a fixed price.
    const { body } = await askBundle(wallet, [
      act("core", "route", {
        tokenIn: USDC,
        tokenOut: WETH,
        amountIn: `${10n ** 9n}`,
        slippage: 0,
      }),
      act("erc20", "transfer", { token: WETH, recipient: FRIEND, amount: out(0) }),
    ]);
    const amount = 10n ** 12n;
    const mover = await ask(weir, "route", {
      ...{ fromAddress: OWNER, tokenIn: USDC, tokenOut: WETH, slippage: "10000" },
      amountIn: `${amount}`,
    });
    await dealApproved(node, { owner: OWNER, token: USDC, spender: mover.body.tx.to, amount });
    await sendAnswer(node, mover.body);
    // Safe itself reverts (GS013) when the inner call fails and no safeTxGas was set.
    const send = async () => reverted(weir, await safe.delegateCall(body.tx, BigInt(body.gas)));
    expect(await gainOf(node, { token: WETH, owner: FRIEND }, send)).toBe(0n);
    expect(await balanceOf(node, USDC, safe.address)).toBe(10n ** 9n);
  }, 60_000);

  test("error: ACTION_UNSUPPORTED for what the protocol does not offer", async () => {
    const { status, body } = await askBundle(wallet, [
      act("weth", "harvest", { token: WETH, primaryAddress: WETH }),
    ]);
    expect([status, body.code]).toEqual([422, "ACTION_UNSUPPORTED"]);
  });
});
