import type { Address } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import type { GraphEdge, Snapshot } from "../../src/api/graph/snapshot.ts";
import { coreWalletOf } from "../../src/api/program/contracts.ts";
import {
  type Action,
  act,
  askBundle,
  askCoreBundle,
  fund,
  fundCoreWallet,
} from "../harness/bundles.ts";
import { type AnsweredTransaction, sendAnswer } from "../harness/execution.ts";
import { createSafe, type Safe } from "../harness/safe.ts";
import type { RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { balanceOf, bodyOf, type TradeBody } from "../harness/trading.ts";
import { ATTACKER, attack, heldOf, statusOf, tried } from "./attack.ts";

const OWNER: Address = "0x000000000000000000000000000000000000cafe";

/**
 * Of each family with a price that trades can move, a deployment; vaults' prices move by gifts and
 * losses.
 */
const VENUES = [
  { chainId: 1, slug: "uniswap-v2" },
  { chainId: 1, slug: "sushiswap-v2" },
  { chainId: 1, slug: "curve" },
  { chainId: 1, slug: "balancer-v2" },
  { chainId: 1, slug: "metamorpho" },
  { chainId: 1, slug: "yearn-v3" },
  { chainId: 8453, slug: "aerodrome" },
] as const;
const CASES = VENUES.flatMap((venue) =>
  (["deposit", "redeem"] as const).map((verb) => ({ ...venue, verb })),
);
type Case = (typeof CASES)[number];

/** What was answered for one edge before anything happened. */
interface Answered {
  readonly snapshot: Snapshot;
  readonly edge: GraphEdge;
  readonly amountIn: bigint;
  /** As answered without a limit. */
  readonly guarded: TradeBody;
  /** As answered with a slippage of 100 %. */
  readonly open: TradeBody;
}

/** Vaults that are left by naming the assets: the price moves what that costs in shares. */
const WITHDRAWALS = (["metamorpho", "yearn-v3"] as const).flatMap((slug) =>
  [true, false].map((spare) => ({ slug, spare })),
);
type Withdrawal = (typeof WITHDRAWALS)[number];

let weir: RunningService;
let safe: Safe;
const answers = new Map<string, Answered>();
/** `amountIn` is what the Safe holds of the shares. */
const withdrawals = new Map<Withdrawal, Answered>();
const nameOf = ({ chainId, slug, verb }: Case) => `${chainId} ${slug} ${verb}`;

beforeAll(async () => {
  weir = await sharedService([1, 80_094, 8453]);
  for (const { slug, chainId } of CASES) {
    await weir.node(chainId).setBalance({ address: OWNER, value: 10n ** 24n });
    await weir.node(chainId).setBalance({ address: ATTACKER, value: 10n ** 24n });
    expect(weir.service(chainId).snapshot().chainId, slug).toBe(chainId);
  }
  safe = await createSafe(weir, OWNER);
  // All at one block: afterwards the chains go back and forth, and the index is not asked again.
  for (const of of CASES) answers.set(nameOf(of), await answer(of));
  for (const of of WITHDRAWALS) withdrawals.set(of, await answerWithdrawal(of));
}, 300_000);

/** Who runs the bundle: a Safe where there is one, else the owner's core wallet. */
const walletOn = (chainId: number) => (chainId === 1 ? safe.address : coreWalletOf(OWNER));

/** Answers to one action, without a limit and with a slippage of 100 %. */
async function bundles(
  chainId: number,
  { protocol, action, args }: Action,
): Promise<Pick<Answered, "guarded" | "open">> {
  const query = { chainId: `${chainId}` };
  const answer = async (limit: object) => {
    const actions = [act(protocol, action, { ...args, ...limit })];
    const asked =
      chainId === 1
        ? askBundle({ weir, safe }, actions, query)
        : askCoreBundle(weir, OWNER, { actions, query });
    return bodyOf(await asked);
  };
  return { guarded: await answer({}), open: await answer({ slippage: 10_000 }) };
}

/**
 * The deposit of a hundredth of what the largest state of a deployment holds, or its redemption.
 */
async function answer(of: Case): Promise<Answered> {
  const { chainId, slug, verb } = of;
  const snapshot = weir.service(chainId).snapshot();
  const { edges, next } = snapshot;
  const all = [...edges.values()].flat().filter(({ state }) => state.slug === slug);
  const entered = all
    .filter(({ action }) => action === "deposit")
    .map((edge) => ({ edge, amount: heldOf(snapshot, edge) / 100n }))
    .find(({ edge, amount }) => {
      const isLeft = all.some(
        ({ action, tokenIn }) => action === "redeem" && tokenIn === edge.tokenOut,
      );
      return isLeft && amount > 0n && edge.protocol.quote(edge.state, edge, amount, next).ok;
    });
  if (entered === undefined) throw new Error(`${slug} takes no deposit on chain ${chainId}`);
  const { edge: into, amount } = entered;
  const quote = into.protocol.quote(into.state, into, amount, next);
  const out = all.find(
    ({ action, tokenIn, tokenOut }) =>
      action === "redeem" && tokenIn === into.tokenOut && tokenOut === into.tokenIn,
  );
  if (!quote.ok || out === undefined) throw new Error(`${slug} cannot be left again`);
  const [edge, amountIn] = verb === "deposit" ? [into, amount] : [out, quote.amountOut];
  const { tokenIn, tokenOut } = edge;
  const args = { tokenIn, tokenOut, amountIn: `${amountIn}` };
  return { snapshot, edge, amountIn, ...(await bundles(chainId, act(slug, verb, args))) };
}

/** The withdrawal of a hundredth of a vault's assets by a Safe that has the shares. */
async function answerWithdrawal({ slug, spare }: Withdrawal): Promise<Answered> {
  const redeemed = answered({ chainId: 1, slug, verb: "redeem" });
  const { edge, snapshot } = redeemed;
  const { protocol, state, tokenIn, tokenOut } = edge;
  const amount = (protocol.holdings(state, snapshot.next)[0]?.amount ?? 0n) / 100n;
  const offer = protocol.accountActions?.(state).find(({ verb }) => verb === "withdraw");
  const cost = offer?.cost?.(amount, snapshot.next);
  if (cost === undefined) throw new Error(`${slug} states no cost of a withdrawal`);
  const held = cost * (spare ? 2n : 1n);
  await fund({ weir, safe }, tokenIn, held);
  const withdrawal = act(slug, "withdraw", { tokenIn, tokenOut, amountOut: `${amount}` });
  return { ...redeemed, amountIn: held, ...(await bundles(1, withdrawal)) };
}

/** Sends a bundle exactly as it was answered, the input in place; what the wallet gained. */
async function run({ snapshot, edge, amountIn }: Answered, body: AnsweredTransaction) {
  const { chainId } = snapshot;
  const { tokenIn: token, tokenOut } = edge;
  const node = weir.node(chainId);
  if (chainId === 1) await fund({ weir, safe }, token, amountIn);
  else await fundCoreWallet(node, OWNER, { token, amount: amountIn });
  const held = () => balanceOf(node, tokenOut, walletOn(chainId));
  const before = await held();
  const { tx, gas } = body;
  const isSafe = chainId === 1;
  const hash = isSafe ? await safe.delegateCall(tx, BigInt(gas)) : await sendAnswer(node, body);
  const status = await statusOf(node, hash);
  return { status, gained: (await held()) - before };
}

function answered(of: Case): Answered {
  const found = answers.get(nameOf(of));
  if (found === undefined) throw new Error(`${nameOf(of)} was not answered`);
  return found;
}

describe("a bundle between the trades of an attacker", () => {
  /** With gas for the longer way that another state may take. */
  const ample = ({ tx, gas }: TradeBody) => ({ tx, gas: `${2n * BigInt(gas)}` });

  test.each(
    CASES,
  )("behavior: $verb of $slug on $chainId reverts, and honestly goes through", async (of) => {
    const victim = answered(of);
    const { guarded, open, edge } = victim;
    const node = weir.node(of.chainId);
    const honest = await tried(node, () => run(victim, guarded));
    expect(honest.status).toBe("success");
    expect(honest.gained).toBe(BigInt(guarded.amountsOut[edge.tokenOut] ?? "0"));
    const sandwiched = await tried(node, async () => {
      await attack(node, victim);
      return run(victim, ample(guarded));
    });
    expect(sandwiched.status).toBe("reverted");
    // It is the minimum that refuses: without one the same trade goes through, and loses.
    const robbed = await tried(node, async () => {
      await attack(node, victim);
      return run(victim, ample(open));
    });
    expect(robbed.status).toBe("success");
    expect(robbed.gained).toBeLessThan((honest.gained * 9_950n) / 10_000n);
  }, 120_000);

  test.each(
    WITHDRAWALS,
  )("behavior: withdrawal of $slug reverts where it costs more, spare shares: $spare", async (of) => {
    const victim = withdrawals.get(of);
    if (victim === undefined) throw new Error(`${of.slug} was not answered`);
    const node = weir.node(1);
    const spent = async (body: AnsweredTransaction) => {
      const { status } = await run(victim, body);
      const left = await balanceOf(node, victim.edge.tokenIn, safe.address);
      return { status, shares: victim.amountIn - left };
    };
    const honest = await tried(node, () => spent(victim.guarded));
    expect(honest.status).toBe("success");
    const robbing = (body: AnsweredTransaction) =>
      tried(node, async () => {
        await attack(node, victim);
        return spent(body);
      });
    expect((await robbing(ample(victim.guarded))).status).toBe("reverted");
    if (!of.spare) return;
    const robbed = await robbing(ample(victim.open));
    expect(robbed.status).toBe("success");
    expect(robbed.shares).toBeGreaterThan((honest.shares * 10_050n) / 10_000n);
  }, 120_000);
});
