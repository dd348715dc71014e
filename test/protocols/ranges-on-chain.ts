import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileBundle } from "../../src/api/bundle/compile.ts";
import { type Estimates, outputKey } from "../../src/api/bundle/compiler.ts";
import { parseBundle } from "../../src/api/bundle/parse.ts";
import { REPORTER_ADDRESS, readReports } from "../../src/api/bundle/report.ts";
import { statesOf } from "../../src/api/bundle/states.ts";
import { VERBS } from "../../src/api/bundle/verbs/index.ts";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { delegateAccount, walletPayment } from "../../src/api/program/execution.ts";
import { decodeRevert } from "../../src/api/program/revert.ts";
import { encodeRun } from "../../src/api/program/wallet-call.ts";
import { simulate } from "../../src/api/simulation/simulate.ts";
import { unusedAddress } from "../../src/api/verify/plan-execution.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { max, min } from "../../src/lib/math.ts";
import type { Protocol } from "../../src/protocols/protocol.ts";
import type { TickRange } from "../../src/protocols/range-positions.ts";
import type { ConcentratedPool } from "../../src/protocols/uniswap-v3/pool.ts";
import {
  amount0DeltaDown,
  amount1DeltaDown,
} from "../../src/protocols/uniswap-v3/sqrt-price-math.ts";
import { getSqrtRatioAtTick } from "../../src/protocols/uniswap-v3/tick-math.ts";
import { act, out } from "../harness/bundles.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import { createRandom, randomAmount } from "./chain.ts";
import { type FamilyOnChain, type Random, snapshotOf } from "./on-chain.ts";
import { type ProtocolChain, startProtocolChain } from "./protocol-chain.ts";

const ROUNDS = sized({ always: 10, nightly: 200 });
const SEED = campaignSeed(1);
/** Ranges that are tried of each pool in each state. */
const TRIES = sized({ always: 3, nightly: 8 });
/** Deposits that have to come off in all. */
const LEAST = sized({ always: 75, nightly: 2_000 });
const MINUTES = 60_000;

/** What a family's ranges are tried with. */
export interface RangesOnChain<S> extends Omit<FamilyOnChain, "read"> {
  /** States whose deployment has a manager on the chain. */
  read(chain: ProtocolChain): Promise<readonly S[]>;
  /** The arguments that name a pool. */
  key(state: S): Readonly<Record<string, unknown>>;
  readonly farthestTick: number;
  /** How many times as many states are tried, where few pools have positions; absent: once. */
  readonly times?: number;
}

/**
 * Registers the test that a family's NFTs have to pass on their own manager: over random states,
 * what a bundle adds to a random range is what the quote says, to the wei, and so is what it gets
 * back when it takes all out again; with a slippage of 0.
 */
export function rangesConformOnChain<S extends ConcentratedPool>(
  protocol: Protocol<S>,
  family: RangesOnChain<S>,
): void {
  const rounds = ROUNDS * (family.times ?? 1);
  describe(`ranges of ${protocol.family} on chain`, () => {
    let chain: ProtocolChain;
    beforeAll(async () => {
      chain = await startProtocolChain(family);
    }, 4 * MINUTES);
    afterAll(() => chain?.stop());

    test(
      `behavior: additions and withdrawals equal quotes over ${rounds} random states, seed ${SEED}`,
      async () => {
        const [random, randomRanges] = [createRandom(SEED), createRandom(SEED + 1)];
        const seen = { added: 0, refused: 0, beside: 0 };
        for (let round = 0; round < rounds; round++) {
          await family.shake(chain, random, round);
          const states = await family.read(chain);
          const snapshot = await snapshotOf(protocol as Protocol, chain, states);
          for (const state of states.filter((each) => protocol.edges(each).length > 0)) {
            for (let tried = 0; tried < TRIES; tried++) {
              const range = rangeOf(state, family.farthestTick, randomRanges);
              const amounts = amountsOf(randomRanges);
              const quote = protocol.ranges?.(state.slug).add(state, range, amounts) ?? null;
              const name = `${round} ${tried} ${state.id}`;
              const asked = { snapshot, state, range, amounts, name, key: family.key(state) };
              const answer = await enterAndLeave(chain, protocol, asked);
              const label = `${name}: ${range.lower} to ${range.upper} of ${amounts}`;
              if (quote === null) {
                expect(answer, label).toBe("AMOUNT_TOO_SMALL");
                seen.refused += 1;
                continue;
              }
              expect(answer, label).toEqual({
                liquidity: quote.liquidity,
                rests: amounts.map((amount, i) => amount - (quote.spent[i] ?? 0n)),
                paid: principal(state, range, quote.liquidity),
              });
              seen.added += 1;
              if (quote.spent.includes(0n)) seen.beside += 1;
            }
          }
        }
        expect(seen.added).toBeGreaterThanOrEqual(LEAST);
        expect(seen.beside).toBeGreaterThan(10);
      },
      30 * MINUTES,
    );
  });
}

