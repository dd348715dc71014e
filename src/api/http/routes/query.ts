import { z } from "@hono/zod-openapi";
import { type ErrorDetail, ServiceError } from "../../../lib/errors.ts";

/** The parameter that carries a key. */
const KEY = "apikey";

/** Shows a value in a message, cut to 80 characters. */
export function quoted(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}

/**
 * Validated query parameters.
 *
 * Every parameter also arrives as `x[]=v` or `x[0]=v`. List parameters collect repeated and
 * comma-separated values; all others have one value, which may be repeated but not contradicted.
 * Unknown parameters are ignored; `unknownNames` tells them.
 *
 * @param aliases Other name of a parameter → its name in the schema.
 * @throws {ServiceError} `INVALID_ARGUMENT` naming every bad parameter at once.
 */
export function readQuery<Q extends z.ZodObject>(
  schema: Q,
  aliases: Readonly<Record<string, string>>,
  url: string,
): z.output<Q> {
  const received = receivedValues(new URL(url).searchParams, aliases);
  const values: Record<string, string | string[]> = {};
  const details: ErrorDetail[] = [];
  for (const [name, parameter] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const given = received.get(name);
    if (given === undefined) continue;
    if (isList(parameter)) {
      values[name] = given.flatMap((value) => value.split(","));
      continue;
    }
    const [first = "", ...others] = given;
    values[name] = first;
    const contradiction = others.find((other) => other !== first);
    if (contradiction !== undefined) {
      details.push({
        path: name,
        message: `takes one value; got ${quoted(first)} and ${quoted(contradiction)}`,
      });
    }
  }
  const result = schema.safeParse(values);
  if (result.success && details.length === 0) return result.data;
  for (const issue of result.error?.issues ?? []) details.push(detailOf(issue));
  throw invalidArguments(details);
}

/** Most names of unknown parameters that are told. */
const MAX_NAMES = 10;
/** What a parameter may be called; anything else may be a key in the wrong place. */
const NAME = /^[A-Za-z_]{1,32}$/;

/** Names of query parameters that mean nothing to an endpoint, ten at most. */
export function unknownNames(
  schema: z.ZodObject,
  aliases: Readonly<Record<string, string>>,
  url: string,
): readonly string[] {
  const isKnown = (name: string) =>
    name === KEY || Object.hasOwn(schema.shape, name) || Object.hasOwn(aliases, name);
  const names = [...new URL(url).searchParams.keys()].map(bareName);
  const unknown = names.filter((name) => NAME.test(name) && !isKnown(name));
  return [...new Set(unknown)].slice(0, MAX_NAMES);
}

/**
 * A validated body.
 *
 * @throws {ServiceError} `INVALID_ARGUMENT` naming everything that is wrong with it.
 */
export function validBody<B extends z.ZodType>(schema: B, body: unknown): z.output<B> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw invalidArguments(
    result.error.issues.map((issue) => {
      const path = issue.path.length === 0 ? "body" : issue.path.join(".");
      return { path, message: messageOf(issue) };
    }),
  );
}

/** The 400 that lists bad parameters, in its message too. */
export function invalidArguments(details: readonly ErrorDetail[]): ServiceError {
  const list = details.map(({ path, message }) => `${path} ${message}`).join("; ");
  return new ServiceError("INVALID_ARGUMENT", `Invalid request: ${list}.`, { details });
}

function receivedValues(
  parameters: URLSearchParams,
  aliases: Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly string[]> {
  const received = new Map<string, string[]>();
  for (const [key, value] of parameters) {
    const bare = bareName(key);
    const name = Object.hasOwn(aliases, bare) ? (aliases[bare] ?? bare) : bare;
    const values = received.get(name);
    if (values === undefined) received.set(name, [value]);
    else values.push(value);
  }
  return received;
}

/** A parameter's name without the `[]` or `[0]` of a list. */
function bareName(name: string): string {
  return name.replace(/\[\d*\]$/, "");
}

function isList(parameter: z.core.$ZodType): boolean {
  const inner = parameter instanceof z.ZodOptional ? parameter.unwrap() : parameter;
  return inner instanceof z.ZodPipe ? isList(inner.in) : inner instanceof z.ZodArray;
}

function detailOf(issue: z.core.$ZodIssue): ErrorDetail {
  return { path: issue.path.join("."), message: messageOf(issue) };
}

/** What is wrong, in the service's own words where the schema has none. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_type") return issue.message;
  return issue.input === undefined && issue.path.length > 0
    ? "is required"
    : `must be of JSON type ${issue.expected}`;
}
