import { openApiDocument } from "../../src/api/http/routes/openapi.ts";

/** A request as it goes over the wire. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What requests are made of besides nonsense, so that many get past the first check. */
export interface Known {
  readonly accounts: readonly string[];
  readonly tokens: readonly string[];
  readonly positions: readonly string[];
  readonly slugs: readonly string[];
  /** Calldata of the service's own transactions, which grows while the campaign runs. */
  readonly calldata: readonly string[];
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
}

type Random = () => number;

const TEXTS: readonly string[] = [
  ...[
    "",
    " ",
    "0",
    "-1",
    "+1",
    "1e18",
    "0x10",
    "1.5",
    "NaN",
    "Infinity",
    "null",
    "undefined",
    "[]",
  ],
  ...["true", "TRUE", "9007199254740993", `${2n ** 256n}`, `${2n ** 256n - 1n}`, "9".repeat(400)],
  ...["0x", "0X", `0x${"e".repeat(40)}`, `0X${"E".repeat(40)}`, `0x${"0".repeat(40)}`, "0xzz"],
  ...[
    "'; DROP TABLE token; --",
    "../../etc/passwd",
    "%00",
    "\u0000",
    "\ud800",
    "\u202e",
    "💥",
    "é",
  ],
  ...["__proto__", "constructor", "toString", "#{7*7}", "<script>", "a\r\nb: c", "a".repeat(5_000)],
  ...["1:0x:1", "1,2,3", ",", ",,,,", "x[]=1", "*", "\\", '"', "{", "`id`"],
];
const JSON_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 1.5, 1e300, 2 ** 53, [], {}, [[]], [null], ...TEXTS],
  { useOutputOfCallAt: 0 },
  { useOutputOfCallAt: -1 },
  { useOutputOfCallAt: 1e9, index: 1e9 },
  { useOutputOfCallAt: "0", index: null },
  { ["__proto__"]: { polluted: true } },
];
const HEADERS: readonly (readonly [string, string])[] = [
  ...([
    ["authorization", "Bearer x"],
    ["authorization", "x"],
    ["if-none-match", "*"],
  ] as const),
  ...([
    ["if-none-match", '"'],
    ["accept", "text/html"],
    ["accept-encoding", "br, x"],
  ] as const),
  ...([
    ["content-encoding", "gzip"],
    ["x-request-id", "a b"],
    ["host", "evil.example"],
  ] as const),
  ...([
    ["x-forwarded-for", "1.2.3.4, x"],
    ["origin", "null"],
    ["range", "bytes=0-1"],
  ] as const),
  ...([
    ["content-type", "text/plain"],
    ["content-type", "application/json; charset=x"],
  ] as const),
];
/** Signatures for `call`, right and wrong. */
const SIGNATURES = [
  "function transfer(address to, uint256 amount) returns (bool)",
  "function f(uint256[3][] a, (address b, bytes c) d)",
  "function balanceOf(address) view returns (uint256)",
  ...[
    "f(",
    "f(uint)",
    "function f(uint7)",
    `f(${"(".repeat(200)}`,
    `f(${"uint8,".repeat(300)}uint8)`,
  ],
];

