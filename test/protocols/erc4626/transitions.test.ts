import { describe, expect, test } from "vitest";
import { RAY } from "../../../src/lib/rpow.ts";
import { deployments, listedVault, vaultsOf } from "../../../src/protocols/erc4626/contracts.ts";
import type { VaultReading } from "../../../src/protocols/erc4626/reading.ts";
import { discovered, exchanged, readAt } from "../../../src/protocols/erc4626/transitions.ts";
import { shares } from "../../../src/protocols/erc4626/vault-config.ts";
import { vaultOf } from "../../../src/protocols/erc4626/vaults.ts";

const address = "0x00000000000000000000000000000000000000f4";
const owner = "0x00000000000000000000000000000000000000aa";
const row = discovered(shares(address, 1), 5);
const block = { number: 9, timestamp: 1_000_000 };
const DAY = 86_400;

const reading: VaultReading = {
  assetsTerm: 1_100n,
  sharesTerm: 1_000n,
  rateRay: RAY,
  rho: 0n,
  totalSupply: 999n,
  depositLimit: 7n,
  redeemLimit: null,
  depositPaused: false,
  redeemPaused: false,
  usable: true,
  holderShares: 3n,
};

describe("discovered", () => {
  test("default: nothing can be done before a reading", () => {
    expect(row).toMatchObject({ usable: false, redeemable: true, pricing: "shares" });
    expect(row.updatedBlock).toBe(5);
  });
});

describe("exchanged", () => {
  test("default: a large deposit tells the price and the holder", () => {
    const log = { assets: 11n * 10n ** 9n, shares: 10n ** 10n, receiver: owner } as const;
    const change = exchanged(row, log, block);
    const price = (RAY * 11n) / 10n;
    expect(change).toEqual({
      ...{ holder: owner, holderShares: 10n ** 10n, updatedBlock: 9 },
      ...{ sincePriceRay: price, sinceTimestamp: 1_000_000 },
      ...{ latestPriceRay: price, latestTimestamp: 1_000_000 },
    });
    const known = { ...row, ...change };
    expect(exchanged(known, { ...log, shares: 10n ** 9n }, block)).toEqual({ updatedBlock: 9 });
  });

  test("behavior: small amounts tell no price, withdrawals no holder", () => {
    const small = { assets: 11n, shares: 10n, receiver: null };
    expect(exchanged(row, small, block)).toEqual({ updatedBlock: 9 });
    expect(exchanged(row, { ...small, receiver: owner }, block)).toEqual({
      ...{ holder: owner, holderShares: 10n, updatedBlock: 9 },
    });
  });
});

describe("readAt", () => {
  test("default: takes the reading over; the same reading changes nothing", () => {
    const first = readAt(row, reading, block);
    expect(first).toMatchObject({ ...reading, updatedBlock: 9, sinceTimestamp: 1_000_000 });
    const known = { ...row, ...first };
    expect(readAt(known, reading, { number: 10, timestamp: 1_000_012 })).toBeNull();
    const paused = { ...reading, depositPaused: true };
    expect(readAt(known, paused, { number: 10, timestamp: 1_000_012 })).toMatchObject({
      ...{ depositPaused: true, updatedBlock: 10 },
    });
  });

  test("behavior: the window moves on once a day", () => {
    const known = { ...row, ...readAt(row, reading, block) };
    const grown = { ...reading, assetsTerm: 1_200n };
    const next = { number: 20, timestamp: block.timestamp + DAY };
    expect(readAt(known, grown, next)).toMatchObject({
      ...{ sincePriceRay: (RAY * 11n) / 10n, sinceTimestamp: block.timestamp },
      ...{ latestPriceRay: (RAY * 12n) / 10n, latestTimestamp: next.timestamp },
    });
  });

  test("behavior: an unusable vault is marked and its price not observed", () => {
    const change = readAt({ ...row, usable: true }, { ...reading, usable: false }, block);
    expect(change).toMatchObject({ usable: false });
    expect(change).not.toHaveProperty("sinceTimestamp");
  });
});

const CHAIN_IDS = [1, 10, 56, 100, 137, 8453, 42161, 43114, 80094];

describe("vaultsOf", () => {
  test("default: every vault that no factory makes, once per chain", () => {
    const all = CHAIN_IDS.map((chainId) => vaultsOf(chainId).map((vault) => vault.address));
    expect(all.map(({ length }) => length)).toEqual([12, 4, 0, 4, 1, 8, 4, 3, 1]);
    for (const addresses of all) expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("behavior: brands with factories list none", () => {
    const factories = deployments.flatMap(({ slug, chains }) =>
      CHAIN_IDS.flatMap((chainId) => {
        const contracts = chains[chainId]?.contracts;
        if (contracts?.factories == null) return [];
        expect(contracts.vaults).toEqual([]);
        return contracts.factories.factory.map((one) => `${slug} ${chainId} ${one}`);
      }),
    );
    expect(new Set(factories).size).toBe(factories.length);
    const counts = ["metamorpho", "euler-v2", "yearn-v3"].map(
      (slug) => factories.filter((one) => one.startsWith(slug)).length,
    );
    expect(counts).toEqual([9, 7, 30]);
  });
});

describe("listedVault", () => {
  test("default: an address has a deployment or none", () => {
    expect(listedVault(1, "0x83f20f44975d03b1b09e64809b757c47f942beea")).toMatchObject({
      slug: "sdai",
      vault: { pricing: { kind: "savings", rate: "dsr" } },
    });
    expect(listedVault(10, "0x83f20f44975d03b1b09e64809b757c47f942beea")).toBeNull();
  });
});

describe("vaultOf", () => {
  test("default: counts as those that its factory makes", () => {
    const counted = ["metamorpho", "euler-v2", "yearn-v3"].map((slug) =>
      vaultOf(1, { slug, address }),
    );
    expect(counted).toEqual([
      { address, pricing: { kind: "shares", virtualAssets: 1 }, redeem: "always", pays: "holder" },
      {
        ...{ address, pricing: { kind: "shares", virtualAssets: 1_000_000 } },
        ...{ redeem: "always", pays: "cash" },
      },
      { address, pricing: { kind: "shares", virtualAssets: 0 }, redeem: "always", pays: "holder" },
    ]);
  });

  test("behavior: none where the chain has neither list nor factory", () => {
    expect(vaultOf(1, { slug: "sdai", address })).toBeNull();
    expect(vaultOf(43114, { slug: "metamorpho", address })).toBeNull();
  });
});
