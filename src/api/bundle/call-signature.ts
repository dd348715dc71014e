import type { AbiFunction, AbiParameter } from "viem";
import { type Reading, understood } from "./reading.ts";

/** Longest signature. */
const MAX_LENGTH = 2_000;
/** Deepest nesting of tuples and arrays. */
const MAX_DEPTH = 8;

const NAME = /[a-zA-Z_$][a-zA-Z0-9_$]*/y;
const ARRAY = /\[(\d{0,9})\]/y;
const SPACE = /\s*/y;
const LOCATIONS: ReadonlySet<string> = new Set(["calldata", "memory", "storage"]);
const MUTABILITIES = ["pure", "view", "nonpayable", "payable"] as const;
/** Words after the arguments that change nothing about the call. */
const MODIFIERS: ReadonlySet<string> = new Set(["external", "public", "virtual", "override"]);

/**
 * The function that a Solidity signature declares, as viem's `parseAbiItem` reads it: with or
 * without `function`, with named or unnamed parameters, tuples (also written `tuple(…)`) and
 * arrays. Structs by name are not known.
 *
 * viem's parser keeps every parameter it ever saw in memory, which callers must not be able to
 * fill; hence this one.
 */
export function readSignature(text: string): Reading<AbiFunction> {
  if (text.length > MAX_LENGTH) {
    return fault(`must have at most ${MAX_LENGTH} characters; got ${text.length}`);
  }
  const scanner = scannerOf(text);
  try {
    return understood(readFunction(scanner));
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error;
    const at = scanner.offset();
    return fault(
      `must be a function signature such as "deposit(uint256 assets, address receiver)"; character ${at}: ${error.message}`,
    );
  }
}

/** The signature of a function, which `readSignature` reads back. */
export function signatureOf({ name, inputs, outputs, stateMutability }: AbiFunction): string {
  const mutability = stateMutability === "nonpayable" ? "" : ` ${stateMutability}`;
  const returns = outputs.length === 0 ? "" : ` returns ${parametersOf(outputs)}`;
  return `${name}${parametersOf(inputs)}${mutability}${returns}`;
}

function parametersOf(parameters: readonly AbiParameter[]): string {
  const texts = parameters.map((parameter) => {
    const { type, name } = parameter;
    const isTuple = "components" in parameter;
    const base = isTuple ? type.replace("tuple", () => parametersOf(parameter.components)) : type;
    return name === undefined ? base : `${base} ${name}`;
  });
  return `(${texts.join(", ")})`;
}

class SignatureError extends Error {
  override readonly name = "SignatureError";
}

function fault(message: string): Reading<never> {
  return { ok: false, faults: [{ path: [], message }] };
}

function readFunction(scanner: Scanner): AbiFunction {
  const first = scanner.name("a function name");
  const name = first === "function" && !scanner.sees("(") ? scanner.name("a function name") : first;
  const inputs = readParameters(scanner, 0);
  let stateMutability: AbiFunction["stateMutability"] = "nonpayable";
  let outputs: readonly AbiParameter[] = [];
  while (!scanner.ended()) {
    if (scanner.accept(";")) break;
    const word = scanner.name("a modifier, returns or the end");
    if (word === "returns") {
      outputs = readParameters(scanner, 0);
      scanner.accept(";");
      break;
    }
    const mutability = MUTABILITIES.find((one) => one === word);
    if (mutability !== undefined) stateMutability = mutability;
    else if (!MODIFIERS.has(word)) throw new SignatureError(`${word} is no modifier`);
  }
  if (!scanner.ended()) throw new SignatureError("expected the end");
  return { type: "function", name, inputs, outputs, stateMutability };
}

function readParameters(scanner: Scanner, depth: number): AbiParameter[] {
  if (depth > MAX_DEPTH) throw new SignatureError(`nested deeper than ${MAX_DEPTH}`);
  scanner.expect("(");
  if (scanner.accept(")")) return [];
  const parameters: AbiParameter[] = [];
  do parameters.push(readParameter(scanner, depth));
  while (scanner.accept(","));
  scanner.expect(")");
  return parameters;
}

