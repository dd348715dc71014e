import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseAbi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { hostileTokenList } from "../../devnet/protocols/hostile-tokens.ts";
import { lidoAbi, STETH, WSTETH } from "../../devnet/protocols/lido.ts";
import { pickArtifact } from "../../devnet/solidity/artifact.ts";
import { compileContracts } from "../../devnet/solidity/contracts.ts";
import { coreWalletOf } from "../../src/api/program/contracts.ts";
import { lower, ZERO_ADDRESS } from "../../src/lib/address.ts";
import { type Action, act, askCoreBundle, fundCoreWallet, out } from "../harness/bundles.ts";
import { gainOf, mined, receiptOf, sendAnswer } from "../harness/execution.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import {
  approveExactly,
  balanceOf,
  bodyOf,
  tokenOf as listed,
  sendFrom,
} from "../harness/trading.ts";

/** Has no core wallet yet, and nobody else uses it. */
const OWNER: Address = "0x00000000000000000000000000000000000f0d5e";
/** Neither, and its wallet is not there before the test that makes it. */
const NEWCOMER: Address = "0x00000000000000000000000000000000000f0d5f";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e6";
const AMOUNT = 1_000_000n;

const mintAbi = parseAbi(["function mint(address to, uint256 value)"]);

let weir: RunningService;
let node: DevnetClient;
const wallet = coreWalletOf(OWNER);

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  for (const address of [OWNER, NEWCOMER]) {
    await node.setBalance({ address, value: 10n ** 24n });
  }
}, 300_000);

const bundle = (actions: readonly Action[]) => askCoreBundle(weir, OWNER, { actions });

/** A token of the devnet's own contracts of which the owner and its wallet have an amount each. */
async function deployToken(contract: string, args: readonly unknown[]): Promise<Address> {
  const { abi, bytecode } = pickArtifact((await compileContracts()).own, contract);
  await node.impersonateAccount({ address: OWNER });
  const hash = await node.sendTransaction({
    ...{ account: OWNER, chain: null, type: "legacy", gasPrice: 10n ** 11n, gas: 3_000_000n },
    data: encodeDeployData({ abi, bytecode, args: [...args] }),
  });
  const { contractAddress } = await mined(weir, hash);
  if (!contractAddress) throw new Error(`${contract} was not deployed`);
  for (const to of [OWNER, wallet]) {
    const data = encodeFunctionData({
      ...{ abi: mintAbi, functionName: "mint", args: [to, AMOUNT] },
    });
    await sendFrom(node, OWNER, { to: contractAddress, data, gas: 200_000n });
  }
  await approveExactly(node, {
    ...{ owner: OWNER, token: contractAddress, spender: wallet, amount: AMOUNT },
  });
  await weir.mine(1);
  return lower(contractAddress);
}

/** The wallet sends on what it pulls of its owner. */
const moved = (token: Address) =>
  bundle([act("erc20", "transfer", { token, recipient: FRIEND, amount: `${AMOUNT}` })]);

describe("what a bundle gains", () => {
  test.each([
    "uniswap-v2",
    "uniswap-v3",
  ])("behavior: %s pays as it says, and less arrives: the bundle reverts", async (slug) => {
    const [USDC, DAI] = ["USDC", "DAI"].map((symbol) => listed(weir, symbol)) as [Address, Address];
    const amount = 10n ** 9n;
    const args = { tokenIn: USDC, tokenOut: DAI, amountIn: `${amount}` };
    const body = bodyOf(await bundle([act(slug, "swap", args)]));
    await fundCoreWallet(node, OWNER, { token: USDC, amount });
    // The token begins to charge 1 % after the answer; both contracts keep their balances alike.
    const fee = hostileTokenList.find(({ symbol }) => symbol === "FEE")?.address ?? DAI;
    const [honest, charging] = await Promise.all(
      [DAI, fee].map((address) => node.getCode({ address })),
    );
    const gas = `${2n * BigInt(body.gas)}`;
    const gained = async (code: Hex | undefined, status: "success" | "reverted") => {
      await node.setCode({ address: DAI, bytecode: code ?? "0x" });
      return gainOf(node, { token: DAI, owner: wallet }, async () => {
        const receipt = await receiptOf(weir, await sendAnswer(node, { ...body, gas }));
        expect(receipt.status).toBe(status);
      });
    };
    expect(await gained(charging, "reverted")).toBe(0n);
    expect(await gained(honest, "success")).toBe(BigInt(body.amountsOut[DAI] ?? "0"));
  }, 60_000);
});

