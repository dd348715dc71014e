import type { Address } from "viem";
import { type CompiledBundle, compileBundle } from "../../../src/api/bundle/compile.ts";
import { parseBundle } from "../../../src/api/bundle/parse.ts";
import { statesOf } from "../../../src/api/bundle/states.ts";
import { VERBS } from "../../../src/api/bundle/verbs/index.ts";
import type { HeldState } from "../../../src/api/graph/memory.ts";
import type { Snapshot } from "../../../src/api/graph/snapshot.ts";
import { coreWalletAccount, delegateAccount } from "../../../src/api/program/execution.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { min } from "../../../src/lib/math.ts";
import { PROTOCOLS } from "../../../src/protocols/index.ts";
import type { Edge, PoolState, Protocol } from "../../../src/protocols/protocol.ts";
import { uniswapV2 } from "../../../src/protocols/uniswap-v2/index.ts";
import type { UniswapV2Pool } from "../../../src/protocols/uniswap-v2/pool.ts";
import { ALICE, BOB, WETH } from "../fixture/market.ts";
import { addressOf, snapshotOf } from "../router/market.ts";

/** What every token has enough of and a program can still demand. */
const LARGEST = 10n ** 24n;
/** A token that pairs trade for what the states take. */
const START = addressOf("token", 7);

/** One action of one family that its sample states offer. */
export interface Case {
  readonly family: string;
  readonly snapshot: Snapshot;
  readonly slug: string;
  readonly verb: "deposit" | "redeem" | "swap" | "apiswap" | "route" | "withdraw";
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  /** Largest amount: of tokenIn, or, of a withdrawal, of tokenOut. */
  readonly most: bigint;
  /** What the edge gives, which is all of the action; null: others are part of it. */
  readonly quote: ((amountIn: bigint) => bigint | null) | null;
}

function pairWith(token: Address, n: number): HeldState {
  const [token0, token1] = token < START ? [token, START] : [START, token];
  const address = addressOf("pool", n);
  const reserves = { reserve0: 10n ** 24n, reserve1: 10n ** 24n };
  const named = { id: address, slug: "uniswap-v2", updatedBlock: 0, address, token0, token1 };
  const state: UniswapV2Pool = { ...named, ...reserves, feePips: 3_000, liquidity: null };
  return { protocol: uniswapV2, state };
}

/** A snapshot of one state, and of pairs that lead to what it takes. */
function snapshotWith(protocol: Protocol, state: PoolState): Snapshot {
  const edges = protocol.edges(state);
  const named = [START, WETH, ...edges.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut])];
  const tokens = [...new Set(named)].filter((token) => token !== NATIVE);
  const taken = new Set(edges.map(({ tokenIn }) => (tokenIn === NATIVE ? WETH : tokenIn)));
  const pairs = [...taken].map(pairWith);
  return snapshotOf([{ protocol, state }, ...pairs], {
    tokens: tokens.map((address, n) => ({ address, symbol: `T${n}`, decimals: 18 })),
    ...{ wrappedNative: WETH, usdAnchors: [START], connectors: [START] },
  });
}

/** Every edge as the actions that take it, alone or behind a pair, and every withdrawal. */
function casesOf(protocol: Protocol, state: PoolState): readonly Case[] {
  const snapshot = snapshotWith(protocol, state);
  const of = { family: protocol.family, snapshot, slug: state.slug };
  const listed = [...snapshot.edges.values()].flat().filter((edge) => edge.state.id === state.id);
  const ofEdge = (edge: Edge): readonly Case[] => {
    const { tokenIn, tokenOut } = edge;
    const most = min(protocol.maxIn(state, edge, snapshot.next), LARGEST);
    if (most === 0n) return [];
    const quote = (amountIn: bigint) => {
      const quoted = protocol.quote(state, edge, amountIn, snapshot.next);
      return quoted.ok ? quoted.amountOut : null;
    };
    const alone = { ...of, tokenIn, tokenOut, most };
    const verbs =
      edge.action === "swap" ? (["swap", "apiswap", "route"] as const) : ([edge.action] as const);
    const direct = verbs.map((verb): Case => {
      const isOnly = verb === "deposit" || verb === "redeem";
      return { ...alone, verb, quote: isOnly ? quote : null };
    });
    const routed = { ...alone, slug: "core", verb: "route", quote: null } as const;
    return [...direct, routed, { ...routed, tokenIn: START, most: LARGEST }];
  };
  const offers = listed.length > 0 ? protocol.accountActions?.(state) : [];
  const withdrawals = (offers ?? []).flatMap(({ verb, tokenIn, tokensOut }): readonly Case[] =>
    verb !== "withdraw" || tokenIn === null
      ? []
      : tokensOut.map((tokenOut) => ({
          ...{
            ...of,
            verb,
            tokenIn,
            tokenOut,
            most: LARGEST,
            quote: (amount: bigint) => amount,
          },
        })),
  );
  return [...listed.flatMap(ofEdge), ...withdrawals];
}

/** The actions of every sample state of every family. */
export async function allCases(): Promise<readonly Case[]> {
  const cases = await Promise.all(
    PROTOCOLS.map(async (protocol) => {
      const module: { samples: readonly PoolState[] } = await import(
        `../../protocols/${protocol.family}/sample.ts`
      );
      return module.samples.flatMap((state) => casesOf(protocol, state));
    }),
  );
  return cases.flat().filter(({ tokenIn, tokenOut }) => tokenIn !== tokenOut);
}

/** What is asked of a case. */
export interface Asked {
  readonly amount: bigint;
  readonly limit: { readonly slippage: number } | { readonly minAmountOut: string } | object;
  readonly estimates: ReadonlyMap<string, bigint>;
  readonly strategy: "delegate" | "corewallet";
  readonly refundReceiver: Address;
}

/** Compiles a bundle of one case, its minimums demanded. */
export function compileCase(of: Case, asked: Asked): Promise<CompiledBundle> {
  const { snapshot, slug, verb, tokenIn, tokenOut } = of;
  const named = verb === "withdraw" ? "amountOut" : "amountIn";
  const position = (key: Address) => {
    const { address, id } = snapshot.positions.get(key)?.position ?? { address: key, id: null };
    return id === null ? address : `1:${address}:${id}`;
  };
  const assets = { tokenIn: position(tokenIn), tokenOut: position(tokenOut) };
  const args = { ...assets, [named]: asked.amount.toString(), ...asked.limit };
  const offers = new Map([[slug, new Set(VERBS.map(({ name }) => name))]]);
  const actions = parseBundle([{ protocol: slug, action: verb, args }], { chainId: 1, offers });
  const { strategy, estimates, refundReceiver } = asked;
  const request = {
    chainId: 1,
    fromAddress: ALICE,
    receiver: null,
    spender: ALICE,
    actions,
    deadline: null,
  };
  const account = strategy === "delegate" ? delegateAccount(ALICE) : coreWalletAccount(ALICE, true);
  return compileBundle(
    {
      ...{ snapshot, states: statesOf(snapshot), estimates, permit2: BOB, minimums: "slippage" },
      request: { ...request, strategy, refundReceiver },
      gasPriceIn: () => ({ numerator: 0n, denominator: 1n }),
    },
    { account, funding: new Map(), swept: [], reports: "none" },
  );
}
