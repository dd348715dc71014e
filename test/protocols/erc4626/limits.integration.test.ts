import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../../../devnet/chains.ts";
import { erc4626 as contracts, SAVINGS_DAI } from "../../../devnet/protocols/erc4626.ts";
import { YEARN_3_0_4 } from "../../../devnet/protocols/erc4626-factories.ts";
import { encodeCallTemplate } from "../../../src/api/program/call-data.ts";
import { lower } from "../../../src/lib/address.ts";
import { accountActions } from "../../../src/protocols/erc4626/actions.ts";
import { apy } from "../../../src/protocols/erc4626/apy.ts";
import { type Erc4626Vault, edges, maxIn, quote } from "../../../src/protocols/erc4626/pool.ts";
import { type ProtocolChain, passTime, startProtocolChain } from "../protocol-chain.ts";
import { read } from "./read.ts";
import { fund, ownerAbi, send } from "./shake.ts";

const operator = lower(OPERATOR);
const abi = ownerAbi;
const previewAbi = parseAbi(["function convertToAssets(uint256 shares) view returns (uint256)"]);
const makeAbi = parseAbi([
  "function deploy_new_vault(address asset, string name, string symbol, address role_manager, uint256 profit_max_unlock_time) returns (address)",
]);
let chain: ProtocolChain;

beforeAll(async () => {
  chain = await startProtocolChain({
    ...{ chainId: 1, protocols: [contracts] },
  });
}, 240_000);

afterAll(() => chain?.stop());

async function vaultNamed(slug: string): Promise<Erc4626Vault> {
  const state = (await read(chain.client, 1, operator)).find((one) => one.slug === slug);
  if (state === undefined) throw new Error(`No vault of ${slug}.`);
  return state;
}

/** A call of the owner, mined. */
async function set(state: Erc4626Vault, data: Hex): Promise<void> {
  send(chain, state.address, data);
  await chain.builder.flush();
}

/**
 * Whether the vault takes the operator's deposit or redemption; the operator has the assets and the
 * allowance.
 */
function takes(state: Erc4626Vault, action: string, amount: bigint): Promise<boolean> {
  const data =
    action === "deposit"
      ? encodeFunctionData({ abi, functionName: "deposit", args: [amount, operator] })
      : encodeFunctionData({ abi, functionName: "redeem", args: [amount, operator, operator] });
  return chain.client.call({ account: operator, to: state.address, data }).then(
    () => true,
    () => false,
  );
}

/**
 * The largest amount of each edge that the quote takes works on the chain; one unit more is refused
 * by both.
 */
async function expectLimits(state: Erc4626Vault, reasons: Record<string, string>): Promise<void> {
  const { timestamp, number } = await chain.client.getBlock();
  for (const edge of edges(state)) {
    const most = maxIn(state, edge);
    const at = { number: number + 1n, timestamp: timestamp + 12n };
    if (most > 0n) expect(quote(state, edge, most, at).ok).toBe(true);
    expect(quote(state, edge, most + 1n, at)).toEqual({ ok: false, reason: reasons[edge.action] });
    if (most > 0n)
      expect(await takes(state, edge.action, most), `${edge.action} ${most}`).toBe(true);
    expect(await takes(state, edge.action, most + 1n), edge.action).toBe(false);
  }
}

