import type { Logger } from "pino";
import type { Address } from "viem";
import { hourOf } from "../../catalog/hours.ts";
import type { ChainMeter } from "../metrics/metrics.ts";
import { timed } from "../metrics/timed.ts";
import { createProvisional } from "./brought.ts";
import { buildGraph, type Graph, updateGraph, withConnectors } from "./build.ts";
import type { Head } from "./heads.ts";
import { triedAssetOf } from "./issues.ts";
import { type Changes, EMPTY_MEMORY, type Memory, mergeChanges } from "./memory.ts";
import { blockTimeOf } from "./pace.ts";
import type { QualityGate } from "./quality-gate.ts";
import type { Snapshot } from "./snapshot.ts";
import { createTableReader, type PoolCounts, type TableReaderOptions } from "./table-reader.ts";
import { createTokenQueue } from "./token-queue.ts";
import type { UnreadPools } from "./unread-pools.ts";

export interface FeedOptions extends TableReaderOptions {
  readonly quality: QualityGate;
  /**
   * Tokens that routes may pass through besides the chain's own connectors; asked with the first
   * snapshot and that of every other hour. Absent: none.
   */
  readonly chooseConnectors?: (snapshot: Snapshot) => Promise<readonly Address[]>;
  /** Pools that the tables do not have; absent: they have all. */
  readonly unread?: UnreadPools | undefined;
  readonly log: Logger;
  readonly meter?: ChainMeter | undefined;
  /** Called with each new snapshot, after it became the current one. */
  readonly onSnapshot?: (snapshot: Snapshot) => void;
}

/** A graph and the memory it was built from. */
export interface Present {
  readonly memory: Memory;
  readonly graph: Graph;
}

