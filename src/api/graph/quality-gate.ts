import { and, eq, inArray } from "drizzle-orm";
import type { Logger } from "pino";
import { type Address, type Hex, isAddress, isHex, type PublicClient } from "viem";
import type { Store } from "../../catalog/database.ts";
import { pool } from "../../catalog/schema.ts";
import { lower, NATIVE } from "../../lib/address.ts";
import type { Chain } from "../../lib/chain.ts";
import type { Verdict } from "./quality.ts";
import { type Candidate, runTrials } from "./trials.ts";

/** Ids of liquid states that trade a token, by token. */
export type LiquidStates = ReadonlyMap<Address, readonly string[]>;

/** Decides which tokens may enter the graph, and remembers it. */
export interface QualityGate {
  /** Whether the token passed. False while it was not checked. */
  accepts(token: Address): boolean;
  /**
   * Checks tokens on the state of one block. Rejects when the node cannot be reached, and then
   * nothing is decided.
   *
   * @returns Tokens that passed, and those that the node refused to simulate, which stay undecided.
   */
  check(
    tokens: LiquidStates,
    blockNumber: number,
  ): Promise<{ readonly passed: ReadonlySet<Address>; readonly refused: ReadonlySet<Address> }>;
}

/** Ids per query, well below what one statement may bind. */
const IDS_PER_QUERY = 1_000;

/**
 * The gate of one chain. The native token and its wrapper are trusted by configuration; every other
 * token has to pass `runTrials`. A pass is final for the process, since it is a fact about code; a
 * failure stands until the token is checked again. Every transaction is simulated before it is
 * returned, which guards against tokens that change.
 */
export function createQualityGate({
  chain,
  store,
  client,
  log,
}: {
  readonly chain: Chain;
  readonly store: Store;
  readonly client: PublicClient;
  readonly log: Logger;
}): QualityGate {
  const verdicts = new Map<Address, Verdict>([
    [NATIVE, { ok: true }],
    [chain.wrappedNative, { ok: true }],
  ]);
  return {
    accepts: (token) => verdicts.get(token)?.ok === true,
    async check(tokens, blockNumber) {
      const candidates = await findHolders(store, { chainId: chain.chainId, tokens });
      const outcome = await runTrials(client, candidates, BigInt(blockNumber));
      const passed = new Set<Address>();
      for (const [token, verdict] of outcome.verdicts) {
        verdicts.set(token, verdict);
        if (verdict.ok) passed.add(token);
        else log.info({ token, reason: verdict.reason }, "token is left out");
      }
      for (const [token, error] of outcome.refusals) {
        log.warn({ token, err: error }, "token could not be simulated and is left out for now");
      }
      return { passed, refused: new Set(outcome.refusals.keys()) };
    },
  };
}

/**
 * The accounts behind the states: a pool's own contract, or the singleton that holds its tokens.
 */
async function findHolders(
  store: Store,
  { chainId, tokens }: { readonly chainId: number; readonly tokens: LiquidStates },
): Promise<readonly Candidate[]> {
  const ids = [...new Set([...tokens.values()].flat())].filter((id): id is Hex => isHex(id));
  const addresses = new Map<string, Address>();
  await store.snapshot(async (db) => {
    for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
      const rows = await db
        .select({ id: pool.id, address: pool.address })
        .from(pool)
        .where(and(eq(pool.chainId, chainId), inArray(pool.id, ids.slice(at, at + IDS_PER_QUERY))));
      for (const { id, address } of rows) addresses.set(id, address);
    }
  });
  const holderOf = (id: string) =>
    addresses.get(id) ?? (isAddress(id, { strict: false }) ? lower(id) : null);
  return [...tokens].map(([token, states]) => ({
    token,
    holders: states
      .map(holderOf)
      .filter((holder): holder is Address => holder !== null && holder !== token),
  }));
}