describe("quote", () => {
  test("behavior: a cap and invested assets limit, to the unit", async () => {
    const state = await vaultNamed("metamorpho");
    fund(chain, state.asset, 10n ** 15n);
    const approval = [state.address, 10n ** 15n] as const;
    send(chain, state.asset, encodeFunctionData({ abi, functionName: "approve", args: approval }));
    const cap = [state.assetsTerm + 1_234_567n] as const;
    send(chain, state.address, encodeFunctionData({ abi, functionName: "setCap", args: cap }));
    const part = [(state.assetsTerm * 9n) / 10n] as const;
    await set(state, encodeFunctionData({ abi, functionName: "invest", args: part }));
    const limited = await vaultNamed("metamorpho");
    expect(limited.depositLimit).toBe(1_234_568n);
    expect(limited.redeemLimit).toBeLessThan(limited.totalSupply / 9n);
    await expectLimits(limited, { deposit: "cap-exceeded", redeem: "insufficient-liquidity" });
  });

  test("behavior: the pause refuses both, its end neither", async () => {
    const state = await vaultNamed("metamorpho");
    await set(state, encodeFunctionData({ abi, functionName: "pause" }));
    const paused = await vaultNamed("metamorpho");
    expect(paused.usable).toBe(true);
    await expectLimits(paused, { deposit: "paused", redeem: "paused" });
    await set(state, encodeFunctionData({ abi, functionName: "unpause" }));
    const { updatedBlock: _before, ...before } = state;
    const { updatedBlock: _after, ...after } = await vaultNamed("metamorpho");
    expect(after).toEqual(before);
  });

  test("behavior: gas is that of a first deposit and of a redemption, less the allowance", async () => {
    const state = await vaultNamed("sdai");
    fund(chain, state.asset, 10n ** 18n);
    const approval = [state.address, 10n ** 18n] as const;
    send(chain, state.asset, encodeFunctionData({ abi, functionName: "approve", args: approval }));
    const receiver = "0x00000000000000000000000000000000000000ab";
    const entry = [10n ** 18n, receiver] as const;
    const exit = [10n ** 17n, receiver, operator] as const;
    const calls = [
      encodeFunctionData({ abi, functionName: "deposit", args: entry }),
      encodeFunctionData({ abi, functionName: "redeem", args: exit }),
    ];
    await chain.builder.flush();
    for (const data of calls) {
      await set(state, data);
      const { transactions } = await chain.client.getBlock();
      const hash = transactions[0];
      if (hash === undefined) throw new Error("The block is empty.");
      const { gasUsed } = await chain.client.getTransactionReceipt({ hash });
      expect(gasUsed - 21_000n).toBeGreaterThan(70_000n);
      expect(gasUsed - 21_000n).toBeLessThan(90_000n);
    }
  });
});

describe("a vault of Euler", () => {
  const OP_DEPOSIT = 1;

  test("behavior: cash is what it pays, though its holder borrows", async () => {
    const state = await vaultNamed("euler-v2");
    const borrows = [operator, true] as const;
    const controller = encodeFunctionData({ abi, functionName: "setController", args: borrows });
    await set(state, controller);
    expect((await vaultNamed("euler-v2")).redeemLimit).toBeNull();
    const part = [(state.assetsTerm * 9n) / 10n] as const;
    await set(state, encodeFunctionData({ abi, functionName: "invest", args: part }));
    const limited = await vaultNamed("euler-v2");
    expect(limited.redeemLimit).toBeGreaterThan(limited.totalSupply / 20n);
    expect(limited.redeemLimit).toBeLessThan(limited.totalSupply / 9n);
    const most = maxIn(limited, {
      action: "redeem",
      tokenIn: state.address,
      tokenOut: state.asset,
    });
    expect(await takes(limited, "redeem", most)).toBe(true);
    expect(await takes(limited, "redeem", most + 10n)).toBe(false);
    fund(chain, state.asset, part[0]);
    const approval = [state.address, part[0]] as const;
    send(chain, state.asset, encodeFunctionData({ abi, functionName: "approve", args: approval }));
    send(chain, state.address, encodeFunctionData({ abi, functionName: "divest", args: part }));
    const free = [operator, false] as const;
    await set(state, encodeFunctionData({ abi, functionName: "setController", args: free }));
  });

  test("behavior: a hook's operation is none of ours", async () => {
    const state = await vaultNamed("euler-v2");
    const hook = [SAVINGS_DAI, OP_DEPOSIT] as const;
    await set(state, encodeFunctionData({ abi, functionName: "setHookConfig", args: hook }));
    const hooked = await vaultNamed("euler-v2");
    expect(hooked).toMatchObject({ depositPaused: true, redeemPaused: false, usable: true });
    expect(await takes(hooked, "deposit", 1_000n)).toBe(false);
    expect(await takes(hooked, "redeem", 1_000n)).toBe(true);
    await set(state, encodeFunctionData({ abi, functionName: "unpause" }));
  });
});

