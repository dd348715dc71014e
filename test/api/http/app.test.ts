import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { createApp } from "../../../src/api/http/app.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { ServiceError } from "../../../src/lib/errors.ts";
import { createLogger } from "../../../src/lib/logging.ts";
import { fixtureDeps, get, queryOf, TRADE } from "../fixture/app.ts";
import { serviceOf } from "../fixture/chain.ts";

const CANARY = "canary-8f0a8b5e";
const ROUTE = `/api/v1/shortcuts/route?${queryOf(TRADE)}`;
const QUOTE = `/api/v1/shortcuts/quote?${queryOf(TRADE)}`;

function recorder() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: createLogger({ level: "trace", destination }) };
}

function failing(error: unknown) {
  return { answer: () => Promise.reject(error) };
}

describe("createApp", () => {
  test("default", async () => {
    const { status, headers, body } = await get("/health");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(body).toEqual({ status: "ok" });
  });

  test("behavior: security headers", async () => {
    const { headers } = await get("/api/v1/tokens");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.get("x-powered-by")).toBeNull();
  });

  test("behavior: a plain request id is taken over, any other replaced", async () => {
    const idFor = async (given: string) => {
      const { headers } = await get("/health", {}, { headers: { "x-request-id": given } });
      return headers.get("x-request-id");
    };
    expect(await idFor("Order-77")).toBe("Order-77");
    expect(await idFor("a".repeat(64))).toBe("a".repeat(64));
    for (const given of ["", "a".repeat(65), "a b", "a_b", "<script>", "é"]) {
      expect(await idFor(given)).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("behavior: browsers of any origin may call with any x- header", async () => {
    const { headers } = await get(
      "/api/v1/tokens",
      {},
      { headers: { origin: "https://app.example" } },
    );
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toContain("x-request-id");
    for (const path of [ROUTE, "/api/v1/tokens"]) {
      const preflight = await get(
        path,
        {},
        {
          method: "OPTIONS",
          headers: {
            origin: "https://app.example",
            "access-control-request-method": "GET",
            "access-control-request-headers": "authorization,content-type,x-enso-widget,x-anything",
          },
        },
      );
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
      expect(preflight.headers.get("access-control-allow-headers")).toBe(
        "authorization,content-type,x-enso-widget,x-anything",
      );
      expect(preflight.headers.get("access-control-allow-methods")).toContain("GET");
    }
  });

  test("behavior: errors carry the CORS headers too", async () => {
    const { headers } = await get("/nothing");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test("behavior: parameters that mean nothing are told", async () => {
    const { status, headers } = await get("/api/v1/tokens?chainid=1&symbool[]=x&page=1&apikey=k");
    expect(status).toBe(200);
    expect(headers.get("warning")).toBe('299 - "unknown parameters ignored: chainid, symbool"');
    expect((await get("/api/v1/tokens?page=1")).headers.get("warning")).toBeNull();
  });

  test("behavior: what may be a key in the wrong place is not repeated", async () => {
    const { headers } = await get("/api/v1/tokens?weir_0a1b=1&a%0d%0ab=1");
    expect(headers.get("warning")).toBeNull();
  });

  test("behavior: HEAD answers like GET without a body", async () => {
    for (const path of ["/api/v1/tokens", ROUTE, "/health", "/openapi.json"]) {
      const { status, text } = await get(path, {}, { method: "HEAD" });
      expect([status, text]).toEqual([200, ""]);
    }
  });

  test("behavior: a slash at the end changes nothing", async () => {
    const [plain, slashed] = [await get("/api/v1/tokens"), await get("/api/v1/tokens/")];
    expect(slashed.text).toBe(plain.text);
  });

  test("behavior: same request, same bytes", async () => {
    const app = createApp(fixtureDeps());
    const read = async (path: string) => (await app.request(path)).text();
    const first = await read(ROUTE);
    await read(`${ROUTE}&fee=0&explain=true`);
    expect(await read(ROUTE)).toBe(first);
    expect(await read(`${ROUTE}&unknown=1`)).toBe(first);
  });

  test("error: NOT_FOUND", async () => {
    for (const path of ["/api", "/api/v1", "/api/v2/tokens", "/api/v1/%E0%A4%A", "/docs/../x"]) {
      const { status, body } = await get(path);
      expect(status).toBe(404);
      expect(body).toMatchObject({
        statusCode: 404,
        error: "Not Found",
        code: "NOT_FOUND",
        data: {},
      });
    }
  });

  test("error: METHOD_NOT_ALLOWED", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      for (const path of [
        "/api/v1/tokens",
        "/api/v1/shortcuts/route",
        "/health",
        "/docs/reference",
      ]) {
        const { status, headers, body } = await get(path, {}, { method });
        expect(status).toBe(405);
        expect(headers.get("allow")).toBe("GET, HEAD, OPTIONS");
        expect(body).toMatchObject({ code: "METHOD_NOT_ALLOWED", statusCode: 405 });
      }
    }
  });

  test("error: INDEX_STALE", async () => {
    const chains = new Map([...CHAINS].slice(0, 1).map(([id, chain]) => [id, serviceOf(chain, 9)]));
    const { status, headers, body } = await get(QUOTE, { chains });
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("3");
    expect(body).toMatchObject({ code: "INDEX_STALE", error: "Service Unavailable" });
  });

  test("error: INTERNAL", async () => {
    const { lines, log } = recorder();
    const secret = "postgres://weir:hunter2@10.0.0.9:5432/weir?sslkey=s3";
    const { status, body, text, headers } = await get(ROUTE, {
      log,
      ...failing(new Error(`SELECT * FROM pool failed at ${secret}`)),
    });
    expect(status).toBe(500);
    const id = headers.get("x-request-id");
    expect(body).toEqual({
      statusCode: 500,
      error: "Internal Server Error",
      code: "INTERNAL",
      message: `The service failed to answer; the operator finds the cause in the log under request ${id}.`,
      details: [],
      data: {},
      requestId: id,
    });
    expect(text).not.toMatch(/SELECT|hunter2|10\.0\.0\.9|\.ts:/);
    const logged = lines.map((line) => JSON.parse(line)).find((line) => line.err !== undefined);
    expect(logged).toMatchObject({ level: "error", requestId: id });
    expect(logged.err.message).toBe("SELECT * FROM pool failed at postgres://10.0.0.9:5432");
    expect(lines.join("")).not.toMatch(/hunter2|s3/);
  });

  test("behavior: keys are accepted and never logged or echoed", async () => {
    const { lines, log } = recorder();
    const app = createApp(fixtureDeps({ log }));
    const bearer = { headers: { authorization: `Bearer ${CANARY}`, cookie: `k=${CANARY}` } };
    const paths = [
      ROUTE,
      `${ROUTE}&apikey=${CANARY}`,
      `${ROUTE}&apiKey=${CANARY}`,
      `${ROUTE}&api%6Bey=${CANARY}`,
      `${ROUTE}&apikey[]=${CANARY}&${CANARY}=1`,
      `/api/v1/tokens?apikey=${CANARY}&page=0`,
      `/nothing?apikey=${CANARY}`,
      `/health?apikey=${CANARY}`,
    ];
    for (const path of paths) {
      for (const init of [{}, bearer]) {
        const response = await app.request(path, init);
        expect(response.status).toBeLessThan(500);
        expect(await response.text()).not.toContain(CANARY);
        expect(JSON.stringify([...response.headers])).not.toContain(CANARY);
      }
    }
    const error = Object.assign(new Error("refused"), {
      headers: { authorization: CANARY },
      url: `https://rpc.example/v2/${CANARY}`,
      cause: new Error(
        `fetch https://user:${CANARY}@rpc.example/v2/${CANARY}?key=${CANARY} failed`,
      ),
    });
    await createApp(fixtureDeps({ log, ...failing(error) })).request(ROUTE, bearer);
    expect(lines.length).toBeGreaterThan(paths.length * 2);
    expect(lines.join("")).not.toContain(CANARY);
    expect(lines.join("")).toContain("amountIn=1000000000000000000");
  });

  test("behavior: the log names the code of a refusal and its cause", async () => {
    const { lines, log } = recorder();
    const cause = new Error("connect ECONNREFUSED https://rpc.example/v2/secret");
    const error = new ServiceError("UPSTREAM_UNAVAILABLE", "the node is down; try again.", {
      cause,
    });
    const { status, headers } = await get(QUOTE, { log, ...failing(error) });
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    const [refusal, request] = lines.map((line) => JSON.parse(line));
    expect(refusal).toMatchObject({ level: "warn", requestId: request.requestId });
    expect(refusal.err.message).toContain("ECONNREFUSED https://rpc.example");
    expect(request).toMatchObject({ level: "warn", status: 503, code: "UPSTREAM_UNAVAILABLE" });
    expect(lines.join("")).not.toContain("secret");
  });

  test("behavior: a failure with bigint data is still JSON", async () => {
    const data = { maxAmountIn: 2n ** 200n };
    const error = new ServiceError("INSUFFICIENT_LIQUIDITY", "too much; send less.", { data });
    const { status, body } = await get(QUOTE, failing(error));
    expect(status).toBe(422);
    expect(body).toMatchObject({ data: { maxAmountIn: (2n ** 200n).toString() } });
  });
});
