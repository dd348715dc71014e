/** `0xa0b8…eb48`. */
export function shortAddress(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}

/** A slug as a name where nothing better is known: `uniswap-v3` is `Uniswap V3`. */
export function titleOf(slug: string): string {
  return slug.replaceAll(/(^|-)(\w)/g, (_, dash: string, letter: string) => {
    return `${dash === "" ? "" : " "}${letter.toUpperCase()}`;
  });
}

/** One of the ten series colours, always the same for the same text. */
export function hueOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % 10;
}

/** `3 min 20 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.round((seconds % 3_600) / 60)} min`;
}

/** A time in the reader's own zone. */
export function moment(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
  });
}
