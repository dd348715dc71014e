import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildGraph } from "../../src/api/graph/build.ts";
import { NOTHING_RECENT, type TokenRow } from "../../src/api/graph/memory.ts";
import { NO_RELIERS } from "../../src/api/graph/reliances.ts";
import type { GraphEdge, Snapshot } from "../../src/api/graph/snapshot.ts";
import { decodeRevert } from "../../src/api/program/revert.ts";
import type { JointRoute } from "../../src/api/router/route.ts";
import { simulate } from "../../src/api/simulation/simulate.ts";
import { canBeRouted, executionOf, routeOfEdge } from "../../src/api/verify/plan-execution.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { min } from "../../src/lib/math.ts";
import { sharedMap } from "../../src/lib/shared-map.ts";
import type { BlockContext, Edge, PoolState, Protocol } from "../../src/protocols/protocol.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import { createRandom, randomAmount } from "./chain.ts";
import {
  type ProtocolChain,
  type ProtocolChainOptions,
  startProtocolChain,
} from "./protocol-chain.ts";
import { shareRoute } from "./share-route.ts";

export type Random = () => number;

/** How a family is tried against its contracts. */
export interface FamilyOnChain extends ProtocolChainOptions {
  /**
   * Changes the contracts at random by real transactions, mined: trades, deposits, interest, time,
   * the operator's switches.
   */
  shake(chain: ProtocolChain, random: Random, round: number): Promise<void>;
  /** States at the newest block by contract reads alone. */
  read(chain: ProtocolChain): Promise<readonly PoolState[]>;
  /**
   * Accounts that hold plenty of a token and may lend it to a simulation; default: none, and
   * balances are overridden.
   */
  holders?(chain: ProtocolChain, token: Address): readonly Address[];
  /** The token that all is sold for that a burnt share of a pool gives; default: the last. */
  sellsFor?(state: PoolState): Address | undefined;
  /** By how much more input may pay less, smallest unit of tokenOut; default: not at all. */
  readonly rounding?: (state: PoolState, edge: Edge) => bigint;
  /**
   * What the contract pays for one unit where `maxIn` is 0, as nothing is sure to be traded, though
   * one unit is; smallest unit of tokenOut, 0 where it is refused; default: refused.
   */
  readonly unitPays?: (state: PoolState, edge: Edge, at: BlockContext) => bigint;
  /** Largest input to try, where `maxIn` is beyond what anyone has; default 10^30. */
  readonly largest?: bigint;
  /**
   * The most that anyone has of what an edge takes, where that may be less than `maxIn`; undefined:
   * any amount, which is the default.
   */
  held?(state: PoolState, edge: Edge): bigint | undefined;
}

const ROUNDS = sized({ always: 20, nightly: 400 });
const SEED = campaignSeed(1);
const DEFAULT_LARGEST = 10n ** 30n;
const MINUTES = 60_000;

/**
 * Registers the tests that every family has to pass on its own contracts: over random states, every
 * edge's quote of a random amount is what a fresh receiver gains when the built transaction runs in
 * the next block, to the wei; an amount just above `maxIn` is refused; and what the quote refuses
 * with `paused` or `cap-exceeded` reverts on chain.
 */
