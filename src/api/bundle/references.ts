import { isReference, readReference } from "./arguments.ts";
import { excerpt, type Fault, isObject } from "./reading.ts";
import { type BundleAction, verbOf } from "./verbs/index.ts";

type Path = Fault["path"];

/**
 * What is wrong with the uses of earlier outputs anywhere in the arguments of one action: a place
 * that is not earlier, or an action without that output. Those at or below a `refused` path are
 * left out, as are uses of actions that were not understood.
 *
 * @param earlier Actions before this one by place; null: not understood.
 */
export function referenceFaults(
  args: unknown,
  {
    earlier,
    refused,
  }: { readonly earlier: readonly (BundleAction | null)[]; readonly refused: readonly Path[] },
): readonly Fault[] {
  const faults: Fault[] = [];
  const refusedKeys = new Set(refused.map(keyOf));
  const visit = (value: unknown, path: Path): void => {
    // Every path above this one was visited before it.
    if (refusedKeys.has(keyOf(path))) return;
    if (isReference(value)) {
      const fault = faultOf(value, earlier);
      if (fault !== null) faults.push({ ...fault, path: [...path, ...fault.path] });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, [...path, index]);
    } else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    }
  };
  visit(args, []);
  return faults;
}

function keyOf(path: Path): string {
  return JSON.stringify(path.map(String));
}

function faultOf(
  value: Readonly<Record<string, unknown>>,
  earlier: readonly (BundleAction | null)[],
): Fault | null {
  const reference = readReference(value);
  if (!reference.ok) return null;
  const { action: place, index } = reference.value;
  const path = ["useOutputOfCallAt"];
  const action = earlier[place];
  if (action === undefined) {
    const last = earlier.length - 1;
    const range = last < 0 ? "there is none before the first" : `0 to ${last}`;
    return {
      path,
      message: `must be the place of an earlier action, ${range}; got ${excerpt(place)}`,
    };
  }
  const fault = action === null ? null : verbOf(action).outputFault(action, index);
  if (fault === null) return null;
  return {
    path: value.index === undefined ? path : ["index"],
    message: `points at action ${place}, ${action?.kind}, which ${fault}; got index ${index}`,
  };
}