describe("what a bundle pulls", () => {
  test("default: the owner pays, and not the wallet", async () => {
    const token = await deployToken("StandardToken", ["Plain", "PLAIN", 18]);
    await mined(weir, await sendAnswer(node, bodyOf(await moved(token))));
    const held = [OWNER, wallet, FRIEND].map((account) => balanceOf(node, token, account));
    expect(await Promise.all(held)).toEqual([0n, AMOUNT, AMOUNT]);
  }, 60_000);

  test("behavior: a core wallet pulls what the bundle needs from its owner, on first and later use", async () => {
    const [DAI, USDC, WBTC] = ["DAI", "USDC", "WBTC"].map((symbol) => listed(weir, symbol)) as [
      ...[Address, Address, Address],
    ];
    const amount = 1_000n * 10n ** 18n;
    const actions = [
      act("core", "route", { tokenIn: DAI, tokenOut: USDC, amountIn: `${amount}` }),
      act("core", "route", { tokenIn: USDC, tokenOut: WBTC, amountIn: out(0) }),
    ];
    const query = { receiver: RECEIVER };
    for (const isDeployed of [false, true]) {
      const code = await node.getCode({ address: coreWalletOf(NEWCOMER) });
      expect(code !== undefined).toBe(isDeployed);
      const body = bodyOf(await askCoreBundle(weir, NEWCOMER, { actions, query }));
      await fundCoreWallet(node, NEWCOMER, { token: DAI, amount });
      const gained = await gainOf(node, { token: WBTC, owner: RECEIVER }, async () =>
        mined(weir, await sendAnswer(node, body)),
      );
      expect(gained).toBe(BigInt(body.amountsOut[WBTC] ?? "0"));
    }
  }, 60_000);

  test.each([
    ["answers false and moves nothing, though the wallet has as much", "FalseToken", [wallet]],
    ["charges a fee, which the wallet would pay", "FeeToken", []],
  ] as const)(
    "error: SIMULATION_FAILED for a token that %s",
    async (_, contract, args) => {
      const token = await deployToken(contract, ["Odd", "ODD", ...args]);
      const { status, body } = await moved(token);
      expect([status, body.code], JSON.stringify(body)).toEqual([422, "SIMULATION_FAILED"]);
      expect(body.data).toMatchObject({ index: null });
    },
    60_000,
  );

  test("behavior: a token whose balances round arrives, a unit or two short", async () => {
    const data = encodeFunctionData({
      ...{ abi: lidoAbi, functionName: "submit", args: [ZERO_ADDRESS] },
    });
    const value = 3n * 10n ** 18n + 7n;
    const token = lower(STETH);
    await mined(weir, await sendFrom(node, OWNER, { to: STETH, data, value, gas: 500_000n }));
    const amount = await balanceOf(node, token, OWNER);
    const args = { tokenIn: token, tokenOut: lower(WSTETH), amountIn: `${amount}` };
    const body = bodyOf(await bundle([act("lido", "deposit", args)]));
    await approveExactly(node, { owner: OWNER, token, spender: wallet, amount });
    await mined(weir, await sendAnswer(node, body));
    const gained = BigInt(body.amountsOut[lower(WSTETH)] ?? "0");
    expect(gained).toBeGreaterThan(0n);
    expect(await balanceOf(node, lower(WSTETH), wallet)).toBe(gained);
  }, 60_000);
});
