import type { Address, Hex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import type { GraphEdge, Snapshot } from "../../src/api/graph/snapshot.ts";
import { buildRouteExecution } from "../../src/api/program/build.ts";
import { coreWalletOf } from "../../src/api/program/contracts.ts";
import { deadlineOn } from "../../src/api/program/deadline.ts";
import { min } from "../../src/lib/math.ts";
import { act } from "../harness/bundles.ts";
import { createSafe, type Safe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import {
  approveExactly,
  ask,
  balanceOf,
  deal,
  sendFrom,
  type TradeBody,
} from "../harness/trading.ts";

const OWNER: Address = "0x000000000000000000000000000000000000cafe";
const ATTACKER: Address = "0x000000000000000000000000000000000000bad2";

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

/** What the state of an edge holds of the token that the edge takes. */
function heldOf({ next }: Snapshot, { protocol, state, tokenIn }: GraphEdge): bigint {
  return protocol.holdings(state, next).find(({ token }) => token === tokenIn)?.amount ?? 0n;
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
  const bundle = async (limit: object) => {
    const args = {
      tokenIn: edge.tokenIn,
      tokenOut: edge.tokenOut,
      amountIn: `${amountIn}`,
      ...limit,
    };
    const own = chainId === 1 ? { fromAddress: safe.address } : CORE_WALLET;
    const query = { ...own, chainId: `${chainId}` };
    const { status, body } = await ask(weir, "bundle", query, [act(slug, verb, args)]);
    expect(status, `${nameOf(of)} ${JSON.stringify({ ...body, tx: undefined })}`).toBe(200);
    return body;
  };
  return {
    snapshot,
    edge,
    amountIn,
    guarded: await bundle({}),
    open: await bundle({ slippage: 10_000 }),
  };
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
  await deal(weir.node(1), { owner: safe.address, token: tokenIn, amount: held });
  const bundle = async (limit: object) => {
    const args = { tokenIn, tokenOut, amountOut: `${amount}`, ...limit };
    const query = { fromAddress: safe.address };
    const { status, body } = await ask(weir, "bundle", query, [act(slug, "withdraw", args)]);
    expect(status, `${slug} ${JSON.stringify({ ...body, tx: undefined })}`).toBe(200);
    return body;
  };
  const guarded = await bundle({});
  return { ...redeemed, amountIn: held, guarded, open: await bundle({ slippage: 10_000 }) };
}

const CORE_WALLET = { fromAddress: OWNER, routingStrategy: "corewallet" };

/** Sends a bundle exactly as it was answered, the input in place; what the wallet gained. */
async function run(
  { chainId, edge, amountIn }: Answered & { readonly chainId: number },
  { tx, gas }: Pick<TradeBody, "tx" | "gas">,
) {
  const node = weir.node(chainId);
  const wallet = walletOn(chainId);
  const owner = chainId === 1 ? wallet : OWNER;
  await deal(node, { owner, token: edge.tokenIn, amount: amountIn });
  if (owner !== wallet) {
    await approveExactly(node, { owner, token: edge.tokenIn, spender: wallet, amount: amountIn });
  }
  const before = await balanceOf(node, edge.tokenOut, wallet);
  const hash =
    chainId === 1
      ? await safe.delegateCall(tx, BigInt(gas))
      : await sendFrom(node, OWNER, { to: tx.to, data: tx.data, gas: BigInt(gas) });
  const status = await statusOf(node, hash);
  return { status, gained: (await balanceOf(node, edge.tokenOut, wallet)) - before };
}

async function statusOf(node: DevnetClient, hash: Hex) {
  await node.mine({ blocks: 1 });
  return (await node.getTransactionReceipt({ hash })).status;
}

/**
 * Makes what the bundle is about to buy dear: by a trade in the same pool, or in the vault's own
 * books.
 */
async function attack(of: Case): Promise<void> {
  const { chainId, verb } = of;
  const { edge, snapshot } = answered(of);
  const token = verb === "deposit" ? edge.tokenIn : edge.tokenOut;
  const { edges, next } = snapshot;
  const against = [...edges.values()]
    .flat()
    .find(
      ({ action, state, tokenIn, tokenOut }) =>
        action === "swap" &&
        state.id === edge.state.id &&
        (verb === "deposit" ? tokenIn : tokenOut) === token,
    );
  const node = weir.node(chainId);
  if (against === undefined) {
    const vault = edge.state.id as Address;
    const held = await balanceOf(node, token, vault);
    const amount = verb === "deposit" ? held + held / 5n : held - held / 5n;
    await deal(node, { owner: vault, token, amount });
    return;
  }
  const most = against.protocol.maxIn(against.state, against, next);
  const amountIn = min((most * 9n) / 10n, 3n * heldOf(snapshot, against));
  const { state, tokenIn, tokenOut } = against;
  const inputs = [{ token: tokenIn, amount: amountIn }];
  const { tx } = buildRouteExecution(
    {
      snapshot,
      request: {
        ...{
          fromAddress: ATTACKER,
          spender: ATTACKER,
          receiver: ATTACKER,
          refundReceiver: ATTACKER,
        },
        ...{ inputs, tokenOut, fee: null },
      },
      route: {
        ...{ inputs, tokenOut, amountOut: 1n, gas: 0n, certificate: null },
        hops: [{ edge: against, state, shareX64: null, amountIn, amountOut: 1n, gas: 0n }],
        ...{ after: new Map(), alternatives: [] },
      },
      ...{ feeAmounts: null, minAmountOut: 1n, permit: null },
      deadline: deadlineOn(snapshot, null),
    },
    null,
  );
  await deal(node, { owner: ATTACKER, token: tokenIn, amount: amountIn });
  await approveExactly(node, { owner: ATTACKER, token: tokenIn, spender: tx.to, amount: amountIn });
  const { to, data } = tx;
  const hash = await sendFrom(node, ATTACKER, { to, data, gas: 3_000_000n });
  expect(await statusOf(node, hash), `attack on ${nameOf(of)}`).toBe("success");
}

function answered(of: Case): Answered {
  const found = answers.get(nameOf(of));
  if (found === undefined) throw new Error(`${nameOf(of)} was not answered`);
  return found;
}

/** Does something on a chain and takes it back. */
async function tried<T>(chainId: number, does: () => Promise<T>): Promise<T> {
  const id = await weir.node(chainId).snapshot();
  const result = await does();
  await weir.node(chainId).revert({ id });
  return result;
}

describe("a bundle between the trades of an attacker", () => {
  /** With gas for the longer way that another state may take. */
  const ample = ({ tx, gas }: TradeBody) => ({ tx, gas: `${2n * BigInt(gas)}` });

  test.each(
    CASES,
  )("behavior: $verb of $slug on $chainId reverts, and honestly goes through", async (of) => {
    const victim = { ...answered(of), chainId: of.chainId };
    const { guarded, open, edge } = victim;
    const honest = await tried(of.chainId, () => run(victim, guarded));
    expect(honest.status).toBe("success");
    expect(honest.gained).toBe(BigInt(guarded.amountsOut[edge.tokenOut] ?? "0"));
    const sandwiched = await tried(of.chainId, async () => {
      await attack(of);
      return run(victim, ample(guarded));
    });
    expect(sandwiched.status).toBe("reverted");
    // It is the minimum that refuses: without one the same trade goes through, and loses.
    const robbed = await tried(of.chainId, async () => {
      await attack(of);
      return run(victim, ample(open));
    });
    expect(robbed.status).toBe("success");
    expect(robbed.gained).toBeLessThan((honest.gained * 9_950n) / 10_000n);
  }, 120_000);

  test.each(
    WITHDRAWALS,
  )("behavior: withdrawal of $slug reverts where it costs more, spare shares: $spare", async (of) => {
    const answer = withdrawals.get(of);
    if (answer === undefined) throw new Error(`${of.slug} was not answered`);
    const victim = { ...answer, chainId: 1 };
    const spent = async (body: Pick<TradeBody, "tx" | "gas">) => {
      const { status } = await run(victim, body);
      const left = await balanceOf(weir.node(1), victim.edge.tokenIn, safe.address);
      return { status, shares: victim.amountIn - left };
    };
    const honest = await tried(1, () => spent(victim.guarded));
    expect(honest.status).toBe("success");
    const robbing = (body: Pick<TradeBody, "tx" | "gas">) =>
      tried(1, async () => {
        await attack({ chainId: 1, slug: of.slug, verb: "redeem" });
        return spent(body);
      });
    expect((await robbing(ample(victim.guarded))).status).toBe("reverted");
    if (!of.spare) return;
    const robbed = await robbing(ample(victim.open));
    expect(robbed.status).toBe("success");
    expect(robbed.shares).toBeGreaterThan((honest.shares * 10_050n) / 10_000n);
  }, 120_000);
});
