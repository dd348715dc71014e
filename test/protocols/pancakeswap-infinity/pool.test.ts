import { describe, expect, test } from "vitest";
import { infinityParameters } from "../../../devnet/market/managed-calls.ts";
import { ZERO_ADDRESS } from "../../../src/lib/address.ts";
import { swap } from "../../../src/protocols/pancakeswap-infinity/actions.ts";
import {
  isKnownByEvents,
  tickSpacingOf,
} from "../../../src/protocols/pancakeswap-infinity/admission.ts";
import { deployments, vaultOf } from "../../../src/protocols/pancakeswap-infinity/contracts.ts";
import {
  GAS_OF_VAULT,
  type InfinityPool,
  quote,
} from "../../../src/protocols/pancakeswap-infinity/pool.ts";
import { swapExecuters } from "../../../src/protocols/pancakeswap-infinity/routers.ts";
import {
  firstFee,
  protocolFeeAfter,
} from "../../../src/protocols/pancakeswap-infinity/transitions.ts";
import { edges, quote as quoteOfV4 } from "../../../src/protocols/uniswap-v4/pool.ts";
import { samples } from "./sample.ts";

const [plain, skewed] = samples as readonly [InfinityPool, InfinityPool];

describe("isKnownByEvents", () => {
  const withBits = (bits: bigint) => isKnownByEvents({ parameters: infinityParameters(60, bits) });

  test("default: no hook, or one that only liquidity, donations and the start ask", () => {
    expect(withBits(0n)).toBe(true);
    expect(withBits(0b11_0011_0011_1111n)).toBe(true);
  });

  test.each([6n, 7n, 10n, 11n])("behavior: bit %i is asked by swaps", (bit) => {
    expect(withBits(1n << bit)).toBe(false);
  });
});

describe("tickSpacingOf", () => {
  test.each([1, 10, 200, 32_767])("default: %i, whatever the hook is told of", (spacing) => {
    expect(tickSpacingOf(infinityParameters(spacing, 0n))).toBe(spacing);
    expect(tickSpacingOf(infinityParameters(spacing, 0xffffn))).toBe(spacing);
  });
});

describe("firstFee", () => {
  test("default: that of the key, nothing where a hook sets it", () => {
    expect(firstFee(335)).toBe(335);
    expect(firstFee(1_000_000)).toBe(1_000_000);
    expect(firstFee(0x800000)).toBe(0);
  });
});

describe("protocolFeeAfter", () => {
  const both = 165 | (200 << 12);

  test("default: a swap tells the fee of its direction", () => {
    expect(protocolFeeAfter(both, { amount0: -5n, protocolFee: 4_000 })).toBe(4_000 | (200 << 12));
    expect(protocolFeeAfter(both, { amount0: 5n, protocolFee: 4_000 })).toBe(165 | (4_000 << 12));
  });

  test("behavior: none replaces one", () => {
    expect(protocolFeeAfter(both, { amount0: -1n, protocolFee: 0 })).toBe(200 << 12);
    expect(protocolFeeAfter(both, { amount0: 0n, protocolFee: 0 })).toBe(165);
  });
});

describe("quote", () => {
  test("default: as a pool of V4 with the same numbers, with the gas of the vault", () => {
    for (const edge of edges(skewed)) {
      const [own, ofV4] = [quote(skewed, edge, 10n ** 17n), quoteOfV4(skewed, edge, 10n ** 17n)];
      if (!own.ok || !ofV4.ok) throw new Error("the sample takes the amount");
      expect(own).toEqual({ ...ofV4, gas: ofV4.gas + BigInt(GAS_OF_VAULT) });
      expect(own.next.vault).toBe(skewed.vault);
    }
  });

  test("error: insufficient-liquidity beyond what the vault accounts for", () => {
    for (const edge of edges(plain)) {
      const beyond = quote(plain, edge, 1n << 127n);
      expect(beyond).toEqual({ ok: false, reason: "insufficient-liquidity" });
    }
  });
});

describe("swap", () => {
  test("default: names the pool by its key, with the key's fee", () => {
    const dynamic: InfinityPool = { ...skewed, keyFee: 0x800000 };
    const [sell, buy] = edges(dynamic) as [never, never];
    expect(swap(dynamic, sell)).toEqual({
      kind: "infinity-swap",
      inBins: false,
      vault: dynamic.vault,
      key: {
        ...{ currency0: ZERO_ADDRESS, currency1: dynamic.token1, hooks: ZERO_ADDRESS },
        ...{ poolManager: dynamic.manager, fee: 0x800000, parameters: dynamic.parameters },
      },
      zeroForOne: true,
    });
    expect(swap(dynamic, buy)).toMatchObject({ zeroForOne: false });
  });
});

describe("vaultOf", () => {
  test("default: of the manager of each chain", () => {
    for (const [chainId, { contracts }] of Object.entries(deployments[0]?.chains ?? {})) {
      expect(vaultOf(Number(chainId), contracts.manager)).toBe(contracts.vault);
    }
  });

  test("error: a manager that is not configured", () => {
    expect(() => vaultOf(1, plain.manager)).toThrow(/No deployment on chain 1/);
    expect(() => vaultOf(56, ZERO_ADDRESS)).toThrow(/No deployment on chain 56/);
  });
});

describe("swapExecuters", () => {
  test("default: the manager and the router where they are", () => {
    expect(swapExecuters("pancakeswap-infinity", 56)).toHaveLength(2);
    expect(swapExecuters("pancakeswap-infinity", 8453)[0]).toBe(plain.manager);
    expect(swapExecuters("pancakeswap-infinity", 1)).toEqual([]);
    expect(swapExecuters("uniswap-v4", 56)).toEqual([]);
  });
});
