/** What a caller used in his window, by all processes as far as it is known here. */
export interface Used {
  /** Cost units. */
  readonly consumed: number;
  /** Milliseconds to the end of the window. */
  readonly msLeft: number;
}

/** Counts what callers use, and settles it with the other processes now and then. */
export interface Tabs {
  consume(id: string, cost: number): Promise<Used>;
  /** Drops those whose window is over. */
  forget(): void;
  /** Settles all of them. */
  close(): Promise<void>;
}

/** A caller's tab in this process. */
interface Tab {
  /** Of the window, as last settled, and what is being settled. */
  settled: number;
  /** Used since then. */
  open: number;
  /** Of the window, by `performance.now()`. */
  endsAt: number;
  timer: NodeJS.Timeout | null;
}

/** Part of the quota that a process may let a caller use before the others know. */
const MOST_OPEN = 0.01;
/** Part of the quota above which every request is settled before it is answered. */
const NEAR = 0.9;
/** Longest time, in milliseconds, that what was used stays unknown to the others. */
const SETTLE_MS = 200;

/**
 * Tabs of callers with one quota. Settling a request costs as much as a tenth of a quote, so up to
 * a hundredth of the quota is let through before the others hear of it, by each process: together
 * they let a caller have so much more than his quota at most. Whoever has used nine tenths of it,
 * or whose quota is so small that a request is more than a hundredth, is settled with every
 * request.
 *
 * @param settle Adds to the shared count of a window, and tells it. Does not fail.
 */
export function createTabs(
  quota: number,
  settle: (id: string, cost: number) => Promise<Used>,
): Tabs {
  const tabs = new Map<string, Tab>();

  async function settleAll(id: string, cost: number): Promise<Used> {
    const tab = tabs.get(id) ?? { settled: 0, open: 0, endsAt: 0, timer: null };
    tabs.set(id, tab);
    const all = tab.open + cost;
    if (tab.timer !== null) clearTimeout(tab.timer);
    tab.timer = null;
    tab.open = 0;
    tab.settled += all;
    const { endsAt } = tab;
    const used = await settle(id, all);
    const isSameWindow = tab.endsAt === endsAt && performance.now() < endsAt;
    // Answers may come in another order than they were asked for.
    tab.settled = isSameWindow ? Math.max(tab.settled, used.consumed) : used.consumed;
    if (!isSameWindow) tab.endsAt = performance.now() + used.msLeft;
    return used;
  }

  function add(tab: Tab, id: string, cost: number): void {
    tab.open += cost;
    tab.timer ??= setTimeout(() => void settleAll(id, 0), SETTLE_MS);
  }

  return {
    async consume(id, cost) {
      const tab = tabs.get(id);
      const now = performance.now();
      if (tab === undefined || now >= tab.endsAt) return settleAll(id, cost);
      const consumed = tab.settled + tab.open + cost;
      if (tab.open + cost > MOST_OPEN * quota || consumed > NEAR * quota)
        return settleAll(id, cost);
      add(tab, id, cost);
      return { consumed, msLeft: tab.endsAt - now };
    },
    forget() {
      const now = performance.now();
      for (const [id, tab] of tabs) if (tab.open === 0 && now >= tab.endsAt) tabs.delete(id);
    },
    async close() {
      await Promise.all([...tabs].map(([id, tab]) => (tab.open > 0 ? settleAll(id, 0) : null)));
    },
  };
}
