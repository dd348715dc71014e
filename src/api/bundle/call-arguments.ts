import type { AbiParameter } from "viem";
import type { CallValue } from "./action.ts";
import { isReference, readAddress, readInteger, readReference } from "./arguments.ts";
import {
  excerpt,
  type Fault,
  isObject,
  type Reading,
  readAll,
  under,
  understood,
  unexpected,
} from "./reading.ts";

/**
 * The arguments of a call, checked against the types of its parameters: the ranges of integers, the
 * sizes of bytes, the lengths of arrays and tuples. A tuple is a list, or an object by the names of
 * its parts. An output stands only for an integer.
 */
export function readCallArguments(
  parameters: readonly AbiParameter[],
  values: unknown,
): Reading<readonly CallValue[]> {
  return readParts(parameters, values, "arguments");
}

function readParts(
  parameters: readonly AbiParameter[],
  values: unknown,
  what: string,
): Reading<readonly CallValue[]> {
  if (!Array.isArray(values) || values.length !== parameters.length) {
    const got = Array.isArray(values) ? `${values.length}` : excerpt(values);
    const expected = `must be a list of ${parameters.length} ${what}; got ${got}`;
    return fault(values === undefined ? "is required" : expected);
  }
  return readAll(parameters, (_, index) => {
    const parameter = parameters[index];
    return parameter === undefined ? fault("has no type") : readValue(parameter, values[index]);
  });
}

function readValue(parameter: AbiParameter, value: unknown): Reading<CallValue> {
  const { type } = parameter;
  const array = /^(.*)\[(\d*)\]$/.exec(type);
  if (array !== null) {
    const [, element = "", length = ""] = array;
    return readArray({ ...parameter, type: element }, value, { type, length });
  }
  if (type === "tuple") return readTuple(parameter, value);
  const integer = /^(u?)int(\d+)$/.exec(type);
  if (integer !== null) {
    if (isReference(value)) return readReference(value);
    return literal(readSized(value, { type, bits: Number(integer[2]), signed: integer[1] === "" }));
  }
  if (isReference(value)) {
    return fault(`is ${type}; an output is an amount and stands only for an integer`);
  }
  return literal(readElementary(type, value));
}

function readArray(
  element: AbiParameter,
  value: unknown,
  array: { readonly type: string; readonly length: string },
): Reading<CallValue> {
  const items = array.length === "" ? null : Number(array.length);
  if (!Array.isArray(value) || (items !== null && value.length !== items)) {
    return unexpected(value, `a list of ${items ?? "any number of"} values for ${array.type}`);
  }
  return list(readAll(value, (item) => readValue(element, item)));
}

function readTuple(parameter: AbiParameter, value: unknown): Reading<CallValue> {
  const components = "components" in parameter ? parameter.components : [];
  if (!isObject(value)) return list(readParts(components, value, "parts"));
  if (isReference(value)) {
    return fault("is a tuple; an output is an amount and stands only for an integer");
  }
  const names = new Set(components.map(({ name }) => name ?? ""));
  const unknown = Object.keys(value).filter((key) => !names.has(key));
  const isNamed = names.size === components.length && !names.has("");
  if (!isNamed) return unexpected(value, "a list, because the tuple's parts have no own names");
  const faults: Fault[] = unknown.map((key) => ({ path: [key], message: "is no part of it" }));
  const items: CallValue[] = [];
  for (const component of components) {
    const name = component.name ?? "";
    const part = readValue(component, Object.hasOwn(value, name) ? value[name] : undefined);
    if (part.ok) items.push(part.value);
    else faults.push(...under(name, part.faults));
  }
  return faults.length === 0 ? understood({ kind: "list", items }) : { ok: false, faults };
}

function readSized(
  value: unknown,
  {
    type,
    bits,
    signed,
  }: { readonly type: string; readonly bits: number; readonly signed: boolean },
): Reading<bigint> {
  const span = 1n << BigInt(signed ? bits - 1 : bits);
  return readInteger(value, {
    minimum: signed ? -span : 0n,
    maximum: span - 1n,
    words: `an ${type} in decimal digits`,
  });
}

function readElementary(type: string, value: unknown): Reading<boolean | string> {
  switch (type) {
    case "address":
      return readAddress(value);
    case "bool":
      if (typeof value === "boolean") return understood(value);
      return value === "true" || value === "false"
        ? understood(value === "true")
        : unexpected(value, "true or false");
    case "string":
      return typeof value === "string" ? understood(value) : unexpected(value, "a text");
    default:
      return readBytes(type, value);
  }
}

function readBytes(type: string, value: unknown): Reading<string> {
  const size = type === "bytes" ? null : Number(type.slice("bytes".length));
  const isBytes = typeof value === "string" && /^0x([0-9a-f]{2})*$/i.test(value);
  return isBytes && (size === null || value.length === 2 + 2 * size)
    ? understood(value.toLowerCase())
    : unexpected(value, `0x and ${size ?? "any number of"} bytes in hexadecimal`);
}

function literal(reading: Reading<bigint | boolean | string>): Reading<CallValue> {
  return reading.ok ? understood({ kind: "literal", value: reading.value }) : reading;
}

function list(reading: Reading<readonly CallValue[]>): Reading<CallValue> {
  return reading.ok ? understood({ kind: "list", items: reading.value }) : reading;
}

function fault(message: string): Reading<never> {
  return { ok: false, faults: [{ path: [], message }] };
}
