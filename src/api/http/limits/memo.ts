/**
 * Computes what depends on a moment and a key alone, or joins the computation that is under way, or
 * gives what was computed for them. A failure is shared by those who wait for it, and not
 * remembered.
 */
export type Memo<T> = (moment: object, key: string, compute: () => Promise<T>) => Promise<T>;

interface Asked<T> {
  times: number;
  /** Null where it is to be computed, again or for the first time. */
  computed: Promise<T> | null;
}

/**
 * Remembers for as long as the moment, an object, is in use elsewhere. What was asked for once
 * alone is not kept when it is there: as most things are, it would be a load of long-lived garbage.
 *
 * @param most Keys of a moment; the oldest goes first.
 */
export function createMemo<T>(most: number): Memo<T> {
  const moments = new WeakMap<object, Map<string, Asked<T>>>();

  function note(moment: object, key: string): Asked<T> {
    const keys = moments.get(moment) ?? new Map<string, Asked<T>>();
    moments.set(moment, keys);
    const asked = keys.get(key) ?? { times: 0, computed: null };
    asked.times += 1;
    keys.set(key, asked);
    const [oldest] = keys.keys();
    if (keys.size > most && oldest !== undefined) keys.delete(oldest);
    return asked;
  }

  return (moment, key, compute) => {
    const asked = note(moment, key);
    if (asked.computed !== null) return asked.computed;
    const computed = compute();
    asked.computed = computed;
    const forget = (): void => {
      asked.computed = null;
    };
    computed.then(() => {
      if (asked.times === 1) forget();
    }, forget);
    return computed;
  };
}
