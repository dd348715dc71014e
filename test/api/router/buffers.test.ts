import { describe, expect, test } from "vitest";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import { basesOf } from "../../../src/api/router/bases.ts";
import { findRoute } from "../../../src/api/router/find-route.ts";
import { balancerV3Buffer } from "../../../src/protocols/balancer-v3-buffer/index.ts";
import type { BalancerV3Buffer } from "../../../src/protocols/balancer-v3-buffer/pool.ts";
import { idOf } from "../../../src/protocols/balancer-v3-buffer/transitions.ts";
import { erc4626 } from "../../../src/protocols/erc4626/index.ts";
import type { Erc4626Vault } from "../../../src/protocols/erc4626/pool.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import { buffer } from "../../protocols/balancer-v3-buffer/sample.ts";
import { vault } from "../../protocols/erc4626/sample.ts";
import { addressOf, createStates, marketOf, v2Pool } from "./market.ts";
import { NO_GAS, ONE, request } from "./requests.ts";

const [TOKEN, SHARE_OF_TOKEN, SHARE_OF_CONNECTOR] = [4, 5, 6];
const E18 = 10n ** 18n;

/** A vault of a token that is paused, so that its buffer alone trades it, and the buffer. */
function wrapped(share: number, asset: number): readonly [Erc4626Vault, BalancerV3Buffer] {
  const address = addressOf("token", share);
  const paused: Erc4626Vault = {
    ...{ ...vault, id: address, address, asset: addressOf("token", asset) },
    ...{ assetsTerm: 1_100_000n * E18, sharesTerm: 1_000_000n * E18, totalSupply: E18 },
    ...{ depositPaused: true, redeemPaused: true },
  };
  const held = { assetBalance: 500_000n * E18, wrappedBalance: 400_000n * E18 };
  const own = { ...buffer, ...held, id: idOf(address), wrapped: address, wrapper: paused };
  return [paused, { ...own, asset: paused.asset }];
}

/** A token that only a pool of wrapped tokens trades. */
function snapshot() {
  const [vaultOfToken, bufferOfToken] = wrapped(SHARE_OF_TOKEN, TOKEN);
  const [vaultOfConnector, bufferOfConnector] = wrapped(SHARE_OF_CONNECTOR, 1);
  const boosted = { a: SHARE_OF_TOKEN, b: SHARE_OF_CONNECTOR, priceA: 1, priceB: 1, tvlUsd: 9e6 };
  const held: readonly HeldState[] = [
    { protocol: erc4626, state: vaultOfToken },
    { protocol: erc4626, state: vaultOfConnector },
    { protocol: balancerV3Buffer, state: bufferOfToken },
    { protocol: balancerV3Buffer, state: bufferOfConnector },
    { protocol: uniswapV2, state: v2Pool(900, boosted) },
  ];
  const market = marketOf([...createStates({ seed: 1, tokens: 4, pools: 8 }), ...held], 8);
  return { market, buffers: [bufferOfToken, bufferOfConnector] as const };
}

describe("basesOf", () => {
  test("default: what buffers wrap a token as", () => {
    const { market } = snapshot();
    expect(basesOf(market, addressOf("token", TOKEN))).toEqual({
      tokens: new Set([addressOf("token", SHARE_OF_TOKEN)]),
      depth: 1,
    });
  });
});

describe("findRoute", () => {
  test("behavior: a pool of wrapped tokens is traded through the buffers of both", () => {
    const { market, buffers } = snapshot();
    for (const [from, to] of [
      [TOKEN, 1],
      [1, TOKEN],
    ] as const) {
      const found = findRoute(market, request(from, to, 1_000n * ONE), NO_GAS);
      if (!found.ok) throw new Error("There is a route.");
      const hops = found.route.hops.map(({ edge }) => edge.state.id);
      expect(hops).toHaveLength(3);
      for (const { id } of buffers) expect(hops).toContain(id);
    }
  });
});
