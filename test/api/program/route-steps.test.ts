import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { GraphEdge } from "../../../src/api/graph/snapshot.ts";
import { createProgramBuilder, INPUT_REGISTER } from "../../../src/api/program/builder.ts";
import { decodeProgram } from "../../../src/api/program/decode.ts";
import { encodeProgram } from "../../../src/api/program/encode.ts";
import { delegateAccount } from "../../../src/api/program/execution.ts";
import { planProgram } from "../../../src/api/program/plan.ts";
import { addRoute } from "../../../src/api/program/route-steps.ts";
import { planWalletProgram } from "../../../src/api/program/wallet-plan.ts";
import { asJoint } from "../../../src/api/router/merging.ts";
import type { Hop, Route } from "../../../src/api/router/route.ts";
import { aaveV3 } from "../../../src/protocols/aave-v3/index.ts";
import { morphoBlue } from "../../../src/protocols/morpho-blue/index.ts";
import type { Edge, PoolState, Protocol } from "../../../src/protocols/protocol.ts";
import { synthetixStaking } from "../../../src/protocols/synthetix-staking/index.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { samples as reserves } from "../../protocols/aave-v3/sample.ts";
import { samples as markets } from "../../protocols/morpho-blue/sample.ts";
import { samples as stakings } from "../../protocols/synthetix-staking/sample.ts";
import { liquidity } from "../../protocols/uniswap-v2/sample.ts";
import { ALICE, BOB, USDC, WETH } from "../fixture/market.ts";
import { addressOf } from "../router/market.ts";
import { creditDemandOf } from "./demanded.ts";

const HALF = 1n << 63n;

function hopOf(protocol: Protocol, state: PoolState, edge: Edge, shareX64: bigint | null): Hop {
  const of: GraphEdge = { ...edge, place: 0, protocol, state };
  return { edge: of, state, shareX64, amountIn: 1_000n, amountOut: 900n, gas: 1n };
}

/** A hop from one token to another in a pair of theirs. */
function swapHop([from, to]: readonly [Address, Address], n = 0, shareX64: bigint | null = null) {
  const [token0, token1] = from < to ? [from, to] : [to, from];
  const address = addressOf("pool", n);
  const state: UniswapV2Pool = {
    ...{ id: address, slug: "uniswap-v2", updatedBlock: 0, address, token0, token1 },
    ...{ feePips: 3_000, reserve0: 10n ** 24n, reserve1: 10n ** 24n, liquidity: null },
  };
  const edge = { action: "swap", tokenIn: from, tokenOut: to } as const;
  return hopOf(uniswapV2, state, edge, shareX64);
}

/** The deposit of the first sample of a family. */
function depositHop<S extends PoolState>(protocol: Protocol<S>, [state]: readonly S[]): Hop {
  const edge = state === undefined ? undefined : protocol.edges(state)[0];
  if (state === undefined || edge?.action !== "deposit") throw new Error("no deposit");
  return hopOf(protocol, state, edge, null);
}

function routeOf(hops: readonly Hop[]): Route {
  const [first, last] = [hops[0], hops.at(-1)];
  if (first === undefined || last === undefined) throw new Error("no hops");
  return {
    ...{ tokenIn: first.edge.tokenIn, tokenOut: last.edge.tokenOut, hops, gas: 1n },
    ...{ amountIn: 1_000n, amountOut: 900n, certificate: null },
    ...{ after: new Map(), alternatives: [] },
  };
}

const EXECUTORS = { shared: addressOf("pool", 8), own: addressOf("pool", 9) };

