import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cometAbi, compoundV3 as compoundOnDevnet } from "../../../devnet/protocols/compound-v3.ts";
import { tokenBySymbol } from "../../../devnet/token-list.ts";
import { accountActions, deposit, redeem } from "../../../src/protocols/compound-v3/actions.ts";
import {
  type CompoundV3Market,
  edges,
  maxIn,
  quote,
} from "../../../src/protocols/compound-v3/pool.ts";
import type { CallOperation } from "../../../src/protocols/operation.ts";
import type { AccountVerb } from "../../../src/protocols/position.ts";
import { mine, type Sent } from "../aave-v3/market.ts";
import { mineAfter, type ProtocolChain, startProtocolChain } from "../protocol-chain.ts";
import { sentBy } from "../sent-by.ts";
import { read } from "./read.ts";

const WALLET: Address = "0x000000000000000000000000000000000000a11e";
const SUPPLIER: Address = "0x000000000000000000000000000000000000b0b0";
const mintAbi = parseAbi(["function mint(address to, uint256 value)"]);

let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({ chainId: 1, protocols: [compoundOnDevnet] });
}, 120_000);
afterAll(() => chain?.stop());

const token = (symbol: string) => tokenBySymbol(chain.tokens, symbol).address;

async function market(): Promise<CompoundV3Market> {
  const found = (await read(chain.client, 1)).find(({ base }) => base === token("USDC"));
  if (found === undefined) throw new Error("There is no market of USDC.");
  return found;
}

function minted(to: Address, address: Address, amount: bigint): Sent {
  const data = encodeFunctionData({ abi: mintAbi, functionName: "mint", args: [to, amount] });
  return { from: to, to: address, data };
}

function balance(owner: Address, address: Address): Promise<bigint> {
  return chain.client.readContract({
    ...{ abi: erc20Abi, address, functionName: "balanceOf", args: [owner] },
  });
}

function debt(owner: Address, comet: Address): Promise<bigint> {
  return chain.client.readContract({
    ...{ abi: cometAbi, address: comet, functionName: "borrowBalanceOf", args: [owner] },
  });
}

/** The operation of a verb with a token given, and one received where that matters. */
function actionOf(
  state: CompoundV3Market,
  verb: AccountVerb,
  on: { readonly given: Address | null; readonly out?: Address },
): CallOperation {
  const found = accountActions(state).find(({ verb: own, tokenIn, tokensOut }) => {
    return own === verb && tokenIn === on.given && (!on.out || tokensOut.includes(on.out));
  });
  if (found === undefined) throw new Error(`The market offers no ${verb}.`);
  return found.operation;
}

describe("deposit and redeem", () => {
  test("default: what a supplier gains and is paid is quoted to the unit", async () => {
    const amount = 1_234_567_891n;
    const [usdc, before] = [token("USDC"), await market()];
    const [enter, leave] = edges(before);
    if (!enter || !leave) throw new Error("The market has two edges.");
    await mine(chain, [
      minted(SUPPLIER, usdc, amount),
      ...sentBy(SUPPLIER, deposit(before, enter), usdc, amount),
    ]);
    const { timestamp } = await chain.client.getBlock();
    const entered = quote(before, enter, amount, { timestamp });
    const held = await balance(SUPPLIER, before.comet);
    expect(entered).toMatchObject({ amountOut: held });
    const { updatedBlock: _block, ...after } = await market();
    expect(entered.ok && entered.next).toMatchObject(after);
    await mine(chain, sentBy(SUPPLIER, redeem(await market(), leave), before.comet, held));
    expect(await balance(SUPPLIER, usdc)).toBe(held);
  });

  test("error: what is paused, or more than the cash, reverts as quoted", async () => {
    const state = await market();
    const [, leave] = edges(state);
    if (leave === undefined) throw new Error("The market has two edges.");
    const { timestamp } = await chain.client.getBlock();
    const at = { timestamp: timestamp + 12n };
    const most = maxIn(state, leave, at);
    expect(quote(state, leave, most, at).ok).toBe(true);
    expect(quote(state, leave, most + 1n, at)).toMatchObject({ reason: "insufficient-liquidity" });
    const paused = [false, false, true, false, false] as const;
    const pause = (args: typeof paused | readonly [false, false, false, false, false]): Sent => ({
      ...{ from: WALLET, to: state.comet },
      data: encodeFunctionData({ abi: cometAbi, functionName: "pause", args }),
    });
    await mine(chain, [pause(paused)]);
    expect(quote(await market(), leave, 1_000n, at)).toEqual({ ok: false, reason: "paused" });
    await expect(
      mine(chain, sentBy(SUPPLIER, redeem(state, leave), state.comet, 1n)),
    ).rejects.toThrow("reverted");
    await mine(chain, [pause([false, false, false, false, false])]);
  });
});

