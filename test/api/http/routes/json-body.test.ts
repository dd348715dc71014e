import { describe, expect, test } from "vitest";
import { createApp } from "../../../../src/api/http/app.ts";
import { startServer } from "../../../../src/api/http/server.ts";
import { fixtureDeps } from "../../fixture/app.ts";
import { BUNDLE_PATH, core, post, route } from "./bundle-bodies.ts";

describe("readJsonBody", () => {
  const unreadable = [
    "",
    " ",
    "{",
    "[",
    "[{]",
    "[1,]",
    "undefined",
    "NaN",
    "[{'protocol':'core'}]",
    "[]]",
    '["\n"]',
    "\ud800",
  ];
  test.each(unreadable)("error: INVALID_ARGUMENT, %j is no JSON", async (text) => {
    const error = await post(text);
    expect(error).toMatchObject({ code: "INVALID_ARGUMENT", details: [{ path: "body" }] });
  });

  test("error: INVALID_ARGUMENT, nested deeper than 32 levels", async () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
      expect((await post(nested(33))).details[0]?.message).toContain("deeper than 32");
      expect((await post(nested(10_000))).details[0]?.message).toContain("deeper than 32");
      expect((await post(nested(32))).details[0]?.message).not.toContain("deeper");
    }
    const inText = JSON.stringify([core("route", { ...route, tokenIn: "[".repeat(99) })]);
    expect((await post(inText)).details[0]?.path).toBe("0.args.tokenIn");
  });

  test("error: PAYLOAD_TOO_LARGE", async () => {
    const padded = (bytes: number) => {
      const text = JSON.stringify([core("route", { ...route, tokenIn: "x" })]);
      return text + " ".repeat(bytes - text.length);
    };
    expect(await post(padded(65_536))).toMatchObject({ code: "INVALID_ARGUMENT" });
    expect(await post(padded(65_537))).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      statusCode: 413,
    });
    const stated = { "content-length": "65537" };
    expect(await post("[]", stated)).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });

  test("error: UNSUPPORTED_MEDIA_TYPE", async () => {
    for (const headers of [
      { "content-type": "text/plain" },
      { "content-type": "" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "application/jsonp" },
      { "content-encoding": "gzip" },
    ]) {
      const error = await post("[]", headers);
      expect(error).toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE", statusCode: 415 });
    }
    for (const type of [
      "application/json; charset=utf-8",
      "APPLICATION/JSON",
      "application/vnd.x+json",
    ]) {
      expect(await post("[]", { "content-type": type })).toMatchObject({
        code: "INVALID_ARGUMENT",
      });
    }
  });

  test("error: PAYLOAD_TOO_LARGE, over a connection that stays usable", async () => {
    const deps = fixtureDeps();
    const app = createApp(deps);
    const server = await startServer({ app, host: "127.0.0.1", port: 0, log: deps.log });
    try {
      for (const body of ["x".repeat(1_000_000), new Blob(["x".repeat(65_537)]).stream(), "[]"]) {
        const response = await fetch(`${server.url}${BUNDLE_PATH}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
          ...(typeof body === "string" ? {} : { duplex: "half" }),
        });
        expect(response.status).toBe(body === "[]" ? 400 : 413);
        expect(await response.json()).toMatchObject({ statusCode: response.status });
      }
    } finally {
      await server.close();
    }
  });

  test("behavior: no body takes long to refuse", async () => {
    const started = performance.now();
    for (const text of ['"', '\\\\"', '"\\\\', "[", '"a', "[{", "[[],"]) {
      await post(text.repeat(65_536 / text.length - 1));
    }
    const abi = "f(uint8[])";
    const call = { address: route.tokenIn, method: "f", abi, args: [Array(15_000).fill("x")] };
    const error = await post(JSON.stringify([core("call", call)]));
    expect(error.details).toHaveLength(500);
    expect(error.message).toMatch(/; and 14995 more\.$/);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
