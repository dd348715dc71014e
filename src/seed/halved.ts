import { isCallTooLarge } from "../nodes/refusals.ts";

/** Asks for all at once, or for halves where that is too much for one call. */
export async function halved<I, T>(
  items: readonly I[],
  read: (items: readonly I[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await read(items);
  } catch (error) {
    if (items.length < 2 || !isCallTooLarge(error)) throw error;
    const middle = items.length >> 1;
    const [first = [], second = []] = [
      await halved(items.slice(0, middle), read),
      await halved(items.slice(middle), read),
    ];
    return [...first, ...second];
  }
}
