import { type Address, numberToHex, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import { BalancerV3BatchRouter } from "../../../abis/BalancerV3Buffers.ts";
import { MAX_UINT128 } from "../../../src/lib/math.ts";
import { functions, swap } from "../../../src/protocols/balancer-v3-buffer/actions.ts";
import { deployments } from "../../../src/protocols/balancer-v3-buffer/contracts.ts";
import {
  type BalancerV3Buffer,
  edges,
  MIN_WRAP,
  maxIn,
  quote,
} from "../../../src/protocols/balancer-v3-buffer/pool.ts";
import { reliance } from "../../../src/protocols/balancer-v3-buffer/reliance.ts";
import { balancesOf, idOf } from "../../../src/protocols/balancer-v3-buffer/transitions.ts";
import { NAMED_SLUG } from "../../../src/protocols/erc4626/open.ts";
import { type Erc4626Vault, quote as quoteVault } from "../../../src/protocols/erc4626/pool.ts";
import type { Edge } from "../../../src/protocols/protocol.ts";
import { createRandom, randomAmount } from "../chain.ts";
import { vault } from "../erc4626/sample.ts";
import { buffer, samples, savingsBuffer } from "./sample.ts";

const at = { number: 2n, timestamp: 12n };
const E18 = 10n ** 18n;

function edgesOf(state: BalancerV3Buffer): { readonly wrap: Edge; readonly unwrap: Edge } {
  const [wrap, unwrap] = edges(state);
  if (wrap === undefined || unwrap === undefined) throw new Error("There are two edges.");
  return { wrap, unwrap };
}

function paid(state: BalancerV3Buffer, edge: Edge, amountIn: bigint) {
  const quoted = quote(state, edge, amountIn, at);
  return quoted.ok ? quoted : null;
}

describe("quote", () => {
  test("default: a unit of what comes in and one of what goes out stay", () => {
    const { wrap, unwrap } = edgesOf(buffer);
    const { assetsTerm, sharesTerm } = vault;
    const amountIn = 1_050_000_000n;
    const shares = ((amountIn - 1n) * sharesTerm) / assetsTerm - 1n;
    expect(quote(buffer, wrap, amountIn, at)).toMatchObject({
      amountOut: shares,
      next: {
        assetBalance: buffer.assetBalance + amountIn,
        wrappedBalance: buffer.wrappedBalance - shares,
        wrapper: vault,
      },
    });
    const assets = ((E18 - 1n) * assetsTerm) / sharesTerm - 1n;
    expect(quote(buffer, unwrap, E18, at)).toMatchObject({
      amountOut: assets,
      next: {
        assetBalance: buffer.assetBalance - assets,
        wrappedBalance: buffer.wrappedBalance + E18,
      },
    });
  });

  test("behavior: at the price of the second that executes", () => {
    const { unwrap } = edgesOf(savingsBuffer);
    const later = { number: 2n, timestamp: 12n + 31_536_000n };
    const [now, then] = [at, later].map((block) => quote(savingsBuffer, unwrap, E18, block));
    if (!now?.ok || !then?.ok) throw new Error("Both are paid.");
    const growth = (then.amountOut * 10_000n) / now.amountOut;
    expect(growth).toBe(10_500n);
    const most = maxIn(savingsBuffer, unwrap, later);
    expect(most).toBeLessThan(maxIn(savingsBuffer, unwrap, at));
  });

  test("error: amount-too-small below what the vault wraps at least, on either side", () => {
    const { wrap } = edgesOf(buffer);
    expect(quote(buffer, wrap, MIN_WRAP, at).ok).toBe(true);
    const tooSmall = { ok: false, reason: "amount-too-small" };
    expect(quote(buffer, wrap, MIN_WRAP - 1n, at)).toEqual(tooSmall);
    // Shares that are worth more than a thousand units each.
    const dear = samples.at(-1) as BalancerV3Buffer;
    expect(quote(dear, edgesOf(dear).wrap, 1_000n * MIN_WRAP, at)).toEqual(tooSmall);
  });

  test("error: insufficient-liquidity for one unit more than the buffer pays for", () => {
    for (const state of samples) {
      for (const edge of edges(state)) {
        const most = maxIn(state, edge, at);
        if (most === 0n) continue;
        const all = edge.tokenIn === state.asset ? state.wrappedBalance : state.assetBalance;
        const { amountOut = 0n } = paid(state, edge, most) ?? {};
        expect(amountOut).toBeLessThanOrEqual(all);
        const { assetsTerm, sharesTerm } = state.wrapper ?? vault;
        const [out, one] =
          edge.tokenIn === state.asset ? [sharesTerm, assetsTerm] : [assetsTerm, sharesTerm];
        expect((most * out) / one - 1n).toBeGreaterThan(all);
        const more = quote(state, edge, most + 1n, at);
        expect(more).toEqual({ ok: false, reason: "insufficient-liquidity" });
      }
    }
  });

  test("error: insufficient-liquidity where a balance would have more than 128 bits", () => {
    const full = { ...buffer, assetBalance: MAX_UINT128 - 1_000_000n };
    const { wrap } = edgesOf(full);
    expect(maxIn(full, wrap, at)).toBe(1_000_000n);
    expect(quote(full, wrap, 1_000_001n, at)).toMatchObject({ reason: "insufficient-liquidity" });
  });

  test("error: paused", () => {
    const state = { ...buffer, isPaused: true };
    const { wrap } = edgesOf(state);
    expect(maxIn(state, wrap, at)).toBe(0n);
    expect(quote(state, wrap, E18, at)).toEqual({ ok: false, reason: "paused" });
  });
});

describe("edges", () => {
  test("default: wrap, then unwrap", () => {
    const { asset, wrapped } = buffer;
    expect(edges(buffer)).toEqual([
      { action: "swap", tokenIn: asset, tokenOut: wrapped },
      { action: "swap", tokenIn: wrapped, tokenOut: asset },
    ]);
  });

  test("behavior: none of a buffer that pays for nothing, nor without a price", () => {
    expect(edges({ ...buffer, assetBalance: 9_999n, wrappedBalance: 9_999n })).toEqual([]);
    expect(edges({ ...buffer, wrapper: null })).toEqual([]);
    expect(edges({ ...buffer, wrapper: { ...vault, assetsTerm: 0n } })).toEqual([]);
  });
});

describe("circles", () => {
  test("default: none of a buffer pays, nor of a buffer and its vault", () => {
    const random = createRandom(7);
    let closed = 0;
    for (const state of samples) {
      const { wrapper } = state;
      const [wrap, unwrap] = edges(state);
      if (wrapper === null || wrap === undefined || unwrap === undefined) continue;
      const deposit = { ...wrap, action: "deposit" } as const;
      const redeem = { ...unwrap, action: "redeem" } as const;
      for (let round = 0; round < 500; round++) {
        for (const [edge, back] of [
          [wrap, unwrap],
          [unwrap, wrap],
        ] as const) {
          const most = maxIn(state, edge, at);
          if (most === 0n) continue;
          const amountIn = randomAmount(random, 5, most.toString().length);
          const there = paid(state, edge, amountIn);
          if (there === null) continue;
          const again = paid(there.next, back, there.amountOut);
          if (again !== null) {
            closed++;
            expect(again.amountOut).toBeLessThan(amountIn);
          }
          const byVault = edge === wrap ? redeem : deposit;
          const out = quoteVault(wrapper, byVault, there.amountOut, at);
          if (out.ok) expect(out.amountOut).toBeLessThan(amountIn);
          // Into the vault first: the buffer is given its state after.
          const into = edge === wrap ? deposit : redeem;
          const first = quoteVault(wrapper, into, amountIn, at);
          if (!first.ok) continue;
          const moved = reliance.given(state, first.next);
          const second = paid(moved, back, first.amountOut);
          if (second !== null) expect(second.amountOut).toBeLessThan(amountIn);
        }
      }
    }
    expect(closed).toBeGreaterThan(1_000);
  });
});

describe("reliance", () => {
  test("default: on the vault whose share is wrapped, as it is", () => {
    const bare = { ...buffer, wrapper: null };
    expect(reliance.on(bare)).toBe(vault.id);
    expect(reliance.given(bare, vault)).toEqual(buffer);
    expect(reliance.given(buffer, null)).toEqual(bare);
  });

  test("behavior: not where the vault's previews do not follow its formula", () => {
    const lying: Erc4626Vault = { ...vault, usable: false };
    expect(reliance.given(buffer, lying).wrapper).toBeNull();
  });

  test("behavior: not on a vault of anybody's code, on one of another asset, nor on a pool", () => {
    expect(reliance.given(buffer, { ...vault, slug: NAMED_SLUG }).wrapper).toBeNull();
    const other: Erc4626Vault = { ...vault, asset: vault.address };
    expect(reliance.given(buffer, other).wrapper).toBeNull();
    expect(reliance.given(buffer, savingsBuffer).wrapper).toBeNull();
  });
});

describe("swap", () => {
  test("default: the vault is paid, and the router told of one step", () => {
    const { wrap } = edgesOf(buffer);
    const operation = swap(buffer, wrap);
    const { vault: holder, batchRouter, wrapped, asset } = buffer;
    const [send, call] = operation.stages;
    expect(send).toEqual({ kind: "send", of: 0, token: asset, to: holder });
    expect(call).toMatchObject({
      ...{ kind: "call", target: batchRouter, approvals: [] },
      args: [
        {
          items: [
            {
              fields: {
                tokenIn: { value: asset },
                steps: { value: [{ pool: wrapped, tokenOut: wrapped, isBuffer: true }] },
                exactAmountIn: { kind: "amount", of: 0 },
              },
            },
          ],
        },
        {},
        { value: "0x" },
      ],
    });
    expect(operation).toMatchObject({ amountOut: 1, pays: "caller", price: "moving" });
    expect(functions).toEqual([BalancerV3BatchRouter[0]]);
    // Of `swapExactIn` in https://docs.balancer.fi/developer-reference/contracts/abi/aggregator-batch-router.html
    const deployed =
      "swapExactIn((address,(address,address,bool)[],uint256,uint256)[],uint256,bytes)";
    expect(functions.map(toFunctionSelector)).toEqual([toFunctionSelector(deployed)]);
  });
});

describe("balancesOf", () => {
  test("default: the asset's in the low half, the shares' in the high one", () => {
    const packed = numberToHex((7n << 128n) | 5n, { size: 32 });
    expect(balancesOf(packed)).toEqual({ assetBalance: 5n, wrappedBalance: 7n });
  });
});

describe("idOf", () => {
  test("default: the wrapped token as a word", () => {
    const wrapped: Address = "0xbeef01735c132ada46aa9aa4c54623caa92a64cb";
    expect(idOf(wrapped)).toBe(`0x${"0".repeat(24)}beef01735c132ada46aa9aa4c54623caa92a64cb`);
  });
});

describe("deployments", () => {
  test("default: on every chain of the pools' vault", () => {
    expect(deployments.flatMap(({ chains }) => Object.keys(chains))).toEqual(
      ["1", "10", "100", "8453", "42161", "43114"].sort((a, b) => Number(a) - Number(b)),
    );
  });
});
