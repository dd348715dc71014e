import { type Address, encodeFunctionData, erc20Abi, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  compoundV2 as compoundOnDevnet,
  cTokenAbi,
  moonwell,
} from "../../../devnet/protocols/compound-v2.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { accountActions, deposit } from "../../../src/protocols/compound-v2/actions.ts";
import {
  type CompoundV2Market,
  edges,
  sharesFor,
} from "../../../src/protocols/compound-v2/pool.ts";
import type { AccountAction, AccountVerb } from "../../../src/protocols/position.ts";
import { mine, type Sent } from "../aave-v3/market.ts";
import { mineAfter, type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { sentBy } from "../sent-by.ts";
import { read } from "./read.ts";

const WALLET: Address = "0x000000000000000000000000000000000000a11e";
const ETHER = 10n ** 18n;
const mintAbi = parseAbi(["function mint(address to, uint256 value)"]);

let chain: ProtocolChain;
afterAll(() => chain?.stop());

async function market(asset: string): Promise<CompoundV2Market> {
  const wanted = asset === "ETH" ? NATIVE : tokenBySymbol(chain.tokens, asset).address;
  const states = await read(chain.client, chain.chain.chainId);
  const found = states.find((state) => state.asset === wanted);
  if (found === undefined) throw new Error(`There is no market of ${asset}.`);
  return found;
}

function actionOf(state: CompoundV2Market, wanted: AccountVerb): AccountAction {
  const found = accountActions(state).find(({ verb }) => verb === wanted);
  if (found === undefined) throw new Error(`The market offers no ${wanted}.`);
  return found;
}

function balance(address: Address): Promise<bigint> {
  if (address === NATIVE) return chain.client.getBalance({ address: WALLET });
  return chain.client.readContract({
    ...{ abi: erc20Abi, address, functionName: "balanceOf", args: [WALLET] },
  });
}

/** What the wallet owes as of the last accrual. */
function debt({ cToken: address }: CompoundV2Market): Promise<bigint> {
  return chain.client.readContract({
    ...{ abi: cTokenAbi, address, functionName: "borrowBalanceStored", args: [WALLET] },
  });
}

/** What the action's calls take, mined in one block. */
async function act(action: AccountAction, tokenIn: Address, amount: bigint): Promise<void> {
  const first = action.before?.(tokenIn);
  await mine(chain, [
    ...(first === undefined ? [] : sentBy(WALLET, first, tokenIn, amount)),
    ...sentBy(WALLET, action.operation, tokenIn, amount),
  ]);
}

async function pledge(state: CompoundV2Market, amount: bigint): Promise<void> {
  const [enter] = edges(state);
  if (enter === undefined) throw new Error("The market has two edges.");
  await mine(chain, sentBy(WALLET, deposit(state, enter), state.asset, amount));
}

describe("accountActions on Ethereum", () => {
  beforeAll(async () => {
    chain = await startProtocolChain({ chainId: 1, protocols: [compoundOnDevnet] });
  }, 120_000);

  test("default: one wallet pledges, borrows, repays, withdraws an exact amount and harvests", async () => {
    const [eth, usdc] = [await market("ETH"), await market("USDC")];
    await pledge(eth, 10n * ETHER);
    const borrow = actionOf(usdc, "borrow");
    await act(borrow, eth.cToken, 5_000_000_000n);
    expect(await balance(usdc.asset)).toBe(5_000_000_000n);
    await mineAfter(chain, 86_400);

    const minted = encodeFunctionData({ abi: mintAbi, args: [WALLET, 10n ** 9n] });
    await mine(chain, [{ from: WALLET, to: usdc.asset, data: minted }]);
    const owed = await debt(usdc);
    await act(actionOf(usdc, "repay"), usdc.asset, owed);
    const rest = await debt(usdc);
    expect(rest).toBeLessThan(10_000n);
    await act(actionOf(usdc, "repay"), usdc.asset, rest);

    const { timestamp, number } = await chain.client.getBlock();
    const at = { number: number + 1n, timestamp: timestamp + 12n };
    const withdraw = actionOf(eth, "withdraw");
    const cost = withdraw.cost?.(ETHER, at) ?? 0n;
    expect(cost).toBe(sharesFor(eth, ETHER, at));
    const before = await balance(eth.cToken);
    await act(withdraw, eth.cToken, ETHER);
    const spent = before - (await balance(eth.cToken));
    expect([cost - 1n, cost]).toContain(spent);

    const harvest = actionOf(eth, "harvest");
    const [reward] = harvest.tokensOut;
    if (reward === undefined) throw new Error("The market pays no reward.");
    await act(harvest, eth.cToken, 0n);
    expect(await balance(reward)).toBeGreaterThan(0n);
  });

  test("error: a loan beyond the collateral is answered, and pays nothing", async () => {
    const usdc = await market("USDC");
    const borrow = actionOf(usdc, "borrow");
    expect(borrow.refusal).toBe("answered");
    const before = await balance(usdc.asset);
    await act(borrow, usdc.cToken, 10n ** 12n);
    expect(await balance(usdc.asset)).toBe(before);
    expect(await debt(usdc)).toBeLessThan(10n ** 12n);
  });
});

describe("accountActions on Base", () => {
  beforeAll(async () => {
    await chain.stop();
    chain = await startProtocolChain({ chainId: 8453, protocols: [moonwell] });
  }, 120_000);

  test("default: the market of wrapped native currency takes that and pays the currency", async () => {
    const weth = await market("WETH");
    const wrap: Sent = { from: WALLET, to: weth.asset, data: "0xd0e30db0", value: 20n * ETHER };
    await mine(chain, [wrap]);
    await pledge(weth, 10n * ETHER);
    const fees = { from: WALLET, to: WALLET, data: "0x" } as const;
    for (const verb of ["withdraw", "borrow"] as const) {
      const action = actionOf(weth, verb);
      expect(action.tokensOut).toEqual([NATIVE]);
      await mine(chain, [fees]);
      await act(action, weth.cToken, ETHER);
      // `mine` gives the account a round balance first.
      expect((await balance(NATIVE)) - 10n ** 26n).toBeGreaterThan((ETHER * 99n) / 100n);
    }
    await act(actionOf(weth, "repay"), weth.asset, ETHER / 2n);
    const [reward] = actionOf(weth, "harvest").tokensOut;
    await act(actionOf(weth, "harvest"), weth.cToken, 0n);
    expect(await balance(reward ?? NATIVE)).toBeGreaterThan(0n);
  });
});
