import { type Address, hexToBigInt, slice } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../src/api/graph/snapshot.ts";
import { encodeArguments } from "../../src/api/program/call-data.ts";
import { NATIVE } from "../../src/lib/address.ts";
import type { Position } from "../../src/protocols/position.ts";
import { createRandom } from "../api/router/market.ts";
import { gainOf, mined, sendAnswer } from "../harness/execution.ts";
import { createSafe } from "../harness/safe.ts";
import type { DevnetClient, RunningService } from "../harness/service.ts";
import { sharedService } from "../harness/shared-service.ts";
import { campaignSeed, sized } from "../harness/size.ts";
import { approveExactly, ask, positionName, shown, type TradeBody } from "../harness/trading.ts";

const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
const RECEIVER: Address = "0x00000000000000000000000000000000000b0b00";
/** Routed and executed pairs, each after its tokenIn was acquired by a route too. */
const PAIRS = sized({ always: 24, nightly: 60 });
const DEPOSITS = sized({ always: 12, nightly: 40 });
const SEED = campaignSeed(40);

/** Families by the kind of token that they issue; what nobody issues is `base`. */
const KIND_OF_FAMILY: Readonly<Record<string, string>> = {
  "uniswap-v2": "liquidity",
  "balancer-v2": "liquidity",
  "balancer-v3": "liquidity",
  "curve-stableswap": "liquidity",
  erc4626: "vault",
  "aave-v3": "lending",
  "compound-v2": "lending",
  "compound-v3": "lending",
  lido: "staking",
  "rocket-pool": "staking",
  "staking-tokens": "staking",
  "curve-gauge": "staking",
};
const KINDS = ["native", "base", "liquidity", "vault", "lending", "staking"] as const;
type Kind = (typeof KINDS)[number];

let weir: RunningService;
let node: DevnetClient;
let accounts = 0;

beforeAll(async () => {
  weir = await sharedService();
  node = weir.node(1);
  await node.setBalance({ address: SENDER, value: 10n ** 26n });
}, 300_000);

const snapshot = (): Snapshot => weir.service(1).snapshot();

/** Tokens of each kind with a way in, in a fixed order; base tokens are the connectors. */
function tokensByKind(): ReadonlyMap<Kind, readonly Address[]> {
  const { defiTokens, tokens, connectors, edges } = snapshot();
  const byKind = new Map<Kind, Address[]>(KINDS.map((kind) => [kind, []]));
  byKind.get("native")?.push(NATIVE);
  byKind.get("base")?.push(...[...connectors].filter((token) => !defiTokens.has(token)));
  const enterable = new Set([...edges.values()].flat().map((edge) => edge.tokenOut));
  for (const [address, { protocol, token }] of defiTokens) {
    const kind = KIND_OF_FAMILY[protocol.family];
    const near = (underlying: Address) => underlying === NATIVE || connectors.has(underlying);
    const isNear = token.underlyingTokens.some(near);
    if (!tokens.has(address) || !enterable.has(address) || !isNear) continue;
    byKind.get(kind as Kind)?.push(address);
  }
  return byKind;
}

/** Sends what a route answered and waits for its block; the receipt has to be a success. */
async function send(body: TradeBody): Promise<void> {
  await mined(weir, await sendAnswer(node, body));
}

/**
 * An account with native currency that nobody used: what it had before would earn interest in the
 * very block of a trade.
 */
async function freshAccount(): Promise<Address> {
  accounts += 1;
  const account: Address = `0x${accounts.toString(16).padStart(40, "a")}`;
  await node.setBalance({ address: account, value: 10n ** 24n });
  return account;
}

/** Buys about `wei` worth of a token for an account by a route. */
async function acquire(owner: Address, token: Address, wei: bigint): Promise<bigint> {
  if (token === NATIVE) return wei;
  const query = { fromAddress: owner, tokenIn: NATIVE, tokenOut: token, amountIn: `${wei}` };
  const answer = await ask(weir, "route", query);
  expect(answer.status, `${token} from native: ${shown(answer)}`).toBe(200);
  const gained = await gainOf(node, { token, owner }, () => send(answer.body));
  expect(gained, `${token} from native: ${shown(answer)}`).toBe(BigInt(answer.body.amountOut));
  return gained;
}

/**
 * Asks and executes a route of a fresh account's tokens; what arrives at another one is what was
 * answered.
 */
async function trade(tokenIn: Address, tokenOut: Address, wei: bigint): Promise<TradeBody> {
  const [owner, receiver] = [await freshAccount(), await freshAccount()];
  const amountIn = await acquire(owner, tokenIn, wei);
  const query = { fromAddress: owner, receiver, tokenIn, tokenOut };
  const asked = { ...query, amountIn: `${amountIn}` };
  const quote = await ask(weir, "quote", asked);
  const route = await ask(weir, "route", asked);
  expect(route.status, `${tokenIn} to ${tokenOut}: ${shown(route)}`).toBe(200);
  expect(quote.body.amountOut).toBe(route.body.amountOut);
  if (tokenIn !== NATIVE) {
    const spender = route.body.tx.to;
    await approveExactly(node, { owner, token: tokenIn, spender, amount: amountIn });
  }
  const bought = { token: tokenOut, owner: receiver };
  const gained = await gainOf(node, bought, () => send(route.body));
  expect(gained, `${tokenIn} to ${tokenOut}: ${shown(route)}`).toBe(BigInt(route.body.amountOut));
  return route.body;
}

