import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sentAction } from "../../../src/api/bundle/echo.ts";
import { ServiceError } from "../../../src/lib/errors.ts";
import { sized } from "../../harness/size.ts";
import { EVERY, parse } from "./every-action.ts";

const RUNS = sized({ always: 800, nightly: 20_000 });

type Json = unknown;

/** Every place in a JSON value, the value itself included. */
function placesIn(value: Json): readonly (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [[]];
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value);
  return [[], ...entries.flatMap(([key, item]) => placesIn(item).map((path) => [key, ...path]))];
}

/** The value with what is at a place replaced; `undefined` leaves it out. */
function replaced(value: Json, [key, ...path]: readonly (string | number)[], by: Json): Json {
  if (key === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === key ? replaced(item, path, by) : item));
  }
  const entries = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(
    entries.map(([name, item]) => [name, name === key ? replaced(item, path, by) : item]),
  );
}

const PLACES = placesIn(EVERY);
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(undefined, "__proto__", "constructor", "0x", "1", -1, 0, 2 ** 53, "NaN", []),
  fc.record({
    useOutputOfCallAt: fc.oneof(fc.integer({ min: -2, max: 60 }), fc.jsonValue({ maxDepth: 1 })),
    index: fc.oneof(fc.integer({ min: -2, max: 300 }), fc.constant(undefined)),
  }),
  fc.constantFrom(...PLACES.map((path) => at(path))),
);
/** A place, and something odd for it or what stands under the same name elsewhere. */
const change = fc.constantFrom(...PLACES).chain((path) => {
  const alike = PLACES.filter((other) => other.at(-1) === path.at(-1)).map(at);
  const by = fc.oneof(
    { weight: 1, arbitrary: odd },
    { weight: 4, arbitrary: fc.constantFrom(...alike) },
  );
  return fc.tuple(fc.constant(path), by);
});
const bodies = fc.array(change, { minLength: 1, maxLength: 2 }).map((changes) => {
  const changed = changes.reduce<Json>((body, [path, by]) => replacedOrSame(body, path, by), EVERY);
  return JSON.parse(JSON.stringify(changed) ?? "null") as Json;
});

function at(path: readonly (string | number)[]): Json {
  return path.reduce<Json>((value, key) => (value as Readonly<Record<string, Json>>)[key], EVERY);
}

/** An earlier change may have taken the place away. */
function replacedOrSame(body: Json, path: readonly (string | number)[], by: Json): Json {
  const isThere = placesIn(body).some((place) => JSON.stringify(place) === JSON.stringify(path));
  return isThere ? replaced(body, path, by) : body;
}

describe("parseBundle", () => {
  test("behavior: any change of a good body is understood or refused with its place", () => {
    const seen = { understood: 0, refused: 0 };
    fc.assert(
      fc.property(bodies, (body) => {
        try {
          const actions = parse(body);
          // What was understood is echoed, and the echo is understood the same.
          expect(parse(JSON.parse(JSON.stringify(actions.map(sentAction))))).toEqual(actions);
          seen.understood += 1;
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          expect(["INVALID_ARGUMENT", "UNKNOWN_PROTOCOL", "ACTION_UNSUPPORTED"]).toContain(
            error.code,
          );
          expect(error.details.length).toBeGreaterThan(0);
          for (const { path, message } of error.details) {
            expect(path).toMatch(/^(body|\d+(\..*)?)$/s);
            expect(message.length).toBeGreaterThan(5);
          }
          seen.refused += 1;
        }
      }),
      { numRuns: RUNS },
    );
    expect(seen.understood).toBeGreaterThan(RUNS / 40);
    expect(seen.refused).toBeGreaterThan(RUNS / 3);
  });

  test("behavior: any JSON is refused", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(() => parse(body)).toThrow(ServiceError);
      }),
      { numRuns: RUNS },
    );
  });
});
