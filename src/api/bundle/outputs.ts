import type { AbiParameter } from "viem";

/** Return words that a call step can read: the place has one byte. */
const MAX_WORDS = 256;

/**
 * Why an action with `count` outputs has none of this index, as words that follow its name; null:
 * it has.
 */
export function among(count: number, index: number): string | null {
  if (index < count) return null;
  return count === 1 ? `has one output, index 0` : `has ${count} outputs, index 0 to ${count - 1}`;
}

/** A signature may leave out what the function returns; then any word is taken at its word. */
export function wordFault(outputs: readonly AbiParameter[], index: number): string | null {
  if (index >= MAX_WORDS) return `has return words 0 to ${MAX_WORDS - 1} at most`;
  if (outputs.length === 0) return null;
  const type = typeOfWord(outputs, index);
  if (type === null) return `returns no word ${index}`;
  return /^u?int\d+$/.test(type) ? null : `returns ${type} as word ${index}, which is no amount`;
}

/** Type of a word in the head of encoded values; null: the head is shorter. */
function typeOfWord(parameters: readonly AbiParameter[], index: number): string | null {
  let word = 0;
  for (const parameter of parameters) {
    const size = headWords(parameter);
    if (index < word + size) return typeWithin(parameter, index - word);
    word += size;
  }
  return null;
}

function typeWithin(parameter: AbiParameter, index: number): string | null {
  if (isDynamic(parameter)) return parameter.type;
  const element = elementOf(parameter);
  if (element !== null) return typeWithin(element.parameter, index % headWords(element.parameter));
  return parameter.type === "tuple" ? typeOfWord(componentsOf(parameter), index) : parameter.type;
}

/** Words that a value takes in the head: one, which is an offset, when it is dynamic. */
function headWords(parameter: AbiParameter): number {
  if (isDynamic(parameter)) return 1;
  const element = elementOf(parameter);
  if (element !== null) return element.length * headWords(element.parameter);
  if (parameter.type !== "tuple") return 1;
  return componentsOf(parameter).reduce((words, component) => words + headWords(component), 0);
}

function isDynamic(parameter: AbiParameter): boolean {
  const { type } = parameter;
  if (type === "bytes" || type === "string" || type.endsWith("[]")) return true;
  const element = elementOf(parameter);
  if (element !== null) return isDynamic(element.parameter);
  return type === "tuple" && componentsOf(parameter).some(isDynamic);
}

function elementOf(
  parameter: AbiParameter,
): { readonly parameter: AbiParameter; readonly length: number } | null {
  const array = /^(.*)\[(\d+)\]$/.exec(parameter.type);
  if (array === null) return null;
  const [, type = "", length = ""] = array;
  return { parameter: { ...parameter, type }, length: Number(length) };
}

function componentsOf(parameter: AbiParameter): readonly AbiParameter[] {
  return "components" in parameter ? parameter.components : [];
}
