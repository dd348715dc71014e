import { describe, expect, test } from "vitest";
import { connectionsFor } from "../../src/lib/rpc.ts";

const GATEWAY = "http://127.0.0.1:5/path";

describe("connectionsFor", () => {
  test("default", () => {
    const urls = connectionsFor(GATEWAY, { nodeUrls: ["http://127.0.0.1:8545"], localCopies: 8 });
    expect(new Set(urls).size).toBe(8);
    expect(urls.every((url) => url.startsWith(`${GATEWAY}?`))).toBe(true);
  });

  test("behavior: a provider counts once", () => {
    const nodeUrls = ["https://a.example/key", "https://b.example/key", "http://localhost:1"];
    expect(connectionsFor(GATEWAY, { nodeUrls, localCopies: 3 })).toHaveLength(5);
  });
});
