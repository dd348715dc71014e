import { type SharedMap, sharedMap } from "../../lib/shared-map.ts";

/** From so many times as many items on as there are changes, each is put in place by itself. */
const FEW = 16;

/**
 * A list in the order of its items' states with those of some states replaced.
 *
 * @param list Ascending by id.
 * @param changes What the list has of a state afterwards, by id; empty: nothing.
 */
export function replacedInOrder<T>(
  list: readonly T[],
  idOf: (item: T) => string,
  changes: ReadonlyMap<string, readonly T[]>,
): readonly T[] {
  return changes.size * FEW < list.length
    ? spliced(list, idOf, changes)
    : merged(list, idOf, changes);
}

function spliced<T>(
  list: readonly T[],
  idOf: (item: T) => string,
  changes: ReadonlyMap<string, readonly T[]>,
): readonly T[] {
  const copy = list.slice();
  const idAt = (at: number): string | null => {
    const item = copy[at];
    return item === undefined ? null : idOf(item);
  };
  for (const [id, items] of changes) {
    let [from, end] = [0, copy.length];
    while (from < end) {
      const middle = (from + end) >> 1;
      if ((idAt(middle) ?? "") < id) from = middle + 1;
      else end = middle;
    }
    while (idAt(end) === id) end += 1;
    if (end - from === items.length) for (const [i, item] of items.entries()) copy[from + i] = item;
    else copy.splice(from, end - from, ...items);
  }
  return copy;
}

function merged<T>(
  list: readonly T[],
  idOf: (item: T) => string,
  changes: ReadonlyMap<string, readonly T[]>,
): readonly T[] {
  const all: T[] = [];
  let at = 0;
  for (const id of [...changes.keys()].sort()) {
    for (let item = list[at]; item !== undefined && idOf(item) <= id; item = list[++at]) {
      if (idOf(item) !== id) all.push(item);
    }
    all.push(...(changes.get(id) ?? []));
  }
  for (; at < list.length; at++) all.push(list[at] as T);
  return all;
}

/** Lists by key, each in the order of its items' states. */
export type Lists<K extends string, T> = SharedMap<K, readonly T[]>;

/** What lists have of states afterwards, by key, then by id. */
export type ListChanges<K extends string, T> = Map<K, Map<string, T[]>>;

/** The list of a key's changes of one state, empty when it has none yet. */
export function changesAt<K extends string, T>(
  changes: ListChanges<K, T>,
  key: K,
  id: string,
): T[] {
  const ofKey = changes.get(key) ?? new Map<string, T[]>();
  changes.set(key, ofKey);
  const items = ofKey.get(id) ?? [];
  ofKey.set(id, items);
  return items;
}

/** Lists after changes; a key without items has none. */
export function changedLists<K extends string, T>(
  lists: Lists<K, T>,
  changes: ListChanges<K, T>,
  idOf: (item: T) => string,
): Lists<K, T> {
  const replaced = new Map<K, readonly T[] | undefined>();
  for (const [key, ofKey] of changes) {
    const list = replacedInOrder(lists.get(key) ?? [], idOf, ofKey);
    replaced.set(key, list.length === 0 ? undefined : list);
  }
  return lists.with(replaced);
}

/** No lists. */
export function noLists<K extends string, T>(): Lists<K, T> {
  return sharedMap();
}