export function conformsOnChain(protocol: Protocol, family: FamilyOnChain): void {
  describe(`${protocol.family} on chain`, () => {
    let chain: ProtocolChain;
    beforeAll(async () => {
      chain = await startProtocolChain(family);
    }, 4 * MINUTES);
    afterAll(() => chain?.stop());

    test(
      `behavior: quotes equal executions to the wei over ${ROUNDS} random states, seed ${SEED}`,
      async () => {
        const random = createRandom(SEED);
        const randomShares = createRandom(SEED + 2);
        const succeeded = new Map<string, number>();
        const shares = { mint: 0, burn: 0 };
        for (let round = 0; round < ROUNDS; round++) {
          await family.shake(chain, random, round);
          const states = await family.read(chain);
          const snapshot = await snapshotOf(protocol, chain, states);
          for (const edge of [...snapshot.edges.values()].flat()) {
            const most = protocol.maxIn(edge.state, edge, snapshot.next);
            const amountIn = pick(random, min(most, largestOf(family, edge)));
            const label = tradeName({ edge, amountIn, round });
            const outcome = await execute(chain, { snapshot, edge, amountIn, round, family });
            const quote = protocol.quote(edge.state, edge, amountIn, snapshot.next);
            expect(outcome, label).toEqual(
              quote.ok ? { amountOut: quote.amountOut } : { refused: quote.reason },
            );
            const key = `${edge.action} ${edge.tokenIn} ${edge.tokenOut}`;
            succeeded.set(key, (succeeded.get(key) ?? 0) + (quote.ok ? 1 : 0));
          }
          for (const state of snapshot.pools.values()) {
            for (const way of ["mint", "burn"] as const) {
              const sellsFor = family.sellsFor?.(state);
              const on = { state, way, random: randomShares, sellsFor };
              const route = shareRoute(protocol, snapshot, on);
              if (route === null) continue;
              const outcome = await executeRoute(chain, { snapshot, route, round, family });
              const amounts = route.inputs.map(({ amount }) => amount).join();
              const label = `round ${round}: ${way} of ${state.id}, ${amounts}`;
              expect(outcome, label).toEqual({ ok: true, amountOut: route.amountOut });
              shares[way] += 1;
            }
          }
        }
        expect(succeeded.size).toBeGreaterThan(0);
        for (const [key, count] of succeeded) expect(count, key).toBeGreaterThan(0);
        if (protocol.liquidity === undefined) return;
        expect(Math.min(shares.mint, shares.burn)).toBeGreaterThan(ROUNDS / 4);
      },
      30 * MINUTES,
    );

    test("behavior: quotes are monotone, pure, and end at maxIn", async () => {
      const random = createRandom(SEED + 1);
      for (let round = ROUNDS; round < ROUNDS + 10; round++) {
        await family.shake(chain, random, round);
        const snapshot = await snapshotOf(protocol, chain, await family.read(chain));
        for (const edge of [...snapshot.edges.values()].flat()) {
          const most = protocol.maxIn(edge.state, edge, snapshot.next);
          const before = structuredClone(edge.state);
          const small = pick(random, min(most, largestOf(family, edge)));
          const outs = [small / 3n, small / 2n, small, most].map((amount) =>
            protocol.quote(edge.state, edge, amount, snapshot.next),
          );
          const amounts = outs.map((out) => (out.ok ? out.amountOut : 0n));
          const rounding = family.rounding?.(edge.state, edge) ?? 0n;
          const falls = amounts.some((amount, i) => amount + rounding < (amounts[i - 1] ?? 0n));
          expect(falls, amounts.join()).toBe(false);
          expect(protocol.quote(edge.state, edge, most + 1n, snapshot.next).ok).toBe(false);
          expect(edge.state).toEqual(before);
        }
      }
    });
  });
}

/** Runs a route by the router contract and by a wallet in turn. */
async function executeRoute(
  chain: ProtocolChain,
  on: {
    readonly snapshot: Snapshot;
    readonly route: JointRoute;
    readonly round: number;
    readonly family: FamilyOnChain;
  },
): Promise<{ readonly ok: boolean; readonly amountOut?: bigint }> {
  const { snapshot, route, round, family } = on;
  const name = `of shares ${round} ${route.tokenOut}`;
  const plan = { byRouter: round % 2 === 0, name };
  const { execution, measure } = executionOf(snapshot, route, plan);
  const result = await simulate(chain, {
    ...{ block: snapshot.block, next: snapshot.next, execution },
    outputs: [measure],
    holders: (token) => family.holders?.(chain, token) ?? [],
    snapshot,
  });
  return result.ok ? { ok: true, amountOut: result.gains[0] ?? 0n } : { ok: false };
}

interface Execution {
  readonly snapshot: Snapshot;
  readonly edge: GraphEdge;
  readonly amountIn: bigint;
  readonly round: number;
  readonly family: FamilyOnChain;
}

/**
 * Runs one edge as a route of its own, by the router contract and by a wallet in turn. Where the
 * quote refuses, the transaction is built all the same, and has to revert or to credit nothing.
 */
