import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseAbi } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { hostileTokenList } from "../../devnet/protocols/hostile-tokens.ts";
import { lidoAbi, STETH, WSTETH } from "../../devnet/protocols/lido.ts";
import { pickArtifact } from "../../devnet/solidity/artifact.ts";
import { compileContracts } from "../../devnet/solidity/contracts.ts";
import { coreWalletOf } from "../../src/api/program/contracts.ts";
import { lower, ZERO_ADDRESS } from "../../src/lib/address.ts";
import { type Action, act, mined } from "../harness/bundles.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import {
  approveExactly,
  ask,
  balanceOf,
  deal,
  tokenOf as listed,
  sendFrom,
} from "../harness/trading.ts";

/** Has no core wallet yet, and nobody else uses it. */
const OWNER: Address = "0x00000000000000000000000000000000000f0d5e";
const FRIEND: Address = "0x00000000000000000000000000000000000f41e6";
const AMOUNT = 1_000_000n;

const mintAbi = parseAbi(["function mint(address to, uint256 value)"]);

let weir: RunningService;
let node: DevnetClient;
const wallet = coreWalletOf(OWNER);

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: OWNER, value: 10n ** 24n });
}, 300_000);

const bundle = (actions: readonly Action[]) =>
  ask(weir, "bundle", { fromAddress: OWNER, routingStrategy: "corewallet" }, actions);

/** A token of the devnet's own contracts of which the owner and its wallet have an amount each. */
async function deployToken(contract: string, args: readonly unknown[]): Promise<Address> {
  const { abi, bytecode } = pickArtifact((await compileContracts()).own, contract);
  await node.impersonateAccount({ address: OWNER });
  const hash = await node.sendTransaction({
    ...{ account: OWNER, chain: null, type: "legacy", gasPrice: 10n ** 11n, gas: 3_000_000n },
    data: encodeDeployData({ abi, bytecode, args: [...args] }),
  });
  await mined(weir, hash);
  const { contractAddress } = await node.getTransactionReceipt({ hash });
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
    const { status, body } = await bundle([act(slug, "swap", args)]);
    expect(status, JSON.stringify(body)).toBe(200);
    await deal(node, { owner: OWNER, token: USDC, amount });
    await approveExactly(node, { owner: OWNER, token: USDC, spender: wallet, amount });
    // The token begins to charge 1 % after the answer; both contracts keep their balances alike.
    const fee = hostileTokenList.find(({ symbol }) => symbol === "FEE")?.address ?? DAI;
    const [honest, charging] = await Promise.all(
      [DAI, fee].map((address) => node.getCode({ address })),
    );
    const run = async (code: Hex | undefined) => {
      await node.setCode({ address: DAI, bytecode: code ?? "0x" });
      const before = await balanceOf(node, DAI, wallet);
      const { to, data } = body.tx;
      const hash = await sendFrom(node, OWNER, { to, data, gas: 2n * BigInt(body.gas) });
      await weir.mine(1);
      const receipt = await node.getTransactionReceipt({ hash });
      return [receipt.status, (await balanceOf(node, DAI, wallet)) - before];
    };
    expect(await run(charging)).toEqual(["reverted", 0n]);
    expect(await run(honest)).toEqual(["success", BigInt(body.amountsOut[DAI] ?? "0")]);
  }, 60_000);
});

describe("what a bundle pulls", () => {
  test("default: the owner pays, and not the wallet", async () => {
    const token = await deployToken("StandardToken", ["Plain", "PLAIN", 18]);
    const { status, body } = await moved(token);
    expect(status, JSON.stringify(body)).toBe(200);
    const { to, data } = body.tx;
    await mined(weir, await sendFrom(node, OWNER, { to, data, gas: BigInt(body.gas) }));
    const held = [OWNER, wallet, FRIEND].map((account) => balanceOf(node, token, account));
    expect(await Promise.all(held)).toEqual([0n, AMOUNT, AMOUNT]);
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
    const { status, body } = await bundle([act("lido", "deposit", args)]);
    expect(status, JSON.stringify(body)).toBe(200);
    await approveExactly(node, { owner: OWNER, token, spender: wallet, amount });
    const { to } = body.tx;
    const gas = BigInt(body.gas);
    await mined(weir, await sendFrom(node, OWNER, { to, data: body.tx.data, gas }));
    const gained = BigInt(body.amountsOut[lower(WSTETH)] ?? "0");
    expect(gained).toBeGreaterThan(0n);
    expect(await balanceOf(node, lower(WSTETH), wallet)).toBe(gained);
  }, 60_000);
});
