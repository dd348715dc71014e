/**
 * A map by lower-case hexadecimal keys that never changes: a changed one shares with it all but the
 * parts that differ. Iterates in the order of its keys.
 */
export interface SharedMap<K extends string, V> extends ReadonlyMap<K, V> {
  /** The map with other values; undefined takes a key out. Itself where that changes nothing. */
  with(changes: ReadonlyMap<K, V | undefined>): SharedMap<K, V>;
}

/** The first three digits of a key tell its part, so that one of 300,000 entries has some 70. */
const DIGITS = 3;
const PARTS = 16 ** DIGITS;

type Parts<K, V> = readonly (ReadonlyMap<K, V> | undefined)[];

/** A map of entries; of those with the same key the last counts. */
export function sharedMap<K extends string, V>(
  entries: Iterable<readonly [K, V]> = [],
): SharedMap<K, V> {
  return mapOf<K, V>(new Array(PARTS), 0).with(new Map(entries));
}

function mapOf<K extends string, V>(parts: Parts<K, V>, size: number): SharedMap<K, V> {
  function* entries(): MapIterator<[K, V]> {
    for (const part of parts) {
      if (part !== undefined) yield* [...part].sort(([a], [b]) => (a < b ? -1 : 1));
    }
    return undefined;
  }
  function* keys(): MapIterator<K> {
    for (const [key] of entries()) yield key;
    return undefined;
  }
  function* values(): MapIterator<V> {
    for (const [, value] of entries()) yield value;
    return undefined;
  }
  const map: SharedMap<K, V> = {
    size,
    get: (key) => parts[partOf(key)]?.get(key),
    has: (key) => parts[partOf(key)]?.has(key) === true,
    with: (changes) => changed(map, parts, changes),
    entries,
    keys,
    values,
    [Symbol.iterator]: entries,
    forEach(use) {
      for (const [key, value] of entries()) use(value, key, map);
    },
  };
  return map;
}

function changed<K extends string, V>(
  map: SharedMap<K, V>,
  parts: Parts<K, V>,
  changes: ReadonlyMap<K, V | undefined>,
): SharedMap<K, V> {
  const own = new Map<number, Map<K, V>>();
  let { size } = map;
  for (const [key, value] of changes) {
    if (map.get(key) === value) continue;
    const at = partOf(key);
    const part = own.get(at) ?? new Map(parts[at]);
    own.set(at, part);
    size -= part.size;
    if (value === undefined) part.delete(key);
    else part.set(key, value);
    size += part.size;
  }
  if (own.size === 0) return map;
  const copy = parts.slice();
  for (const [at, part] of own) copy[at] = part;
  return mapOf(copy, size);
}

/** Of "0xabc…" the number 0xabc; any other key has some part, too. */
function partOf(key: string): number {
  let part = 0;
  for (let at = 2; at < 2 + DIGITS; at++) {
    const code = key.charCodeAt(at);
    part = part * 16 + ((code >= 97 ? code - 87 : code) & 15);
  }
  return part;
}