function readParameter(scanner: Scanner, depth: number): AbiParameter {
  const base = readBase(scanner, depth);
  const arrays = readArrays(scanner, depth);
  let name = scanner.optionalName();
  if (name !== null && LOCATIONS.has(name)) name = scanner.optionalName();
  const type = `${base.type}${arrays}`;
  return {
    type,
    ...(name !== null && { name }),
    ...(base.components !== null && { components: base.components }),
  };
}

function readBase(
  scanner: Scanner,
  depth: number,
): { readonly type: string; readonly components: readonly AbiParameter[] | null } {
  if (scanner.sees("(")) return { type: "tuple", components: readParameters(scanner, depth + 1) };
  const word = scanner.name("a type");
  if (word === "tuple") return { type: "tuple", components: readParameters(scanner, depth + 1) };
  const type = elementary(word);
  if (type === null) throw new SignatureError(`${word} is no type`);
  if (type === "address") scanner.acceptWord("payable");
  return { type, components: null };
}

function readArrays(scanner: Scanner, depth: number): string {
  let arrays = "";
  for (let levels = depth + 1; ; levels++) {
    const length = scanner.array();
    if (length === null) return arrays;
    if (levels > MAX_DEPTH) throw new SignatureError(`nested deeper than ${MAX_DEPTH}`);
    if (length !== "" && !/^[1-9]/.test(length)) {
      throw new SignatureError("an array has a length of at least 1");
    }
    arrays += `[${length}]`;
  }
}

/** The canonical name of an elementary type; null: there is none of that name. */
function elementary(word: string): string | null {
  if (word === "uint" || word === "int") return `${word}256`;
  if (["address", "bool", "string", "bytes"].includes(word)) return word;
  const integer = /^u?int([1-9]\d{0,2})$/.exec(word)?.[1];
  if (integer !== undefined)
    return Number(integer) <= 256 && Number(integer) % 8 === 0 ? word : null;
  const size = /^bytes([1-9]\d?)$/.exec(word)?.[1];
  return size !== undefined && Number(size) <= 32 ? word : null;
}

/**
 * Reads tokens one after the other, skipping blanks; where it cannot go on it throws
 * `SignatureError`.
 */
interface Scanner {
  offset(): number;
  ended(): boolean;
  sees(mark: string): boolean;
  accept(mark: string): boolean;
  acceptWord(word: string): boolean;
  expect(mark: string): void;
  name(expected: string): string;
  optionalName(): string | null;
  /** The digits between brackets; null where no bracket opens. */
  array(): string | null;
}

function scannerOf(text: string): Scanner {
  let next = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = next;
    return pattern.exec(text);
  };
  const skip = (): void => {
    next += match(SPACE)?.[0].length ?? 0;
  };
  const advance = (length: number): void => {
    next += length;
    skip();
  };
  const optionalName = (): string | null => {
    const found = match(NAME)?.[0] ?? null;
    if (found !== null) advance(found.length);
    return found;
  };
  const accept = (mark: string): boolean => {
    const found = text.startsWith(mark, next);
    if (found) advance(mark.length);
    return found;
  };
  skip();
  return {
    offset: () => next,
    ended: () => next === text.length,
    sees: (mark) => text.startsWith(mark, next),
    accept,
    acceptWord: (word) => match(NAME)?.[0] === word && accept(word),
    expect: (mark) => {
      if (!accept(mark)) throw new SignatureError(`expected "${mark}"`);
    },
    name: (expected) => {
      const found = optionalName();
      if (found === null) throw new SignatureError(`expected ${expected}`);
      return found;
    },
    optionalName,
    array: () => {
      const found = match(ARRAY);
      if (found === null) return null;
      advance(found[0].length);
      return found[1] ?? "";
    },
  };
}
