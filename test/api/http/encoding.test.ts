import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createApp } from "../../../src/api/http/app.ts";
import { encodedFor } from "../../../src/api/http/encoding.ts";
import { fixtureDeps } from "../fixture/app.ts";

const LONG = JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ number: i })));

describe("encodedFor", () => {
  test.each([
    ["br, gzip", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=0.8, BR;q=0.1", "br"],
    ["br;q=0, gzip", "gzip"],
    ["gzip", "gzip"],
    ["deflate", undefined],
    ["identity", undefined],
    [undefined, undefined],
  ])("default: %s is answered with %s", async (accepted, encoding) => {
    const { body, headers } = await encodedFor(accepted, LONG);
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers.vary).toBe("accept-encoding");
    const plain =
      encoding === "br"
        ? brotliDecompressSync(body).toString()
        : encoding === "gzip"
          ? gunzipSync(body).toString()
          : body;
    expect(plain).toBe(LONG);
    if (encoding !== undefined) expect(body.length).toBeLessThan(LONG.length / 4);
  });

  test("behavior: short texts are sent as they are", async () => {
    const { body, headers } = await encodedFor("br", "x".repeat(1_399));
    expect(body).toHaveLength(1_399);
    expect(headers).not.toHaveProperty("content-encoding");
  });
});

describe("answers", () => {
  const app = createApp(fixtureDeps());
  const ask = (path: string, accepted: string) =>
    app.request(path, { headers: { "accept-encoding": accepted } });

  test("default: lists and the description are compressed, with their headers", async () => {
    for (const path of ["/api/v1/protocols", "/openapi.json"]) {
      const plain = await ask(path, "identity");
      const brotli = await ask(path, "br");
      expect(brotli.headers.get("content-encoding"), path).toBe("br");
      expect(brotli.headers.get("content-type")).toBe("application/json");
      expect(brotli.headers.get("vary")).toContain("accept-encoding");
      const body = brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString();
      expect(body).toBe(await plain.text());
    }
  });

  test("behavior: an entity has one tag, however it is written", async () => {
    const path = "/api/v1/tokens?includeMetadata=true";
    const [plain, brotli] = [await ask(path, "identity"), await ask(path, "br")];
    expect(brotli.headers.get("content-encoding")).toBe("br");
    const tag = brotli.headers.get("etag") ?? "";
    expect(tag).toBe(plain.headers.get("etag"));
    const again = await app.request(path, {
      headers: { "accept-encoding": "br", "if-none-match": tag },
    });
    expect(again.status).toBe(304);
  });
});
