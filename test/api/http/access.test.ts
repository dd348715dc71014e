import { describe, expect, test } from "vitest";
import type { Access } from "../../../src/api/http/access.ts";
import { createApp } from "../../../src/api/http/app.ts";
import type { Deps } from "../../../src/api/http/deps.ts";
import { errorSchema } from "../../../src/api/http/error-schema.ts";
import { clientAddresses } from "../../../src/api/http/limits/client-address.ts";
import type { Caller } from "../../../src/api/http/limits/rate-limits.ts";
import { fixtureDeps, get, queryOf, TRADE } from "../fixture/app.ts";
import { ALICE } from "../fixture/market.ts";

const QUOTE = `/api/v1/shortcuts/quote?${queryOf(TRADE)}`;
const KEY = "good";

/**
 * Protection where `good` is the only key, unless `changes` say otherwise; `asked` tells what was
 * counted.
 */
function protect(changes: Partial<Access> = {}) {
  const asked: (Caller & { readonly cost: number })[] = [];
  const protection = {
    keys: { needsKey: () => true, idOf: (text: string) => (text === KEY ? "id" : null) },
    limits: {
      consume: async (caller: Caller, cost: number) => {
        asked.push({ ...caller, cost });
        return { allowed: true, remaining: 70, resetSeconds: 42 };
      },
    },
    clientAddress: clientAddresses([]),
    ratePerKey: 100,
    ratePerAddress: null,
    requestTimeoutMs: 10_000,
    ...changes,
  };
  return { asked, deps: { protection } satisfies Partial<Deps> };
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const OPEN = { needsKey: () => false, idOf: () => null };

describe("accessControl", () => {
  test("default", async () => {
    const { deps, asked } = protect();
    const { status, headers } = await get(QUOTE, deps, bearer(KEY));
    expect(status).toBe(200);
    expect(headers.get("ratelimit-policy")).toBe('"key";q=100;w=60');
    expect(headers.get("ratelimit")).toBe('"key";r=70;t=42');
    expect(asked).toEqual([{ kind: "key", id: "id", quota: 100, cost: 5 }]);
  });

  test("behavior: a key as apikey; the header wins", async () => {
    const { deps } = protect();
    const status = async (path: string, init?: RequestInit) => (await get(path, deps, init)).status;
    expect(await status(`/api/v1/tokens?apikey=${KEY}`)).toBe(200);
    expect(await status(`/api/v1/tokens?apikey[]=${KEY}`)).toBe(200);
    expect(await status("/api/v1/tokens?apikey=bad", bearer(KEY))).toBe(200);
    expect(await status(`/api/v1/tokens?apikey=${KEY}`, bearer("bad"))).toBe(401);
    expect(await status("/api/v1/tokens", { headers: { authorization: `bearer  ${KEY}` } })).toBe(
      200,
    );
    // A proxy's own credentials say nothing about ours.
    const basic = { headers: { authorization: "Basic dXNlcjpw" } };
    expect(await status(`/api/v1/tokens?apikey=${KEY}`, basic)).toBe(200);
    expect(await status("/api/v1/tokens", basic)).toBe(401);
  });

  test("error: UNAUTHORIZED in the usual shape, and counted by address", async () => {
    const { deps, asked } = protect();
    for (const path of ["/api/v1/tokens", "/api/v1/nothing", QUOTE]) {
      const { status, headers, body } = await get(path, deps);
      expect([status, errorSchema.parse(body).code]).toEqual([401, "UNAUTHORIZED"]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
      expect(headers.get("ratelimit-policy")).toBe('"address";q=600000;w=60');
    }
    expect(asked.map(({ kind, id }) => `${kind}:${id}`)).toEqual(
      Array.from({ length: 3 }, () => "address:127.0.0.1"),
    );
    const given = await get("/api/v1/tokens", deps, bearer("secret-canary"));
    expect(given.text).not.toContain("secret-canary");
    expect(given.text).toContain("The API key is not valid");
  });

  test("behavior: the root paths and preflights need no key", async () => {
    const { deps, asked } = protect();
    for (const path of ["/health", "/ready", "/metrics", "/openapi.json", "/docs/reference"]) {
      const response = await createApp(fixtureDeps(deps)).request(path);
      expect(response.status, path).toBe(200);
    }
    const headers = { origin: "https://a.example", "access-control-request-method": "GET" };
    expect((await get(QUOTE, deps, { method: "OPTIONS", headers })).status).toBe(204);
    expect(asked).toEqual([]);
  });

  test("behavior: while no key is needed, a key that is sent is not looked at", async () => {
    const { deps, asked } = protect({ keys: OPEN });
    expect((await get("/api/v1/tokens", deps, bearer("any"))).status).toBe(200);
    expect(asked).toMatchObject([{ kind: "address" }]);
  });

  test("behavior: quotas by address; this machine has more unless told otherwise", async () => {
    const policy = async (changes: Partial<Access>, remoteAddress: string) => {
      const app = createApp(fixtureDeps(protect({ keys: OPEN, ...changes }).deps));
      const response = await app.request("/api/v1/tokens", {}, { remoteAddress });
      return response.headers.get("ratelimit-policy");
    };
    expect(await policy({}, "127.0.0.1")).toBe('"address";q=600000;w=60');
    expect(await policy({}, "203.0.113.7")).toBe('"address";q=6000;w=60');
    expect(await policy({ ratePerAddress: 9 }, "127.0.0.1")).toBe('"address";q=9;w=60');
    expect(await policy({ ratePerAddress: 0 }, "127.0.0.1")).toBeNull();
  });

  test("error: RATE_LIMITED in the usual shape, before anything is worked on", async () => {
    const limits = { consume: async () => ({ allowed: false, remaining: 0, resetSeconds: 17 }) };
    let answered = 0;
    const answer = () => {
      answered += 1;
      return Promise.reject(new Error("not to be asked"));
    };
    const { deps } = protect({ limits });
    const { status, headers, body } = await get(QUOTE, { ...deps, answer }, bearer(KEY));
    expect([status, errorSchema.parse(body).code, answered]).toEqual([429, "RATE_LIMITED", 0]);
    expect(headers.get("retry-after")).toBe("17");
    expect(headers.get("ratelimit")).toBe('"key";r=0;t=17');
    expect(headers.get("ratelimit-policy")).toBe('"key";q=100;w=60');
  });
});

const BUNDLE = `/api/v1/shortcuts/bundle?fromAddress=${ALICE}`;

describe("deadline", () => {
  test("error: OVERLOADED when there is no answer in time", async () => {
    const { deps } = protect({ keys: OPEN });
    const protection = { ...deps.protection, requestTimeoutMs: 20 };
    const answer = () => new Promise<never>(() => undefined);
    const { status, headers, body } = await get(QUOTE, { protection, answer });
    expect(status).toBe(503);
    expect(errorSchema.parse(body)).toMatchObject({ code: "OVERLOADED" });
    expect(headers.get("retry-after")).toBe("1");
  });

  test("error: INVALID_ARGUMENT while the body does not arrive", async () => {
    const { deps } = protect({ keys: OPEN });
    const protection = { ...deps.protection, requestTimeoutMs: 20 };
    const body = new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from("[")) });
    const init = { method: "POST", body, duplex: "half" };
    const headers = { "content-type": "application/json" };
    const answer = await get(BUNDLE, { protection }, { ...init, headers } as RequestInit);
    expect(answer.status).toBe(400);
    expect(errorSchema.parse(answer.body)).toMatchObject({
      ...{ code: "INVALID_ARGUMENT", details: [{ path: "body" }] },
    });
  });
});
