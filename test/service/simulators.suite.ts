import { type Address, concat, isAddress, numberToHex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { ACCOUNT_7702_ADDRESS } from "../../src/api/program/contracts.ts";
import { NATIVE } from "../../src/lib/address.ts";
import { createRandom } from "../api/router/market.ts";
import type { Compared } from "../harness/both-means.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import { ask, balanceOf } from "../harness/trading.ts";

const { trades: TRADES, bundles: BUNDLES } = sized({
  always: { trades: 15, bundles: 4 },
  nightly: { trades: 1_000, bundles: 200 },
});
const STRATEGIES = ["router", "delegate", "corewallet"] as const;
/** Refusals of a random wish that say nothing of its simulation. */
const HONEST = [
  "AMOUNT_TOO_SMALL",
  "CAP_EXCEEDED",
  "INSUFFICIENT_LIQUIDITY",
  "NO_ROUTE",
  "PROTOCOL_PAUSED",
  "SIMULATION_FAILED",
  "STRATEGY_UNSUPPORTED",
];

const SEED = campaignSeed(17);

let weir: RunningService;
const random = createRandom(SEED);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

beforeAll(async () => {
  weir = await sharedService();
}, 300_000);

/**
 * A tenth of what the pool that holds most of a token has of it, or less by orders of magnitude; of
 * tokens that no pool holds around one.
 */
async function amountOf(token: Address): Promise<bigint> {
  const snapshot = weir.service(1).snapshot();
  const held = token === NATIVE ? snapshot.wrappedNative : token;
  const ids = [...new Set((snapshot.edges.get(held) ?? []).map((edge) => edge.state.id))];
  const amounts = await Promise.all(
    ids
      .filter((id): id is Address => isAddress(id))
      .slice(0, 6)
      .map((id) => balanceOf(weir.node(1), held, id).catch(() => 0n)),
  );
  const most = amounts.reduce((best, amount) => (amount > best ? amount : best), 0n) / 10n;
  const one = 10n ** BigInt(snapshot.tokens.get(held)?.decimals ?? 18);
  return BigInt(Math.ceil(Number(most || one) ** (0.6 + 0.4 * random())));
}

/** An account that nobody has used; a third of them have delegated to a contract (EIP-7702). */
async function newSender(at: number): Promise<Address> {
  const sender = numberToHex(0x5eed_0000_0000n + BigInt(at), { size: 20 });
  if (at % 3 === 0) {
    const bytecode = concat(["0xef0100", ACCOUNT_7702_ADDRESS]);
    await weir.node(1).setCode({ address: sender, bytecode });
    await weir.mine(1);
  }
  return sender;
}

/** Every token that can be traded, but the long tail of one pool each. */
function tradable(): readonly Address[] {
  const { tokens, edges } = weir.service(1).snapshot();
  return [...edges.keys()].filter((token) => !tokens.get(token)?.symbol?.startsWith("TAIL"));
}

function report(what: string, compared: readonly Compared[]): void {
  const ratios = compared
    .filter(({ isSuccess, isPreceded }) => isSuccess && !isPreceded)
    .map(({ needed, paid }) => Number(needed) / Number(paid))
    .toSorted((a, b) => a - b);
  const at = (numbers: readonly number[], share: number) =>
    (numbers[Math.floor(share * (numbers.length - 1))] ?? 0).toFixed(3);
  const ms = (of: (each: Compared) => number) =>
    at(
      compared.map(of).toSorted((a, b) => a - b),
      0.5,
    );
  console.log(
    `${what}: ${compared.length} simulations by both means, ${compared.filter(({ isSuccess }) => isSuccess).length} that succeed, ${compared.filter(({ isPreceded }) => isPreceded).length} after funding calls; of the others gas needed by eth_call to gas paid by eth_simulateV1: least ${at(ratios, 0)}, median ${at(ratios, 0.5)}, most ${at(ratios, 1)}; median ms eth_simulateV1 ${ms(({ methodMs }) => methodMs)}, eth_call ${ms(({ callMs }) => callMs)}`,
  );
}

describe("eth_simulateV1 and eth_call", () => {
  test(`default: ${TRADES} trades of all strategies come out the same, seed ${SEED}`, async () => {
    const tokens = tradable();
    const done = new Map<string, number>();
    const refused = new Map<string, number>();
    const count = () => [...done.values()].reduce((sum, each) => sum + each, 0);
    for (let attempt = 0; count() < TRADES; attempt++) {
      expect(attempt, JSON.stringify([...refused])).toBeLessThan(3 * TRADES);
      const tokenIn = random() < 0.15 ? NATIVE : pick(tokens);
      const tokenOut = random() < 0.15 ? NATIVE : pick(tokens);
      const amountIn = await amountOf(tokenIn);
      if (tokenIn === tokenOut) continue;
      const routingStrategy = STRATEGIES[attempt % STRATEGIES.length] ?? "router";
      const { status, body } = await ask(weir, "route", {
        ...{ fromAddress: await newSender(attempt), routingStrategy },
        ...{ tokenIn, tokenOut, amountIn: `${amountIn}` },
      });
      if (status === 200) done.set(routingStrategy, (done.get(routingStrategy) ?? 0) + 1);
      else {
        expect(HONEST, JSON.stringify(body)).toContain(body.code);
        refused.set(`${body.code}`, (refused.get(`${body.code}`) ?? 0) + 1);
      }
    }
    expect(weir.compared.differences).toEqual([]);
    report(
      `${count()} trades ${JSON.stringify([...done])}, refused ${JSON.stringify([...refused])}`,
      weir.compared.equal,
    );
    for (const strategy of STRATEGIES) expect(done.get(strategy)).toBeGreaterThan(TRADES / 6);
  }, 3_600_000);

  test(`behavior: so do ${BUNDLES} bundles, seed ${SEED}`, async () => {
    const tokens = tradable();
    const before = weir.compared.equal.length;
    const refused = new Map<string, number>();
    let done = 0;
    for (let attempt = 0; done < BUNDLES; attempt++) {
      expect(attempt, JSON.stringify([...refused])).toBeLessThan(4 * BUNDLES);
      const actions = [];
      let tokenIn = random() < 0.2 ? NATIVE : pick(tokens);
      const amount = await amountOf(tokenIn);
      const length = 1 + Math.floor(4 * random());
      for (let at = 0; at < length; at++) {
        const tokenOut = pick(tokens.filter((token) => token !== tokenIn));
        const amountIn = at === 0 ? `${amount}` : { useOutputOfCallAt: at - 1 };
        const args = { tokenIn, tokenOut, amountIn, slippage: "100" };
        actions.push({ protocol: "core", action: "route", args });
        tokenIn = tokenOut;
      }
      const query = {
        fromAddress: await newSender(1_000_000 + attempt),
        routingStrategy: pick(["delegate", "corewallet"] as const),
      };
      const { status, body } = await ask(weir, "bundle", query, actions);
      if (status === 200) done += 1;
      else {
        expect(HONEST, JSON.stringify(body)).toContain(body.code);
        refused.set(`${body.code}`, (refused.get(`${body.code}`) ?? 0) + 1);
      }
    }
    expect(weir.compared.differences).toEqual([]);
    report(
      `${done} bundles, refused ${JSON.stringify([...refused])}`,
      weir.compared.equal.slice(before),
    );
  }, 3_600_000);
});
