/** What is wrong with a part of a JSON value; `path` leads from the value to the part. */
export interface Fault {
  readonly path: readonly (string | number)[];
  /** Follows the path: "must be …; got …". */
  readonly message: string;
}

/** A JSON value turned into something typed, or all that is wrong with it. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** A value that was understood. */
export function understood<T>(value: T): Reading<T> {
  return { ok: true, value };
}

/** A value that as a whole is not what was expected; `undefined` counts as missing. */
export function unexpected(value: unknown, expected: string): Reading<never> {
  const message =
    value === undefined ? "is required" : `must be ${expected}; got ${excerpt(value)}`;
  return { ok: false, faults: [{ path: [], message }] };
}

/** A JSON value as it is shown in a message, cut to 80 characters. */
export function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The readings of all items, or the faults of all, each under its place. */
export function readAll<T>(
  values: readonly unknown[],
  read: (value: unknown, index: number) => Reading<T>,
): Reading<readonly T[]> {
  const items: T[] = [];
  const faults: Fault[] = [];
  for (const [index, value] of values.entries()) {
    const reading = read(value, index);
    if (reading.ok) items.push(reading.value);
    else faults.push(...under(index, reading.faults));
  }
  return faults.length === 0 ? understood(items) : { ok: false, faults };
}

/** Faults of a part, as faults of the whole. */
export function under(key: string | number, faults: readonly Fault[]): readonly Fault[] {
  return faults.map(({ path, message }) => ({ path: [key, ...path], message }));
}

/** Whether a JSON value is an object, not an array and not null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
