/**
 * Computes what depends on a moment and a key alone, or gives what was computed for them, or joins the computation that is under way. A failure
 * is shared by those who wait for it, and not remembered.
 */
export type Remembered<T> = (moment: object, key: string, compute: () => Promise<T>) => Promise<T>;

/** Remembers for as long as the moment, an object, is in use elsewhere, and of each the newest `most` at least. */
export function createRemembered<T>(most: number): Remembered<T> {
  const moments = new WeakMap<object, Map<string, Promise<T>>>();

  function of(moment: object): Map<string, Promise<T>> {
    const known = moments.get(moment) ?? new Map<string, Promise<T>>();
    moments.set(moment, known);
    return known;
  }

  return (moment, key, compute) => {
    const known = of(moment);
    const found = known.get(key);
    if (found !== undefined) return found;
    const computed = compute();
    known.set(key, computed);
    computed.catch(() => known.delete(key));
    const [oldest] = known.keys();
    if (known.size > most && oldest !== undefined) known.delete(oldest);
    return computed;
  };
}
