import { type Address, decodeFunctionData, encodeAbiParameters, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import { Erc4626 } from "../../../abis/Erc4626.ts";
import type { Aggregate } from "../../../src/catalog/live/aggregate.ts";
import { readVaults } from "../../../src/protocols/erc4626/reading.ts";
import { named } from "../../../src/protocols/erc4626/vault-config.ts";

const VAULT: Address = numberToHex(0xf4, { size: 20 });

/** What a vault is made of, in the maths of the contracts. */
interface Model {
  readonly assets: bigint;
  readonly supply: bigint;
  /** Of OpenZeppelin's vaults 1 and `10 ** offset`, of Solmate's none. */
  readonly virtual: { readonly assets: bigint; readonly shares: bigint };
  /** Basis points that previews deduct. */
  readonly feeBps?: bigint;
  /** Views that fail. */
  readonly fails?: readonly string[];
}

const CLASSIC = { assets: 0n, shares: 0n };
const OFFSET_6 = { assets: 1n, shares: 10n ** 6n };

/** Answers as a vault that rounds down. */
function contractOf({ assets, supply, virtual, feeBps = 0n, fails = [] }: Model): Aggregate {
  const [assetsTerm, sharesTerm] = [assets + virtual.assets, supply + virtual.shares];
  const kept = (amount: bigint) => (amount * (10_000n - feeBps)) / 10_000n;
  const answers: Readonly<Record<string, (amount: bigint) => bigint>> = {
    totalAssets: () => assets,
    totalSupply: () => supply,
    maxDeposit: () => 2n ** 256n - 1n,
    previewDeposit: (amount) => kept((amount * sharesTerm) / assetsTerm),
    previewRedeem: (amount) => kept((amount * assetsTerm) / sharesTerm),
  };
  return async (calls) =>
    calls.map(({ callData }) => {
      const { functionName, args } = decodeFunctionData({ abi: Erc4626, data: callData });
      const answer = fails.includes(functionName) ? undefined : answers[functionName];
      if (answer === undefined) return { success: false, returnData: "0x" };
      const [amount = 0n] = (args ?? []) as readonly bigint[];
      const value = answer(typeof amount === "bigint" ? amount : 0n);
      return { success: true, returnData: encodeAbiParameters([{ type: "uint256" }], [value]) };
    });
}

async function read(model: Model) {
  const query = { config: named(VAULT), asset: VAULT, holder: VAULT };
  const [reading] = await readVaults(contractOf(model), [query], 0n);
  if (reading === undefined) throw new Error("there is no reading");
  return reading;
}

const FILLED = { assets: 1_040_000_000_013n, supply: 1_000_003_000_000n };

describe("readVaults of a vault that a request named", () => {
  test("default: the virtual assets are those that its previews follow", async () => {
    const { assets, supply } = FILLED;
    const classic = await read({ ...FILLED, virtual: CLASSIC });
    expect(classic).toMatchObject({ usable: true, assetsTerm: assets, sharesTerm: supply });
    const offset = await read({ ...FILLED, virtual: OFFSET_6 });
    const terms = { assetsTerm: assets + 1n, sharesTerm: supply + 10n ** 6n };
    expect(offset).toMatchObject({ usable: true, ...terms });
  });

  test("behavior: nobody is asked how much can be redeemed", async () => {
    const reading = await read({ ...FILLED, virtual: CLASSIC });
    expect(reading).toMatchObject({
      redeemLimit: null,
      holderShares: 0n,
      totalSupply: FILLED.supply,
    });
  });

  test("behavior: at one to one both are the same", async () => {
    const supply = 10n ** 9n;
    const virtual = { assets: 1n, shares: 1n };
    for (const own of [CLASSIC, virtual]) {
      const { usable, assetsTerm, sharesTerm } = await read({
        assets: supply,
        supply,
        virtual: own,
      });
      expect([usable, assetsTerm]).toEqual([true, sharesTerm]);
    }
  });

  test.each([
    ["fees", { ...FILLED, virtual: CLASSIC, feeBps: 1n }],
    ["virtual shares that no decimals make", { ...FILLED, virtual: { assets: 1n, shares: 3n } }],
    ["a million virtual assets", { ...FILLED, virtual: { assets: 10n ** 6n, shares: 10n ** 6n } }],
    ["no shares", { assets: 0n, supply: 0n, virtual: OFFSET_6 }],
    ["shares of nothing", { assets: 0n, supply: 10n ** 6n, virtual: OFFSET_6 }],
    ["more assets than there are", { assets: 2n ** 255n, supply: 10n ** 6n, virtual: CLASSIC }],
    ["more shares than there are", { assets: 10n ** 6n, supply: 2n ** 255n, virtual: CLASSIC }],
    ["no totalAssets", { ...FILLED, virtual: CLASSIC, fails: ["totalAssets"] }],
    ["no maxDeposit", { ...FILLED, virtual: CLASSIC, fails: ["maxDeposit"] }],
    ["no preview", { ...FILLED, virtual: CLASSIC, fails: ["previewRedeem"] }],
  ] satisfies readonly (readonly [
    string,
    Model,
  ])[])("error: unusable with %s", async (_, model) => {
    expect((await read(model)).usable).toBe(false);
  });
});