describe("addRoute", () => {
  test("behavior: what is measured when it arrives goes to the host, and then into the pair", () => {
    const supply = depositHop(aaveV3, reserves);
    const sale = swapHop([supply.edge.tokenOut, WETH]);
    const host = delegateAccount(ALICE).host;
    const builder = createProgramBuilder(host);
    addRoute(builder, {
      hops: [supply, sale],
      sources: [
        { token: supply.edge.tokenIn, balance: { register: INPUT_REGISTER, place: "host" } },
      ],
      ...{ tokenOut: WETH, receiver: BOB, intoPosition: false },
    });
    expect(builder.steps).toMatchObject([
      { op: "balance", token: supply.edge.tokenOut },
      { op: "call", data: expect.stringContaining(ALICE.slice(2)) },
      { op: "gain", out: 2, token: supply.edge.tokenOut },
      { op: "send", in: 2, token: supply.edge.tokenOut, to: sale.state.id },
      { op: "v2-swap", in: 2, pair: sale.state.id, to: BOB },
    ]);
  });

  test("behavior: nothing waits in a pair of which shares are burned before its swap", () => {
    const plain = swapHop([USDC, WETH]);
    const state = { ...(plain.state as UniswapV2Pool), liquidity };
    const { address } = state;
    const sale = { ...plain, edge: { ...plain.edge, state }, state };
    const share = { action: "redeem", tokenIn: address, tokenOut: USDC } as const;
    const burned: Hop = {
      ...hopOf(uniswapV2, state, share, null),
      beside: [{ token: WETH, amount: 900n }],
    };
    const hops = [swapHop([BOB, USDC], 1), burned, sale];
    const builder = createProgramBuilder(delegateAccount(ALICE).host);
    addRoute(builder, {
      ...{ hops, tokenOut: WETH, receiver: BOB, intoPosition: false },
      sources: [BOB, address].map((token, n) => ({
        token,
        balance: { register: INPUT_REGISTER + n, place: "host" },
      })),
    });
    const paidTo = builder.steps.flatMap((step) =>
      step.op === "v2-swap" || step.op === "send" ? [step.to] : [],
    );
    const at = (op: string) => builder.steps.findIndex((step) => step.op === op);
    expect(builder.steps.filter(({ op }) => op === "v2-swap")).toMatchObject([
      { pair: addressOf("pool", 1), to: ALICE },
      { pair: address, to: BOB },
    ]);
    expect(paidTo).toContain(address);
    expect(at("call")).toBeGreaterThan(at("v2-swap"));
    const paidIn = builder.steps.findLastIndex((step) => step.op === "send" && step.to === address);
    expect(paidIn).toBeGreaterThan(builder.steps.findLastIndex(({ op }) => op === "call"));
  });

  const positions = [
    ["a stake", depositHop(synthetixStaking, stakings)],
    ["a market", depositHop(morphoBlue, markets)],
  ] as const;
  test.each(positions)("behavior: what is paid into %s is what arrived", (_, deposit) => {
    const token = deposit.edge.tokenIn;
    const routes = [
      [deposit],
      [swapHop([USDC, token]), deposit],
      [swapHop([USDC, token], 0, HALF), swapHop([USDC, token], 1), deposit],
    ];
    const refunds = { receiver: BOB, refundReceiver: ALICE };
    for (const route of routes.map(routeOf)) {
      const wallet = planWalletProgram(asJoint(route), {
        ...{ ...refunds, host: delegateAccount(ALICE).host, spender: ALICE },
        ...{ fees: [], minimumCredit: 890n },
      });
      const executor = planProgram(route, {
        ...{
          ...refunds,
          fee: null,
          executors: EXECUTORS,
          wrappedNative: WETH,
          minimumCredit: 890n,
        },
      });
      const call = wallet.steps.findLast(({ op }) => op === "call");
      const contract = call?.op === "call" ? call.target : BOB;
      const { steps } = decodeProgram(encodeProgram(wallet));
      expect(creditDemandOf(steps, contract)).toBe(890n);
      const measures = executor.steps.filter(({ op }) => op === "balance" || op === "gain");
      expect(measures).toHaveLength(route.hops.length > 1 ? 2 : 0);
    }
  });

  test("behavior: of what hops join, the host's own stays out, and the source is paid in", () => {
    const deposit = depositHop(synthetixStaking, stakings);
    const token = deposit.edge.tokenIn;
    const hops = [swapHop([USDC, token]), deposit];
    const inputs = [
      { token: USDC, amount: 1_000n },
      { token, amount: 500n },
    ];
    const { steps } = planWalletProgram(
      { ...asJoint(routeOf(hops)), inputs },
      {
        ...{ receiver: BOB, refundReceiver: ALICE, host: delegateAccount(ALICE).host },
        ...{ spender: ALICE, fees: [], minimumCredit: 890n },
      },
    );
    const own = steps.findIndex((step) => step.op === "gain");
    const swap = steps.findIndex((step) => step.op === "v2-swap");
    const paidIn = steps.findLastIndex((step) => step.op === "gain");
    expect(steps[own - 1]).toMatchObject({ op: "set", literal: 500n });
    expect(steps[own]).toEqual({ ...steps[paidIn], token });
    expect([own < swap, swap < paidIn]).toEqual([true, true]);
    expect(steps[paidIn + 1]).toMatchObject({ op: "call" });
  });
});