describe("routes between tokens of every kind", () => {
  test(`default: ${PAIRS} pairs over all kinds, executed to the wei, seed ${SEED}`, async () => {
    const random = createRandom(SEED + 20);
    const byKind = tokensByKind();
    const pick = (kind: Kind): Address => {
      const tokens = byKind.get(kind) ?? [];
      const token = tokens[Math.floor(random() * tokens.length)];
      if (token === undefined) throw new Error(`the devnet lists no token of kind ${kind}`);
      return token;
    };
    const kindPairs = KINDS.flatMap((from) => KINDS.map((to) => [from, to] as const)).filter(
      ([from, to]) => from !== "native" || to !== "native",
    );
    const actions = new Map<string, number>();
    for (let i = 0; i < PAIRS; i++) {
      const [from, to] = kindPairs[i % kindPairs.length] ?? ["native", "base"];
      const [tokenIn, tokenOut] = [pick(from), pick(to)];
      if (tokenIn === tokenOut) {
        i -= 1;
        continue;
      }
      const wei = BigInt(Math.floor(1e16 * 10 ** (2 * random())));
      const body = await trade(tokenIn, tokenOut, wei);
      for (const { action } of body.route) actions.set(action, (actions.get(action) ?? 0) + 1);
    }
    console.log(`${PAIRS} pairs; steps ${JSON.stringify(Object.fromEntries(actions))}`);
    for (const action of ["swap", "deposit", "redeem"])
      expect(actions.get(action)).toBeGreaterThan(5);
  }, 600_000);
});

/** Shares of a position. */
async function sharesOf({ shares }: Position, account: Address): Promise<bigint> {
  const accounts = { recipient: account, caller: account, amounts: 0 };
  const { data } = encodeArguments(shares.function, shares.args, accounts);
  const result = await node.call({ to: shares.target, data });
  return hexToBigInt(slice(result.data ?? "0x", 32 * shares.word, 32 * (shares.word + 1)));
}

describe("deposits into positions", () => {
  test(`default: ${DEPOSITS} deposits credit the shares that were answered, seed ${SEED}`, async () => {
    const random = createRandom(SEED);
    const safe = await createSafe(weir, SENDER);
    await node.setBalance({ address: safe.address, value: 10n ** 24n });
    const listed = [...snapshot().positions.values()].map(({ position }) => position);
    const bases = [NATIVE, ...snapshot().connectors];
    const protocols = new Set<string>();
    const refused = 0;
    for (let done = 0; done < DEPOSITS; ) {
      const position = listed[(done + refused) % listed.length];
      if (position === undefined) throw new Error("the devnet has no positions");
      const byRouter = position.credits === "anyone" && done % 2 === 0;
      const tokenIn = byRouter ? (bases[Math.floor(random() * bases.length)] ?? NATIVE) : NATIVE;
      const wei = BigInt(Math.floor(1e16 * 10 ** (2 * random())));
      const amountIn = byRouter ? await acquire(SENDER, tokenIn, wei) : wei;
      const [fromAddress, receiver] = byRouter
        ? [SENDER, RECEIVER]
        : [safe.address, position.credits === "anyone" ? RECEIVER : safe.address];
      const answer = await ask(weir, "route/nontokenized", {
        ...{ fromAddress, receiver, tokenIn, amountIn: `${amountIn}` },
        positionOut: positionName(position),
        routingStrategy: byRouter ? "router" : "delegate",
      });
      expect(answer.status, `${position.address} ${position.id}: ${shown(answer)}`).toBe(200);
      const { body } = answer;
      if (byRouter && tokenIn !== NATIVE) {
        const spender = body.tx.to;
        await approveExactly(node, { owner: SENDER, token: tokenIn, spender, amount: amountIn });
      }
      const before = await sharesOf(position, receiver);
      if (byRouter) await send(body);
      else await mined(weir, await safe.delegateCall(body.tx, BigInt(body.gas)));
      const credited = (await sharesOf(position, receiver)) - before;
      expect(credited, `${position.address} ${position.id}: ${shown(answer)}`).toBe(
        BigInt(body.amountOut),
      );
      const last = body.route.at(-1);
      expect(last).toMatchObject({ action: "deposit", primary: position.primaryAddress });
      protocols.add(last?.protocol ?? "");
      done += 1;
    }
    console.log(`${DEPOSITS} deposits into ${[...protocols].join(", ")}`);
    expect(protocols.size).toBeGreaterThan(2);
  }, 600_000);
});