describe("accountActions", () => {
  test("default: one wallet pledges, borrows, repays, takes its collateral back and harvests", async () => {
    const [usdc, wbtc] = [token("USDC"), token("WBTC")];
    const state = await market();
    const pledged = 10n ** 8n;
    const pledge = actionOf(state, "deposit", { given: wbtc });
    await mine(chain, [minted(WALLET, wbtc, pledged), ...sentBy(WALLET, pledge, wbtc, pledged)]);
    const borrowed = 12_345_678n;
    const borrow = actionOf(state, "borrow", { given: null });
    await mine(chain, sentBy(WALLET, borrow, usdc, borrowed));
    expect(await balance(WALLET, usdc)).toBe(borrowed);
    await mineAfter(chain, 86_400);
    const owed = await debt(WALLET, state.comet);
    expect(owed).toBeGreaterThan(borrowed);

    const repay = actionOf(state, "repay", { given: usdc });
    const all = owed + 1_000_000n;
    await mine(chain, [minted(WALLET, usdc, 2n * all), ...sentBy(WALLET, repay, usdc, all)]);
    expect(await debt(WALLET, state.comet)).toBe(0n);
    // What was repaid beyond the debt is supplied, and can be withdrawn exactly.
    const withdraw = actionOf(state, "withdraw", { given: state.comet, out: usdc });
    const before = await balance(WALLET, usdc);
    await mine(chain, sentBy(WALLET, withdraw, usdc, 900_000n));
    expect(await balance(WALLET, usdc)).toBe(before + 900_000n);
    const takeBack = actionOf(state, "withdraw", { given: state.comet, out: wbtc });
    await mine(chain, sentBy(WALLET, takeBack, wbtc, pledged));
    expect(await balance(WALLET, wbtc)).toBe(pledged);

    const supply = 10n ** 12n;
    await mine(chain, [minted(WALLET, usdc, supply), ...sentBy(WALLET, repay, usdc, supply)]);
    await mineAfter(chain, 86_400);
    const harvest = actionOf(state, "harvest", { given: state.comet });
    expect(harvest.target).toBe(state.rewards);
    await mine(chain, sentBy(WALLET, harvest, state.comet, 0n));
    expect(await balance(WALLET, state.rewardToken)).toBeGreaterThan(0n);
  });

  test("behavior: a market without collateral lends to nobody", async () => {
    const verbs = accountActions({ ...(await market()), collaterals: [] }).map(({ verb }) => verb);
    expect(verbs).toEqual(["withdraw", "harvest"]);
  });
});

describe("approve", () => {
  test("default: the token allows a spender everything or nothing", async () => {
    const { comet } = await market();
    const approve = (amount: bigint): Sent => {
      const args = [SUPPLIER, amount] as const;
      const data: Hex = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args });
      return { from: WALLET, to: comet, data };
    };
    await expect(mine(chain, [approve(1n)])).rejects.toThrow("reverted");
    await mine(chain, [approve((1n << 256n) - 1n)]);
  });
});
