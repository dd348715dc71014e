import { setTimeout as sleep } from "node:timers/promises";
import type { Address } from "viem";
import { ServiceError } from "../../lib/errors.ts";
import { type Changes, type Memory, mergeChanges, type Touched } from "./memory.ts";
import { withReliances } from "./reliances.ts";
import type { Brought, UnreadPools } from "./unread-pools.ts";

/** States in a memory that the tables do not have: each is there for one block. */
export interface Provisional {
  /** By id. */
  readonly ids: ReadonlySet<string>;
  /**
   * Has pools read of the node, until they are in the memory; again where a block came meanwhile.
   * Where blocks come faster than a node answers, the index has them a moment later.
   *
   * @throws {ServiceError} As `UnreadPools.read`; `INDEX_STALE` when neither came in time,
   *   `NO_ROUTE` where all pools of an unknown name have too many ticks.
   */
  bringIn(names: readonly Address[], caller: string | null): Promise<void>;
  /**
   * A memory with what was brought in for its newest block, and without what was for an older one,
   * unless the tables have it by now.
   *
   * @param changes What came from the tables since the memory's last block; null: nothing.
   * @param isMoved Whether the memory's newest block is another than before.
   */
  applyTo(
    memory: Memory,
    on: { readonly changes: Changes | null; readonly isMoved: boolean },
  ): { readonly memory: Memory; readonly touched: Touched };
}

/** Times that a request has pools read, as blocks come meanwhile. */
const MOST_READINGS = 2;
/** Milliseconds that a request then waits for the index, and between two looks at it. */
const INDEX_WAIT_MS = 2_000;
const LOOK_MS = 50;

/** None yet. */
export function createProvisional(on: {
  /** Absent: the tables have all pools. */
  readonly unread: UnreadPools | undefined;
  readonly memory: () => Memory;
  /** Has `applyTo` called, with all changes. */
  readonly refresh: () => Promise<void>;
}): Provisional {
  const ids = new Set<string>();
  const waiting: Brought[] = [];

  /** Those that the tables do not have although the memory has moved on. */
  function outdated(changes: Changes | null): readonly string[] {
    for (const { state } of changes?.states ?? []) ids.delete(state.id);
    const gone = [...ids];
    ids.clear();
    if (gone.length > 0) on.unread?.forget();
    return gone;
  }

  function add(memory: Memory, brought: Brought) {
    const head = memory.heads.at(-1);
    if (head?.hash !== brought.hash) return null;
    const states = brought.states.filter(({ state }) => !memory.states.has(state.id));
    for (const { state } of states) ids.add(state.id);
    const tokens = brought.tokens.filter(({ address }) => !memory.tokens.has(address));
    const { heads, priceFeeds, dataFee } = memory;
    const changes = { heads, priceFeeds, dataFee, states, tokens, ancestorBlock: head.number };
    return mergeChanges(memory, changes);
  }

  return {
    ids,
    async bringIn(names, caller) {
      const { unread } = on;
      if (unread === undefined) return;
      const isKnown = (id: string): boolean => on.memory().states.has(id);
      const isToken = (address: Address): boolean => on.memory().tokens.has(address);
      const refuse = (): void => {
        const refused = unread.refusal(names.filter((name) => !on.memory().tokens.has(name)));
        if (refused !== null) throw refused;
      };
      for (let reading = 1; ; reading++) {
        const head = on.memory().heads.at(-1);
        if (head === undefined) return;
        const counted = reading === 1 ? caller : null;
        const found = await unread.read(names, { head, caller: counted, isKnown, isToken });
        if (found === null) return refuse();
        waiting.push(found);
        await on.refresh();
        const isIn = () => found.states.some(({ state }) => isKnown(state.id));
        if (isIn()) return refuse();
        unread.forget();
        if (reading < MOST_READINGS) continue;
        for (const since = performance.now(); performance.now() - since < INDEX_WAIT_MS; ) {
          await sleep(LOOK_MS);
          await on.refresh();
          if (isIn()) return refuse();
        }
        throw notYet(found.names);
      }
    },
    applyTo(memory, { changes, isMoved }) {
      const touched = { states: new Set<string>(), tokens: new Set<Address>() };
      let after = memory;
      if (isMoved && ids.size > 0) {
        const gone = outdated(changes);
        const left = after.states.with(new Map(gone.map((id) => [id, undefined])));
        const linked = withReliances({ states: left, reliers: after.reliers }, gone);
        after = { ...after, states: linked.states };
        for (const id of [...gone, ...linked.affected]) touched.states.add(id);
      }
      for (const brought of waiting.splice(0)) {
        const merged = add(after, brought);
        if (merged === null) continue;
        after = merged.memory;
        for (const id of merged.touched.states) touched.states.add(id);
        for (const address of merged.touched.tokens) touched.tokens.add(address);
      }
      return { memory: after, touched };
    },
  };
}

function notYet(names: readonly Address[]): ServiceError {
  return new ServiceError(
    "INDEX_STALE",
    `${names.join(", ")} trade in pools that the index begins to follow; try again in a second.`,
    { retryAfterSeconds: 1, data: { addresses: names } },
  );
}
