import { describe, expect, test } from "vitest";
import { createApp } from "../../../../src/api/http/app.ts";
import { fixtureDeps } from "../../fixture/app.ts";

const app = createApp(fixtureDeps());

describe("GET /docs", () => {
  test("default", async () => {
    const response = await app.request("/docs/reference");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/);
  });

  test("behavior: all that the page loads is served here", async () => {
    const html = await (await app.request("/docs/reference")).text();
    const urls = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? "");
    expect(urls).toHaveLength(5);
    for (const url of urls) {
      expect(url).toMatch(/^\/[a-z]/);
      const response = await app.request(url);
      expect(response.status, url).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    expect(html).not.toMatch(/https?:|\/\/[a-z]/);
    expect(html).not.toMatch(/<script>|style="| on[a-z]+="/);
  });

  test("behavior: styles and the start script name no other server", async () => {
    const css = await (await app.request("/docs/reference/swagger-ui.css")).text();
    expect(css.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|@import/);
    const script = await (await app.request("/docs/reference/page.js")).text();
    expect(script).not.toMatch(/https?:/);
    expect(script).toContain("validatorUrl: null");
  });

  test("error: NOT_FOUND", async () => {
    for (const path of [
      "/docs/reference/package.json",
      "/docs/reference/../../package.json",
      "/docs/reference/%2e%2e/package.json",
    ]) {
      expect((await app.request(path)).status).toBe(404);
    }
  });
});
