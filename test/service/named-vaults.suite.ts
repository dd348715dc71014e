import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { NATIVE } from "../../src/lib/address.ts";
import type { Erc4626Vault } from "../../src/protocols/erc4626/pool.ts";
import { erc4626Vault } from "../../src/protocols/erc4626/schema.ts";
import { reverted, sendAnswer } from "../harness/execution.ts";
import { createLimitedTrades } from "../harness/limited-trades.ts";
import { createNamedVaults, type NamedVaults } from "../harness/named-vaults.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { ask, balanceOf, dealApproved, read, tokenOf } from "../harness/trading.ts";

const OWNER: Address = "0x00000000000000000000000000000000004a0177";
const NOBODY: Address = "0x00000000000000000000000000000000000dead1";
const ETHER = 10n ** 18n;
const USDC_UNITS = 10n ** 6n;

let weir: RunningService;
let vaults: NamedVaults;
let trades: ReturnType<typeof createLimitedTrades>;
let usdc: Address;

beforeAll(async () => {
  weir = await sharedService();
  await weir.node(1).setBalance({ address: OWNER, value: 10n ** 24n });
  vaults = await createNamedVaults(weir.node(1), () => weir.mine(1));
  trades = createLimitedTrades({ weir, owner: OWNER });
  usdc = tokenOf(weir, "USDC");
}, 300_000);

/** The graph's state of a vault. */
function stateOf(vault: Address): Erc4626Vault | undefined {
  return weir.service(1).snapshot().pools.get(vault) as Erc4626Vault | undefined;
}

async function rowsOf(vault: Address): Promise<number> {
  const rows = await weir.store.snapshot((db) => db.select().from(erc4626Vault));
  return rows.filter(({ address }) => address === vault).length;
}

/** A vault with shares that are worth more than a unit of the asset. */
async function filled(name: string, args: readonly unknown[]): Promise<Address> {
  const vault = await vaults.deploy(name, args);
  await vaults.deposit(vault, 1_000_003n * USDC_UNITS);
  await vaults.donate(vault, 40_000n * USDC_UNITS + 7n);
  return vault;
}

describe.each([
  ["OffsetVault", 0],
  ["OffsetVault", 12],
  ["ClassicVault", null],
] as const)("a vault that nothing lists: %s %s", (name, offset) => {
  let vault: Address;

  test("default: routes lead in and out from the first request on", async () => {
    vault = await filled(name, offset === null ? [usdc] : [usdc, offset]);
    expect(weir.service(1).snapshot().tokens.has(vault)).toBe(false);
    expect(await rowsOf(vault)).toBe(0);
    const query = { fromAddress: OWNER, tokenIn: NATIVE, tokenOut: vault, amountIn: `${ETHER}` };
    const quote = await ask(weir, "quote", query);
    expect(quote.status, JSON.stringify(quote.body)).toBe(200);
    expect(await rowsOf(vault)).toBe(0);
    await trades.executes({ tokenIn: NATIVE, tokenOut: vault, amountIn: ETHER });
    await trades.executes({ tokenIn: usdc, tokenOut: vault, amountIn: 1_234_567n });
    await trades.acquire(vault, usdc, 500n * USDC_UNITS);
    const { totalSupply = 0n } = stateOf(vault) ?? {};
    const amountIn = totalSupply / 10_007n;
    const { body } = await trades.executes({ tokenIn: vault, tokenOut: usdc, amountIn });
    expect(body.route.map(({ protocol }) => protocol)).toContain("erc4626");
    await trades.executes({ tokenIn: vault, tokenOut: NATIVE, amountIn });
  });

  test("behavior: the index follows it, and its price", async () => {
    await weir.mine(1);
    expect(await rowsOf(vault)).toBe(1);
    const before = stateOf(vault);
    await vaults.donate(vault, 90_000n * USDC_UNITS);
    await weir.mine(1);
    const after = stateOf(vault);
    expect(after?.assetsTerm).toBe((before?.assetsTerm ?? 0n) + 90_000n * USDC_UNITS);
    await trades.executes({ tokenIn: usdc, tokenOut: vault, amountIn: 7_654_321n });
  });

  test("error: a price that is another when a route executes is refused by its minimum", async () => {
    const [node, amountIn] = [weir.node(1), 1_000n * USDC_UNITS];
    const query = { fromAddress: OWNER, receiver: OWNER, tokenIn: usdc, tokenOut: vault };
    const { body } = await ask(weir, "route", { ...query, amountIn: `${amountIn}` });
    const spender = body.tx.to;
    await dealApproved(node, { owner: OWNER, token: usdc, spender, amount: amountIn });
    await vaults.donate(vault, 100_000n * USDC_UNITS);
    await reverted(weir, await sendAnswer(node, body));
    expect(await balanceOf(node, usdc, OWNER)).toBe(amountIn);
  });

  test("behavior: what it says of itself is no price, value or yield", async () => {
    const query = { chainId: "1", address: vault, includeMetadata: "true" };
    const { data } = await read<{ readonly data: readonly object[] }>(weir, "tokens", query);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ protocolSlug: "erc4626", tvl: null, apy: 0 });
    const price = await read(weir, `prices/1/${vault}`);
    expect(price).toMatchObject({ address: vault, price: null });
  });
});

describe("an address that is no vault", () => {
  test.each([
    ["FeeVault", true],
    ["LyingVault", true],
    ["BoastingVault", true],
    ["TrappedVault", true],
    ["BurningVault", null],
    ["HugeVault", null],
    ["ReflexiveVault", null],
  ] as const)("error: %s is unknown, as any other address", async (name, isDeposited) => {
    const vault = await vaults.deploy(name, isDeposited === null ? [] : [usdc]);
    if (isDeposited === true) await vaults.deposit(vault, 1_000_003n * USDC_UNITS);
    const query = { fromAddress: OWNER, tokenIn: usdc, amountIn: `${USDC_UNITS}` };
    const unknown = await ask(weir, "quote", { ...query, tokenOut: NOBODY });
    const answer = await ask(weir, "quote", { ...query, tokenOut: vault });
    expect([answer.status, answer.body.code]).toEqual([unknown.status, unknown.body.code]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    await weir.mine(1);
    await weir.mine(1);
    // One whose shares cannot be sent is a vault all the same.
    expect(await rowsOf(vault)).toBe(name === "TrappedVault" ? 1 : 0);
    expect(weir.service(1).snapshot().tokens.has(vault)).toBe(false);
  });
});
