/**
 * What `work` makes of each item, in their order, of which at most `count` are worked on at once.
 *
 * @throws What the first failure throws; nothing more is begun then.
 */
export async function eachAtOnce<I, T>(
  items: readonly I[],
  count: number,
  work: (item: I) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = new Array(items.length);
  let next = 0;
  let hasFailed = false;
  async function worker(): Promise<void> {
    while (next < items.length && !hasFailed) {
      const at = next++;
      try {
        results[at] = await work(items[at] as I);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker));
  return results;
}