async function execute(
  chain: ProtocolChain,
  { snapshot, edge, amountIn, round, family }: Execution,
): Promise<{ amountOut: bigint } | { refused: string }> {
  const { protocol, state, tokenOut } = edge;
  const quote = protocol.quote(state, edge, amountIn, snapshot.next);
  if (amountIn === 0n) return { refused: quote.ok ? "" : quote.reason };
  const byRouter = canBeRouted(snapshot, tokenOut) && round % 2 === 0;
  const quoted = quote.ok ? quote : { amountOut: 1n, gas: 1n };
  const route = routeOfEdge(edge, amountIn, { amountOut: quoted.amountOut, gas: quoted.gas });
  const name = `${round} ${edge.place}`;
  const { execution, measure } = executionOf(snapshot, route, { byRouter, name });
  const result = await simulate(chain, {
    ...{ block: snapshot.block, next: snapshot.next, execution },
    outputs: [measure],
    holders: (token) => family.holders?.(chain, token) ?? [],
    snapshot,
  });
  const what = tradeName({ edge, amountIn, round });
  if (!quote.ok) {
    const { next } = snapshot;
    const isNoneSure = protocol.maxIn(state, edge, next) === 0n;
    const paid = isNoneSure ? (family.unitPays?.(state, edge, next) ?? 0n) : 0n;
    const refused = `${what}: ${quote.reason} is refused on chain too, but for ${paid}`;
    expect(result.ok ? result.gains[0] : null, refused).toBe(paid > 0n ? paid : null);
    return { refused: quote.reason };
  }
  if (!result.ok) throw new Error(`${what}: reverted: ${decodeRevert(result.revertData).reason}`);
  return { amountOut: result.gains[0] ?? 0n };
}

/** Names a trade in a failure. */
function tradeName({
  edge: { action, tokenIn, tokenOut, state },
  amountIn,
  round,
}: Pick<Execution, "edge" | "amountIn" | "round">): string {
  return `round ${round}: ${action} ${tokenIn} to ${tokenOut} of ${state.id}, ${amountIn}`;
}

/** The newest block, as a head of the index. */
export async function headAt({ node }: Pick<ProtocolChain, "node">) {
  const { number, hash, parentHash, timestamp, baseFeePerGas } = await node.getBlock();
  return {
    ...{ number: Number(number), hash, parentHash, timestamp: Number(timestamp) },
    baseFeePerGas: baseFeePerGas ?? 0n,
  };
}

/** A snapshot of the states at the newest block; every token of the chain counts as checked. */
export async function snapshotOf(
  protocol: Protocol,
  { chain, node }: ProtocolChain,
  states: readonly PoolState[],
): Promise<Snapshot> {
  const head = await headAt({ node });
  const addresses = states.flatMap((state) => [
    ...protocol.edges(state).flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]),
    ...(protocol.defiTokens?.(state) ?? []).flatMap((token) => token.underlyingTokens),
  ]);
  const tokens = sharedMap(
    addresses
      .filter((address) => address !== NATIVE)
      .map((address): [Address, TokenRow] => [
        address,
        { address, symbol: null, name: null, decimals: 18, updatedBlock: 0 },
      ]),
  );
  const memory = {
    heads: [head],
    tokens,
    priceFeeds: [],
    dataFee: null,
    states: sharedMap(states.map((state) => [state.id, { protocol, state }])),
    reliers: NO_RELIERS,
    recent: NOTHING_RECENT,
  };
  return buildGraph({ chain, memory, head, accepts: () => true }).snapshot;
}

/** Largest input to try of an edge, whatever its `maxIn` is. */
function largestOf({ held, largest = DEFAULT_LARGEST }: FamilyOnChain, edge: GraphEdge): bigint {
  return min(held?.(edge.state, edge) ?? largest, largest);
}

/**
 * An amount from 1 to `most`, each number of digits equally likely; now and then `most` itself. 0
 * when `most` is.
 */
function pick(random: Random, most: bigint): bigint {
  if (most === 0n) return 1n;
  if (random() < 0.05) return most;
  return min(randomAmount(random, 1, most.toString().length), most);
}