/** What burning the liquidity gives at the price: rounded down. */
function principal(state: ConcentratedPool, range: TickRange, liquidity: bigint) {
  const [lower, upper] = [getSqrtRatioAtTick(range.lower), getSqrtRatioAtTick(range.upper)];
  const price = max(lower, min(upper, state.sqrtPriceX96));
  return [amount0DeltaDown(price, upper, liquidity), amount1DeltaDown(lower, price, liquidity)];
}

/** A range around the price, or beside it. */
function rangeOf(state: ConcentratedPool, farthest: number, random: Random): TickRange {
  const { tick, tickSpacing } = state;
  const end = Math.floor(farthest / tickSpacing);
  const reach = random() < 0.3 ? 2_000 : 20;
  const shift = random() < 0.25 ? Math.floor((random() - 0.5) * 4 * reach) : 0;
  const centre = Math.max(-end + 1, Math.min(end - 1, Math.floor(tick / tickSpacing) + shift));
  const lower = Math.max(centre - Math.floor(random() * reach), -end);
  const upper = Math.min(centre + 1 + Math.floor(random() * reach), end);
  return { lower: lower * tickSpacing, upper: upper * tickSpacing };
}

function amountsOf(random: Random): readonly [bigint, bigint] {
  const amounts = [randomAmount(random, 3, 22), randomAmount(random, 3, 22)] as const;
  if (random() > 0.1) return amounts;
  return random() < 0.5 ? [0n, amounts[1]] : [amounts[0], 0n];
}

/**
 * Enters a range and leaves it again in one bundle, in the service's rounds; the code of its
 * refusal.
 */
async function enterAndLeave<S extends ConcentratedPool>(
  chain: ProtocolChain,
  protocol: Protocol<S>,
  asked: {
    readonly snapshot: Snapshot;
    readonly state: S;
    readonly range: TickRange;
    readonly amounts: readonly [bigint, bigint];
    readonly name: string;
    readonly key: Readonly<Record<string, unknown>>;
  },
) {
  const { snapshot, state, range, amounts, key } = asked;
  const { chainId } = snapshot;
  const manager = protocol.ranges?.(state.slug).manager(state.slug, chainId) ?? null;
  if (manager === null) throw new Error(`${state.slug} has no manager`);
  const tokens = [state.token0, state.token1];
  // In no order: the pool's own does not count.
  const given = [...tokens].reverse();
  const sent = [
    act(state.slug, "depositclmm", {
      ...{ tokenIn: given, tokenOut: manager, amountIn: [...amounts].reverse().map(String) },
      ...{ ticks: [range.lower, range.upper], ...key, slippage: 0 },
    }),
    act(state.slug, "redeemclmm", {
      ...{ tokenIn: manager, tokenOut: tokens, liquidity: out(0), tokenId: out(0, 3) },
      slippage: 0,
    }),
  ];
  const offers = new Map([[state.slug, new Set(VERBS.map(({ name }) => name))]]);
  const actions = parseBundle(sent, { chainId, offers });
  const wallet = unusedAddress(asked.name);
  const account = delegateAccount(wallet);
  const request = {
    ...{ chainId, fromAddress: wallet, receiver: null, spender: wallet, refundReceiver: wallet },
    ...{ actions, deadline: null, strategy: "delegate" as const },
  };
  const run = async (estimates: Estimates, minimums: "none" | "slippage") => {
    const compiled = await compileBundle(
      {
        ...{ snapshot, states: statesOf(snapshot), estimates, minimums, request },
        permit2: chain.chain.permit2,
        gasPriceIn: () => ({ numerator: 0n, denominator: 1n }),
      },
      { account, funding: new Map(), swept: [], reports: "outputs" },
    );
    const data = encodeRun(snapshot.next.timestamp + 3_600n, compiled.program);
    const native = tokens.indexOf(NATIVE);
    const payments = tokens.map((token: Address, i) =>
      walletPayment(account, request, { token, amount: amounts[i] ?? 0n }),
    );
    const result = await simulate(chain, {
      ...{ block: snapshot.block, next: snapshot.next, snapshot, outputs: [] },
      execution: {
        tx: { data, to: account.target, from: wallet, value: amounts[native] ?? 0n },
        ...{ delegated: account.delegated, payments },
      },
      holders: () => [],
      reporter: REPORTER_ADDRESS,
    });
    if (!result.ok) throw new Error(`reverted: ${decodeRevert(result.revertData).reason}`);
    return readReports(result.reported);
  };
  try {
    const found = await run(new Map(), "none");
    const final = await run(found, "slippage");
    const read = (action: number, index: number) => final.get(outputKey(action, index));
    return {
      liquidity: read(0, 0),
      rests: [read(0, 2), read(0, 1)],
      paid: [read(1, 0), read(1, 1)],
    };
  } catch (error) {
    if (error instanceof Error && "code" in error) return error.code;
    throw error;
  }
}