/** Makes the requests of a campaign, the same for the same numbers. */
export function createHostile(random: Random, known: Known): () => HostileRequest {
  const document = JSON.parse(JSON.stringify(openApiDocument()));
  const operations = operationsOf(document);
  const chance = (of: number) => random() < of;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const whole = (below: number) => Math.floor(random() * below);

  /** A value that a schema allows, as far as its name and pattern tell. */
  function fitting(name: string, schema: Schema): unknown {
    const { $ref, oneOf, anyOf, pattern = "" } = schema;
    if ($ref !== undefined) return fitting(name, resolved(document, $ref));
    const choices = oneOf ?? anyOf;
    if (choices !== undefined) return fitting(name, pick(choices));
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    if (/signature/i.test(name)) return `0x${"1b".repeat(pick([1, 64, 65, 66, 300]))}`;
    if (name === "abi") return pick(SIGNATURES);
    if (name === "protocol" || /slug|protocols/i.test(name)) return pick(known.slugs);
    if (name === "data") return flipped(pick(known.calldata));
    if (/account|from|receiver|spender|sender|recipient/i.test(name)) return pick(known.accounts);
    if (/position/i.test(name)) return pick(known.positions);
    if (pattern.includes("0[xX]")) return pick(chance(0.2) ? known.positions : known.tokens);
    if (/amount/i.test(name) || pattern === "^[0-9]+$") return `${10n ** BigInt(whole(30))}`;
    switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
      case "integer":
      case "number":
        return name === "chainId" ? 1 : (schema.minimum ?? 0) + whole((schema.maximum ?? 50) + 1);
      case "boolean":
        return chance(0.5);
      case "array":
        return Array.from({ length: 1 + whole(3) }, () => fitting(name, schema.items ?? {}));
      case "object":
        return Object.fromEntries(
          Object.entries(schema.properties ?? {})
            .filter(([key]) => schema.required?.includes(key) === true || chance(0.4))
            .map(([key, of]) => [key, fitting(key, of)]),
        );
      default:
        return pick(TEXTS);
    }
  }

  /** Calldata with a few of its digits changed, or cut. */
  function flipped(data: string): string {
    const digits = [...data];
    for (let n = whole(4); n > 0; n--) {
      digits[2 + whole(Math.max(1, digits.length - 2))] = whole(16).toString(16);
    }
    return chance(0.1) ? data.slice(0, whole(data.length)) : digits.join("");
  }

  /** The value with some of its parts replaced, left out, repeated or buried. */
  function mutated(value: unknown, rate: number): unknown {
    if (chance(rate)) return pick(JSON_VALUES);
    if (Array.isArray(value)) {
      const items = value.flatMap((item) => {
        const changed = mutated(item, rate);
        if (chance(rate / 2)) return [];
        return chance(rate / 2) ? [changed, changed] : [changed];
      });
      return chance(rate / 10) ? Array(60).fill(items[0]) : items;
    }
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).flatMap(([key, of]) =>
      chance(rate / 2) ? [] : [[key, mutated(of, rate)] as const],
    );
    if (chance(rate / 2)) entries.push([pick(TEXTS), pick(JSON_VALUES)]);
    return Object.fromEntries(entries);
  }

  function textOf({ name, schema }: Parameter): string {
    if (chance(0.04)) return pick(TEXTS);
    const value = fitting(name, schema);
    return Array.isArray(value) ? value.join(",") : String(value);
  }

  return () => {
    const { path: template, method, parameters, body } = pick(operations);
    const query = new URLSearchParams();
    let path = template;
    for (const parameter of parameters) {
      const { name, required = false } = parameter;
      if (parameter.in === "path") {
        path = path.replace(`{${name}}`, encodeURIComponent(textOf(parameter).toWellFormed()));
      } else if (required ? !chance(0.03) : chance(0.12)) {
        query.append(chance(0.05) ? `${name}[]` : name, textOf(parameter));
        if (chance(0.03)) query.append(`${name}[0]`, textOf(parameter));
      }
    }
    if (chance(0.02)) query.append(pick(TEXTS), pick(TEXTS));
    const headers: Record<string, string> = {};
    if (chance(0.05)) {
      const [name, value] = pick(HEADERS);
      headers[name] = value;
    }
    const asked = chance(0.02) ? pick(["HEAD", "OPTIONS", "PUT", "DELETE", "POST"]) : method;
    const url = `${path}?${query}`.slice(0, chance(0.01) ? 20_000 : 12_000);
    if (body === null) return { method: asked, path: url, headers, body: null };
    headers["content-type"] ??= "application/json";
    const text = JSON.stringify(mutated(fitting("body", body), chance(0.5) ? 0 : 0.08)) ?? "";
    const broken = chance(0.03) ? text.slice(0, whole(text.length)) : text;
    const nested = chance(0.01) ? "[".repeat(40_000) : broken;
    return { method: asked, path: url, headers, body: asked === "HEAD" ? null : nested };
  };
}

function resolved(document: object, reference: string): Schema {
  let at: unknown = document;
  for (const key of reference.slice(2).split("/")) at = (at as Record<string, unknown>)[key];
  return at as Schema;
}

function operationsOf(document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [], requestBody } = operation as {
        readonly parameters?: readonly Parameter[];
        readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
      };
      const body = requestBody?.content["application/json"]?.schema ?? null;
      return { path, method: method.toUpperCase(), parameters, body };
    }),
  );
}
