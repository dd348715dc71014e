import { type Address, numberToHex } from "viem";
import { describe, expect, test } from "vitest";
import { CHAINS } from "../../../src/lib/chains.ts";
import { apy, defiTokens, sharePriceRay } from "../../../src/protocols/erc4626/apy.ts";
import { namedVaults } from "../../../src/protocols/erc4626/named.ts";
import { NAMED_SLUG, OPEN_CHAINS } from "../../../src/protocols/erc4626/open.ts";
import { holdings } from "../../../src/protocols/erc4626/pool.ts";
import { vaultOf } from "../../../src/protocols/erc4626/vaults.ts";
import type { StateReader } from "../../../src/seed/reader.ts";
import { auraPool } from "../convex/sample.ts";
import { vault } from "./sample.ts";

const DAY = 86_400;
const AT = { number: 2n, timestamp: BigInt(DAY) };
const NO_PRICE = { at: AT, usd: () => null };

function addressOf(n: number): Address {
  return numberToHex(n, { size: 20 });
}

/** A state in which contracts answer their asset and supply, and what was asked of it. */
function stateOf(contracts: ReadonlyMap<Address, readonly (readonly bigint[] | null)[]>) {
  const asked: Address[] = [];
  const state: Pick<StateReader, "product"> = {
    async product(targets) {
      asked.push(...targets);
      return targets.map((target) => contracts.get(target) ?? [null, null]);
    },
  };
  return { state: state as StateReader, asked };
}

describe("namedVaults.recognise", () => {
  const [token, account, empty, reflexive, wide, found, stake] = [1, 2, 3, 4, 5, 6, 7].map(
    addressOf,
  );
  const booster = BigInt(auraPool.booster);
  const asset = 0xa0n;
  const contracts = new Map<Address, readonly (readonly bigint[] | null)[]>([
    [token as Address, [null, [7n]]],
    [empty as Address, [[asset], [0n]]],
    [reflexive as Address, [[4n], [7n]]],
    [wide as Address, [[asset + 2n ** 160n], [7n]]],
    [found as Address, [[asset], [7n], [booster + 1n]]],
    [stake as Address, [[asset], [7n], [booster]]],
  ]);
  const all = [token, account, empty, reflexive, wide, found, stake] as readonly Address[];

  test("default: what has an asset and shares and is no stake with Aura, in one question", async () => {
    const { state, asked } = stateOf(contracts);
    expect(await namedVaults.recognise(state, all, 1)).toEqual([
      {
        ...{ id: found, address: found, parent: found, slug: NAMED_SLUG },
        ...{ tokens: [addressOf(0xa0)], facts: {} },
      },
    ]);
    expect(asked).toEqual(all);
  });

  test("behavior: nothing where no vault may be named", async () => {
    const { state, asked } = stateOf(contracts);
    expect(await namedVaults.recognise(state, all, 5)).toEqual([]);
    expect(asked).toEqual([]);
  });

  test("behavior: on every chain vaults may be named", () => {
    expect([...OPEN_CHAINS].sort()).toEqual([...CHAINS.keys()].sort());
    for (const chainId of OPEN_CHAINS) {
      expect(vaultOf(chainId, { slug: NAMED_SLUG, address: vault.address })).toMatchObject({
        pricing: { kind: "shares", virtualAssets: "found" },
        pays: "untold",
      });
    }
  });
});

describe("a vault that a request named", () => {
  const grown = { sincePriceRay: sharePriceRay(vault, AT.timestamp) / 2n, sinceTimestamp: 1 };
  const named = { ...vault, slug: NAMED_SLUG, ...grown };

  test("behavior: its share is tried, and what it says of itself is neither value nor yield", () => {
    const [own] = defiTokens(named);
    expect(own).toMatchObject({ address: vault.address, isTried: true });
    expect(defiTokens(vault)[0]?.isTried).toBeUndefined();
    expect(holdings(named, AT)).toEqual([]);
    expect(holdings(vault, AT)).not.toEqual([]);
    expect(apy(named, named.address, NO_PRICE)).toBe(0);
    expect(apy({ ...named, slug: vault.slug }, named.address, NO_PRICE)).toBeGreaterThan(0);
  });
});
