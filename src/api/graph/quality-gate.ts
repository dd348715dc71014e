import { and, eq, inArray, min, ne } from "drizzle-orm";
import type { Logger } from "pino";
import { type Address, type Hex, isAddress, isHex, type PublicClient } from "viem";
import type { Store } from "../../catalog/database.ts";
import { pool, poolToken } from "../../catalog/schema.ts";
import { lower, NATIVE } from "../../lib/address.ts";
import type { Chain } from "../../lib/chain.ts";
import type { Verdict } from "./quality.ts";
import type { StoredVerdicts } from "./stored-verdicts.ts";
import {
  type Candidate,
  type Issuance,
  NO_HOLDER,
  runTrials,
  type TrialOutcome,
} from "./trials.ts";

/** Ids of liquid states that trade a token, by token. */
export type LiquidStates = ReadonlyMap<Address, readonly string[]>;

/** What a check changed. */
export interface GateOutcome {
  /** Tokens that are accepted now and were not, or no longer are. */
  readonly changed: ReadonlySet<Address>;
  /** Those that the node refused to simulate, which stay undecided. */
  readonly refused: ReadonlySet<Address>;
}

/** Decides which tokens may enter the graph, and remembers it. */
export interface QualityGate {
  /** Whether the token passed. False while it was not checked. */
  accepts(token: Address): boolean;
  /**
   * Decides on tokens: by what is stored of those that are new to the process, or else by trials on
   * the state of one block. Rejects when the node cannot be reached, and then nothing is decided.
   *
   * @param issued Tokens of anybody's code that their own contract issues, with the asset that it
   *   issues them for; absent: none.
   */
  check(
    tokens: LiquidStates,
    blockNumber: number,
    issued?: ReadonlyMap<Address, Address>,
  ): Promise<GateOutcome>;
  /** Some tokens whose stored verdict is old, so that `check` tries them again. */
  old(limit: number): Promise<readonly Address[]>;
}

/** Ids per query, well below what one statement may bind. */
const IDS_PER_QUERY = 1_000;
/** Pools of an asset that may lend some of it to a trial. */
const POOLS_PER_ASSET = 6;

/**
 * The gate of one chain. The native token and its wrapper are trusted by configuration; every other
 * token has to pass `runTrials`, here or in another process before. A verdict stands until the
 * token is checked again. Every transaction is simulated before it is returned, which guards
 * against tokens that change.
 *
 * @param stored Where verdicts are kept; absent: in memory alone.
 */
export function createQualityGate({
  chain,
  store,
  client,
  log,
  stored,
}: {
  readonly chain: Chain;
  readonly store: Store;
  readonly client: PublicClient;
  readonly log: Logger;
  readonly stored?: StoredVerdicts | undefined;
}): QualityGate {
  const verdicts = new Map<Address, Verdict>([
    [NATIVE, { ok: true }],
    [chain.wrappedNative, { ok: true }],
  ]);
  const accepts = (token: Address): boolean => verdicts.get(token)?.ok === true;

  /** Notes verdicts, and which tokens they change. */
  function decide(found: ReadonlyMap<Address, Verdict>, changed: Set<Address>): void {
    for (const [token, verdict] of found) {
      if (accepts(token) !== verdict.ok) changed.add(token);
      verdicts.set(token, verdict);
      if (!verdict.ok) log.info({ token, reason: verdict.reason }, "token is left out");
    }
  }

  async function keep(found: TrialOutcome["verdicts"], blockNumber: number): Promise<void> {
    const facts = [...found].filter(([, verdict]) => verdict.ok || verdict.reason !== NO_HOLDER);
    await stored?.write(new Map(facts), blockNumber).catch((error: unknown) => {
      // The next process tries the tokens again.
      log.warn({ err: error }, "verdicts on tokens cannot be stored");
    });
  }

  return {
    accepts,
    async check(tokens, blockNumber, issued = new Map()) {
      const changed = new Set<Address>();
      const unknown = [...tokens.keys()].filter((token) => !verdicts.has(token));
      const known = (await stored?.read(unknown)) ?? new Map<Address, Verdict>();
      decide(known, changed);
      const untried = new Map([...tokens].filter(([token]) => !known.has(token)));
      if (untried.size === 0) return { changed, refused: new Set() };
      const { chainId } = chain;
      const [held, issuances] = await Promise.all([
        findHolders(store, { chainId, tokens: untried }),
        findAssets(store, { chainId, issued: [...issued].filter(([token]) => untried.has(token)) }),
      ]);
      const candidates = held.map((candidate): Candidate => {
        const by = issuances.get(candidate.token);
        return by === undefined ? candidate : { ...candidate, issued: by };
      });
      const outcome = await runTrials(client, candidates, BigInt(blockNumber));
      decide(outcome.verdicts, changed);
      void keep(outcome.verdicts, blockNumber);
      for (const [token, error] of outcome.refusals) {
        log.warn({ token, err: error }, "token could not be simulated and is left out for now");
      }
      return { changed, refused: new Set(outcome.refusals.keys()) };
    },
    old: async (limit) => (await stored?.old(limit)) ?? [],
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

/** Pools that trade what tokens are issued for, the oldest first, by token. */
async function findAssets(
  store: Store,
  {
    chainId,
    issued,
  }: { readonly chainId: number; readonly issued: readonly (readonly [Address, Address])[] },
): Promise<ReadonlyMap<Address, Issuance>> {
  const found = new Map<Address, Issuance>();
  for (const [token, asset] of issued) {
    const rows = await store.snapshot((db) =>
      db
        .select({ address: pool.address })
        .from(poolToken)
        .innerJoin(pool, and(eq(pool.chainId, poolToken.chainId), eq(pool.id, poolToken.poolId)))
        .where(
          and(eq(poolToken.chainId, chainId), eq(poolToken.token, asset), ne(pool.address, token)),
        )
        .groupBy(pool.address)
        .orderBy(min(pool.createdBlock), pool.address)
        .limit(POOLS_PER_ASSET - 1),
    );
    // Where no other has any, the contract itself may have what it was paid.
    found.set(token, { asset, holders: [...rows.map(({ address }) => address), token] });
  }
  return found;
}