describe("a vault without a share", () => {
  test("default: of Yearn, takes the first deposit one for one", async () => {
    const asset = (await vaultNamed("yearn-v3")).asset;
    const args = [asset, "New yVault", "yvNEW", operator, 0n] as const;
    const create = encodeFunctionData({ abi: makeAbi, functionName: "deploy_new_vault", args });
    send(chain, YEARN_3_0_4, create, { gas: 4_000_000n });
    await chain.builder.flush();
    const states = await read(chain.client, 1, operator);
    const state = states.find(({ totalSupply }) => totalSupply === 0n);
    if (state === undefined) throw new Error("No empty vault.");
    expect(state).toMatchObject({ slug: "yearn-v3", asset, usable: true });
    const edge = { action: "deposit", tokenIn: asset, tokenOut: state.address } as const;
    const at = { number: 0n, timestamp: 0n };
    expect(quote(state, edge, 7_654_321n, at)).toMatchObject({ ok: true, amountOut: 7_654_321n });
    fund(chain, asset, 7_654_321n);
    const approval = [state.address, 7_654_321n] as const;
    send(chain, asset, encodeFunctionData({ abi, functionName: "approve", args: approval }));
    const entry = [7_654_321n, operator] as const;
    await set(state, encodeFunctionData({ abi, functionName: "deposit", args: entry }));
    const balance = { abi, address: state.address, functionName: "balanceOf" } as const;
    expect(await chain.client.readContract({ ...balance, args: [operator] })).toBe(7_654_321n);
  });
});

describe("accountActions", () => {
  test("default: withdraws exact assets from every vault", async () => {
    for (const state of await read(chain.client, 1, operator)) {
      const [action] = accountActions(state);
      if (action === undefined) throw new Error("No withdrawal.");
      const { data, amountOffsets } = encodeCallTemplate(action.operation, {
        ...{ recipient: operator, caller: operator },
      });
      const start = 2 + (amountOffsets[0] ?? 0) * 2;
      const amount = 123_456n.toString(16).padStart(64, "0");
      const filled = `${data.slice(0, start)}${amount}${data.slice(start + 64)}` as Hex;
      const balance = () =>
        chain.client.readContract({
          ...{ abi, address: state.asset, functionName: "balanceOf", args: [operator] },
        });
      const before = await balance();
      await set(state, filled);
      expect(await balance()).toBe(before + 123_456n);
    }
  });
});

describe("apy", () => {
  test("default: savings grow by it within a year", async () => {
    const state = await vaultNamed("sdai");
    const { timestamp, number } = await chain.client.getBlock();
    const promised = apy(state, state.address, { at: { number, timestamp }, usd: () => null });
    expect(promised).toBeCloseTo(5, 8);
    const worth = () =>
      chain.client.readContract({
        ...{ abi: previewAbi, address: SAVINGS_DAI, functionName: "convertToAssets" },
        args: [10n ** 24n],
      });
    const before = Number(await worth());
    await passTime(chain, 31_536_000);
    await set(state, encodeFunctionData({ abi, functionName: "approve", args: [operator, 0n] }));
    expect((Number(await worth()) / before - 1) * 100).toBeCloseTo(promised, 4);
  });

  test("default: others grow by their share price", async () => {
    const state = await vaultNamed("yearn-v3");
    const start = await chain.client.getBlock();
    const since = {
      sincePriceRay: (10n ** 27n * state.assetsTerm) / state.sharesTerm,
      sinceTimestamp: Number(start.timestamp),
    };
    fund(chain, state.asset, state.assetsTerm / 10_000n);
    const gift = [state.address, state.assetsTerm / 10_000n] as const;
    send(chain, state.asset, encodeFunctionData({ abi, functionName: "transfer", args: gift }));
    await passTime(chain, 86_400);
    await chain.builder.flush();
    const later = { ...(await vaultNamed("yearn-v3")), ...since };
    const { timestamp, number } = await chain.client.getBlock();
    const yearly = apy(later, state.address, { at: { number, timestamp }, usd: () => null });
    expect(yearly).toBeCloseTo(3.65, 1);
  });
});
