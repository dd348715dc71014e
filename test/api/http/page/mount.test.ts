import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { compressFiles } from "../../../../scripts/page/compress.ts";
import { createApp } from "../../../../src/api/http/app.ts";
import { pageFilesOf } from "../../../../src/api/http/page/files.ts";
import { fixtureDeps } from "../../fixture/app.ts";

const HTML = "<!doctype html><title>Weir</title>";
const SCRIPT = "console.log('weir');".repeat(50);

async function builtPage(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "weir-page-"));
  mkdirSync(join(directory, "assets"));
  const files = { "index.html": HTML, "assets/main-ABC.js": SCRIPT };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  await compressFiles(Object.keys(files).map((name) => join(directory, name)));
  writeFileSync(join(directory, "stamp"), "of these sources");
  return directory;
}

const app = createApp({ ...fixtureDeps(), page: pageFilesOf(await builtPage()) });

describe("mountPage", () => {
  test("default", async () => {
    for (const path of ["/", "/earn", "/token/1/0xa0b8", "/pool/1/0x1", "/docs/first-route"]) {
      const response = await app.request(path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(await response.text()).toBe(HTML);
    }
  });

  test("behavior: nothing may load from elsewhere, or run from the page's own text", async () => {
    const policy = (await app.request("/")).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
  });

  test("behavior: assets are kept for ever and come as small as the caller takes them", async () => {
    const get = (encoding: string) =>
      app.request("/assets/main-ABC.js", { headers: { "accept-encoding": encoding } });
    const brotli = await get("gzip, deflate, br, zstd");
    expect(brotli.headers.get("content-encoding")).toBe("br");
    expect(brotli.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(brotli.headers.get("vary")).toContain("accept-encoding");
    const bytes = Buffer.from(await brotli.arrayBuffer());
    expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT);
    const gzip = await get("gzip, br;q=0");
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(SCRIPT);
    const plain = await get("");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
  });

  test("behavior: a page that is not built says so, and shows itself once it is", async () => {
    const directory = join(mkdtempSync(join(tmpdir(), "weir-page-")), "dist");
    const waiting = createApp({ ...fixtureDeps(), page: pageFilesOf(directory) });
    const before = await waiting.request("/");
    expect(before.status).toBe(503);
    expect(await before.text()).toContain("npm run page");
    const docs = await waiting.request("/docs");
    expect(docs.headers.get("location")).toBe("/docs/reference");
    mkdirSync(directory);
    writeFileSync(join(directory, "index.html"), HTML);
    expect(await (await waiting.request("/")).text()).toBe(HTML);
  });

  test("error: NOT_FOUND", async () => {
    for (const path of [
      "/assets/main-XYZ.js",
      "/assets/..%2fstamp",
      "/assets/%2e%2e/stamp",
      "/stamp",
      "/index.html",
      "/docs/Guide",
    ]) {
      expect((await app.request(path)).status, path).toBe(404);
    }
  });
});
