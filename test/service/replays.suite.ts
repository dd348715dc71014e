import { type Address, type PublicClient, toHex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { createAnswers } from "../../src/api/main/answers.ts";
import { roundingOf } from "../../src/api/simulation/rounding.ts";
import type { TransactionRequest } from "../../src/api/trade/pipeline.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { type ChainSimulation, simulationOf } from "../../src/nodes/simulators/chain-simulation.ts";
import type { Edge } from "../../src/protocols/protocol.ts";
import { createRandom } from "../api/router/market.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import { ask, tokenOf } from "../harness/trading.ts";

const ROUTES = sized({ always: 60, nightly: 3_000 });
const LISTS = sized({ always: 10, nightly: 4_000 });
const SEED = campaignSeed(1_000);
const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
/** Routes in a row from one block before the market moves on. */
const PER_BLOCK = 50;
const REFUSALS = [
  "AMOUNT_TOO_SMALL",
  "INSUFFICIENT_LIQUIDITY",
  "NO_ROUTE",
  "CAP_EXCEEDED",
  "PROTOCOL_PAUSED",
];

/** Venues that routes have to have gone through. */
const VENUES = [
  ...["uniswap-v2", "uniswap-v3", "curve", "balancer-v2"],
  ...["sdai", "lido", "rocket-pool", "curve-gauge"],
];

interface Leg {
  readonly venue: string;
  readonly action: Edge["action"];
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: string;
  readonly amountOut: string;
  readonly beside?: readonly { readonly token: Address; readonly amount: string }[];
}

/** What was asked, of which market, and the legs of the answer. */
interface Paid {
  readonly snapshot: Snapshot;
  readonly query: unknown;
  readonly legs: readonly Leg[];
}

let weir: RunningService;

beforeAll(async () => {
  weir = await sharedService();
}, 300_000);

/**
 * Tokens that can be traded, each family's as likely as the base tokens; those whose balances round
 * are left to other tests.
 */
function kinds(snapshot: Snapshot): readonly (readonly Address[])[] {
  const byKind = new Map<string, Address[]>();
  for (const address of snapshot.tokens.keys()) {
    const issued = snapshot.defiTokens.get(address);
    if (issued?.token.exact === false) continue;
    const kind =
      issued?.protocol.family ?? (snapshot.connectors.has(address) ? "connector" : "base");
    byKind.set(kind, [...(byKind.get(kind) ?? []), address]);
  }
  return [...byKind.values()];
}

/**
 * That the legs into a token pay what is answered, to the wei: a plan's own numbers are what the
 * simulation finds. But for units where a balance on the way rounds, which is why the answer is the
 * simulation's there.
 */
function expectPaid(
  { snapshot, query, legs }: Paid,
  { tokenOut, amountOut }: { readonly tokenOut: Address; readonly amountOut: string },
): void {
  const planned = legs
    .filter((leg) => leg.tokenOut === tokenOut)
    .reduce((sum, leg) => sum + BigInt(leg.amountOut), 0n);
  const hops = legs.map(({ amountIn, amountOut, beside = [], ...edge }) => ({
    ...{ edge, amountIn: BigInt(amountIn), amountOut: BigInt(amountOut) },
    beside: beside.map(({ token, amount }) => ({ token, amount: BigInt(amount) })),
  }));
  const off = BigInt(amountOut) - planned;
  const label = JSON.stringify({ query, legs, amountOut });
  expect(off >= 0n ? off : -off, label).toBeLessThanOrEqual(
    roundingOf(snapshot, { tokenOut, hops }),
  );
}

describe("exact replays", () => {
  test(`default: over ${ROUTES} random routes the plan's own number is the simulated one, seed ${SEED}`, async () => {
    const random = createRandom(SEED);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const venues = new Map<string, number>();
    const refused = new Map<string, number>();
    let [done, splits] = [0, 0];
    const isVaried = () => VENUES.every((venue) => venues.has(venue));
    for (let attempt = 0; done < ROUTES || !isVaried(); attempt++) {
      const seen = JSON.stringify([...venues, ...refused]);
      expect(attempt, seen).toBeLessThan(4 * ROUTES);
      const snapshot = weir.service(1).snapshot();
      const groups = kinds(snapshot);
      const [tokenIn, tokenOut] = [
        random() < 0.1 ? NATIVE : pick(pick(groups)),
        pick(pick(groups)),
      ];
      if (tokenIn === tokenOut) continue;
      const decimals = snapshot.tokens.get(tokenIn)?.decimals ?? 18;
      const amountIn = BigInt(Math.floor(10 ** (random() * (decimals + 5)))) + 1_000n;
      const { status, body } = await ask(weir, "route", {
        ...{ fromAddress: SENDER, tokenIn, tokenOut, amountIn: `${amountIn}`, explain: "true" },
      });
      if (status !== 200) {
        const label = JSON.stringify({ tokenIn, tokenOut, amountIn: `${amountIn}`, ...body });
        expect(REFUSALS, label).toContain(body.code);
        refused.set(body.code ?? "", (refused.get(body.code ?? "") ?? 0) + 1);
        continue;
      }
      const legs = body.explain.legs as readonly (Leg & { readonly pool: string })[];
      const asked = { snapshot, query: { tokenIn, tokenOut }, legs };
      expectPaid(asked, { tokenOut, amountOut: body.amountOut });
      for (const { venue } of legs) venues.set(venue, (venues.get(venue) ?? 0) + 1);
      if (legs.length > new Set(legs.map((leg) => leg.tokenOut)).size) splits += 1;
      done += 1;
      if (done % PER_BLOCK === 0) await weir.mine(1);
    }
    console.log(
      `${done} routes, ${splits} split; legs ${JSON.stringify(Object.fromEntries(venues))}; refused ${JSON.stringify(Object.fromEntries(refused))}`,
    );
    expect(splits).toBeGreaterThan(ROUTES / 40);
  }, 7_200_000);

  test(`behavior: over ${LISTS} lists of tokens, by every strategy and by Permit2, seed ${SEED}`, async () => {
    const random = createRandom(SEED + 1_000);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const seen = { done: 0, joined: 0, issued: 0, coin: 0 };
    const refused = new Map<string, number>();
    /** Whether each kind of list has been among those that were sold. */
    const isVaried = () => Math.min(seen.joined, seen.issued, seen.coin) > LISTS / 20;
    for (let attempt = 0; seen.done < LISTS || !isVaried(); attempt++) {
      expect(attempt, JSON.stringify({ ...seen, refused: [...refused] })).toBeLessThan(10 * LISTS);
      const snapshot = weir.service(1).snapshot();
      const groups = kinds(snapshot);
      const tokenOut = pick(pick(groups));
      const token = () => (random() < 0.1 ? NATIVE : pick(pick(groups)));
      const drawn = Array.from({ length: 2 + Math.floor(random() * 4) }, token);
      const tokens = [...new Set(drawn)].filter((one) => one !== tokenOut);
      if (tokens.length === 0) continue;
      const amounts = tokens.map((one) => {
        const decimals = snapshot.tokens.get(one)?.decimals ?? 18;
        return BigInt(Math.floor(10 ** (random() * (decimals + 4)))) + 10n ** 6n;
      });
      const isPermitted = !tokens.includes(NATIVE) && random() < 0.3;
      const how = isPermitted
        ? { permit: "permit2" }
        : { routingStrategy: pick(["router", "delegate", "corewallet"]) };
      const query = { tokenIn: tokens.join(), tokenOut, amountIn: amounts.join(), ...how };
      const { status, body } = await ask(weir, "route", {
        ...{ fromAddress: SENDER, ...query, explain: "true" },
      });
      if (status !== 200) {
        expect(REFUSALS, JSON.stringify({ query, ...body })).toContain(body.code);
        refused.set(body.code ?? "", (refused.get(body.code ?? "") ?? 0) + 1);
        if (tokens.length > 1) expect(tokens).toContain(body.data?.tokenIn);
        continue;
      }
      const legs = body.explain.legs as readonly (Leg & { readonly pool: string })[];
      const asked = { snapshot, query, legs };
      expectPaid(asked, { tokenOut, amountOut: body.amountOut });
      if (legs.some((leg) => tokens.includes(leg.tokenOut))) seen.joined += 1;
      if (tokens.some((one) => snapshot.defiTokens.has(one))) seen.issued += 1;
      if (tokens.includes(NATIVE)) seen.coin += 1;
      seen.done += 1;
    }
    console.log(JSON.stringify({ ...seen, refused: Object.fromEntries(refused) }));
  }, 7_200_000);

  test("error: UPSTREAM_UNAVAILABLE where nodes do not agree on what a transaction gives", async () => {
    const service = weir.service(1);
    const { answer } = createAnswers();
    const request: TransactionRequest = {
      ...{ chainId: 1, strategy: "router", basis: "simulation", maxLegs: undefined },
      ...{ fromAddress: SENDER, spender: SENDER, receiver: SENDER, refundReceiver: SENDER },
      ...{ inputs: [{ token: NATIVE, amount: 10n ** 17n }], tokenOut: tokenOf(weir, "USDC") },
      ...{ exactOut: null, limit: { kind: "slippage", bps: 50 }, fee: null, onlyProtocols: [] },
      ...{ ignoreProtocols: [], priceImpact: false, deadline: null, permit: null },
    };
    /** Each simulation finds as many units more as `more` says. */
    const answerWith = (more: () => bigint) =>
      answer({ ...service, client: withMore(service.client, more) }, request);
    let asked = 0n;
    const once = await answerWith(() => (asked++ === 0n ? 7n : 0n));
    expect(once.minAmountOut).toBe((once.amountOut * 9_950n) / 10_000n);
    await expect(answerWith(() => asked++)).rejects.toMatchObject({
      code: "UPSTREAM_UNAVAILABLE",
    });
  });
});

/** The client of a node whose simulations end with more than they should. */
function withMore(client: PublicClient, more: () => bigint): PublicClient {
  const simulation: ChainSimulation = {
    ...simulationOf(client),
    async run(asked) {
      const simulated = await simulationOf(client).run(asked);
      const after = simulated.after.map(({ ok, data }) => {
        return { ok, data: toHex(BigInt(data) + more(), { size: 32 }) };
      });
      return { ...simulated, after };
    },
  };
  const transport = { ...client.transport, simulation };
  return Object.assign(Object.create(client), { transport });
}