/** Keeps the snapshot of one chain equal to the indexed tables. */
export interface Feed {
  /** The current snapshot; null before the first. */
  snapshot(): Snapshot | null;
  /** The current snapshot's graph with the memory it was built from; null before the first. */
  present(): Present | null;
  /** The indexed chain up to the current snapshot's block, ascending; empty before the first. */
  heads(): readonly Head[];
  /**
   * Sees to it that tokens are decided on, and their pools in the graph: those that wait for their
   * trial have it now, and pools that the tables do not have are read of the node. Resolves when
   * the snapshot has what passed; rejects when the node or the tables cannot be reached.
   *
   * @param caller Who names them; null: the service itself.
   * @throws {ServiceError} As `UnreadPools.read`.
   */
  admit(tokens: Iterable<Address>, caller: string | null): Promise<void>;
  /** How many pools are in the current snapshot's memory. */
  pools(): PoolCounts;
  /** Brings the snapshot up to date; resolves when it is, rejects with why it could not be. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Milliseconds between two looks at the newest head. Ponder sends no notification when it rolls
 * back.
 */
const LOOK_INTERVAL_MS = 500;
/**
 * Milliseconds that the first snapshot waits for tokens besides the connectors, and that a new
 * block waits for the tokens that it brought.
 */
const FIRST_WAIT_MS = 5_000;
const BRIEF_WAIT_MS = 500;
/**
 * Milliseconds between two looks for old verdicts, and how many tokens are tried again at a time.
 */
const RENEW_INTERVAL_MS = 600_000;
const RENEWED_TOKENS = 24;
/** Longest time between two looks at a chain that makes several blocks in a second. */
const LONGEST_REST_MS = 1_000;
/** Milliseconds before another try to listen. */
const LISTEN_RETRY_MS = 5_000;

/**
 * Starts following the indexed tables of one chain.
 *
 * Each look reads the newest head; when it is not the own one, heads and all rows that changed
 * since the common ancestor are read in one transaction and merged, and the next snapshot takes the
 * place of the last in one assignment. Looks never overlap. A failed look changes nothing; the next
 * one starts where the last good one ended.
 */
export function startFeed(options: FeedOptions): Feed {
  const { chain, store, quality, log, meter } = options;
  const reader = createTableReader(options);
  let memory: Memory = EMPTY_MEMORY;
  let graph: Graph | null = null;
  let published: Memory = EMPTY_MEMORY;
  /** What changed in memory and in verdicts since `graph` was built. */
  const touchedStates = new Set<string>();
  const touchedTokens = new Set<Address>();
  const provisional = createProvisional({ unread: options.unread, memory: () => memory, refresh });
  const newestOwn = (): number => memory.heads.at(-1)?.number ?? 0;
  const assetOf = (token: Address) => triedAssetOf(memory.states, token);
  const queue = createTokenQueue(quality, { newestBlock: newestOwn, assetOf, log });

  async function look(): Promise<void> {
    if (reader.isOld()) {
      for (const id of memory.states.keys()) touchedStates.add(id);
      memory = EMPTY_MEMORY;
    }
    const before = memory.heads.at(-1);
    const changes = await reader.read(memory, provisional.ids);
    if (changes !== null) {
      noteReorg(changes);
      take(mergeChanges(memory, changes));
    }
    const head = memory.heads.at(-1);
    if (head === undefined) return;
    take(provisional.applyTo(memory, { changes, isMoved: head.hash !== before?.hash }));
    // Every price and most routes hang on the connectors; the first snapshot waits for them alone.
    if (graph === null) await queue.decide([...chain.connectors, ...chain.usdAnchors]);
    await queue.goOn(graph === null ? FIRST_WAIT_MS : BRIEF_WAIT_MS, wake);
    for (const address of queue.takeChanged()) touchedTokens.add(address);
    await publish(head);
  }

  function take({ memory: after, touched }: ReturnType<typeof mergeChanges>): void {
    memory = after;
    for (const id of touched.states) touchedStates.add(id);
    for (const address of touched.tokens) touchedTokens.add(address);
    queue.add(memory, touched.states);
  }

  function noteReorg({ ancestorBlock, heads }: Changes): void {
    const last = memory.heads.at(-1);
    if (last === undefined || ancestorBlock >= last.number) return;
    if (ancestorBlock < 0) {
      log.warn({ block: last.number }, "no block is common with the index: all rows are read");
      meter?.reloaded();
    }
    // Whoever was away for longer than the window of heads has missed blocks, not lost them.
    if ((heads[0]?.number ?? 0) > last.number) return;
    const blocks = last.number - ancestorBlock;
    log.info({ from: last.number, to: ancestorBlock, blocks }, "the indexed chain went back");
    meter?.reorganised(blocks);
  }

  async function publish(head: Head): Promise<void> {
    const unchanged = touchedStates.size === 0 && touchedTokens.size === 0;
    if (graph?.snapshot.block.hash === head.hash && unchanged) return;
    const input = { chain, memory, head, accepts: quality.accepts };
    const touched = { states: touchedStates, tokens: touchedTokens };
    const old = graph;
    const built = timed(meter?.snapshotBuilt, () =>
      old === null ? buildGraph(input) : updateGraph(old, input, touched),
    );
    touchedStates.clear();
    touchedTokens.clear();
    const next = await connected(built, hourOf(BigInt(head.timestamp)));
    graph = next;
    published = input.memory;
    options.onSnapshot?.(next.snapshot);
  }

  /** A graph with the connectors of its hour; with those of before where they cannot be had. */
  async function connected(built: Graph, hour: number): Promise<Graph> {
    if (options.chooseConnectors === undefined || hour === chosenHour) return built;
    try {
      const chosen = await options.chooseConnectors(built.snapshot);
      chosenHour = hour;
      return withConnectors(built, chosen);
    } catch (error) {
      log.warn({ err: error }, "the connectors of the hour cannot be read; those of before stay");
      return built;
    }
  }

  /** Whose connectors the graph has. */
  let chosenHour: number | null = null;
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;
  /** When the blocks of a batch are complete, in milliseconds of `performance.now`. */
  let restsUntilMs = 0;
  function refresh(): Promise<void> {
    again = true;
    running ??= (async () => {
      try {
        while (again && !closed) {
          again = false;
          const startedAtMs = performance.now();
          await look();
          restsUntilMs = performance.now() + restMs(performance.now() - startedAtMs);
        }
      } finally {
        running = null;
      }
    })();
    return running;
  }

  /**
   * How long to let blocks gather after a look: where several come in a second, as long as the look
   * took, so that looks take half of the time at most, and a batch is never of more than a second.
   */
  function restMs(lookMs: number): number {
    return blockTimeOf(memory.heads, chain) < 1 ? Math.min(lookMs, LONGEST_REST_MS) : 0;
  }

  async function admit(tokens: Iterable<Address>, caller: string | null): Promise<void> {
    if (await reader.want([...tokens], memory)) await refresh();
    await provisional.bringIn([...tokens], caller);
    const missing = [...tokens].filter((token) => graph?.snapshot.tokens.has(token) !== true);
    if (missing.length === 0 || queue.rests()) return;
    await queue.decide(missing);
    const decided = missing.some((token) => quality.accepts(token));
    if (decided && graph !== null) await refresh();
  }

  /** Queues some tokens of the graph whose verdicts are old. */
  async function renew(): Promise<void> {
    const mentions = graph?.parts.mentions;
    for (const token of await quality.old(RENEWED_TOKENS)) {
      const states = mentions?.get(token);
      if (states !== undefined) queue.renew(token, states.slice(0, RENEWED_TOKENS));
    }
  }

  let failure: string | null = null;
  let restTimer: NodeJS.Timeout | null = null;
  function wake(): void {
    if (closed || restTimer !== null) return;
    const restsMs = restsUntilMs - performance.now();
    if (restsMs > 0) {
      restTimer = setTimeout(() => {
        restTimer = null;
        wake();
      }, restsMs);
      return;
    }
    refresh().then(
      () => {
        if (failure !== null) log.info("the index can be read again");
        failure = null;
      },
      (error: unknown) => {
        // The indexer has not begun yet.
        if (isMissingTable(error)) return;
        const message = error instanceof Error ? error.message : String(error);
        if (!closed && message !== failure) log.warn({ err: error }, "the index cannot be read");
        failure = message;
      },
    );
  }

  let stopListening: (() => Promise<void>) | null = null;
  let listenTimer: NodeJS.Timeout | null = null;
  const listening = listen();
  async function listen(): Promise<void> {
    try {
      stopListening = await store.listen(wake);
    } catch (error) {
      log.warn({ err: error }, "cannot listen for blocks; the timer finds them");
      if (!closed) listenTimer = setTimeout(listen, LISTEN_RETRY_MS);
    }
  }
  const timer = setInterval(wake, LOOK_INTERVAL_MS);
  const renewTimer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, "old verdicts cannot be read"));
  }, RENEW_INTERVAL_MS);
  wake();

  return {
    snapshot: () => graph?.snapshot ?? null,
    present: () => graph && { memory: published, graph },
    heads: () => published.heads,
    admit,
    pools: () => reader.counts(published),
    refresh,
    async close() {
      closed = true;
      clearInterval(timer);
      clearInterval(renewTimer);
      if (restTimer !== null) clearTimeout(restTimer);
      if (listenTimer !== null) clearTimeout(listenTimer);
      await listening;
      await stopListening?.();
      // What a look under way fails with no longer matters.
      await Promise.allSettled([running]);
    },
  };
}

/** @see https://www.postgresql.org/docs/17/errcodes-appendix.html */
function isMissingTable(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "42P01";
}
