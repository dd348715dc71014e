import { describe, expect, test } from "vitest";
import { expandRpcUrls } from "../../src/lib/rpc.ts";

describe("expandRpcUrls", () => {
  test("default", () => {
    const urls = expandRpcUrls(["http://127.0.0.1:8545"], 8);
    expect(new Set(urls).size).toBe(8);
    expect(urls.every((url) => url.startsWith("http://127.0.0.1:8545/?"))).toBe(true);
  });

  test("behavior: a provider's URL stays as it is", () => {
    const url = "https://mainnet.example.com/v3/key";
    expect(expandRpcUrls([url], 8)).toEqual([url]);
  });

  test("behavior: keeps a query that is there", () => {
    expect(expandRpcUrls(["http://localhost:1/a?key=b"], 1)).toEqual([
      "http://localhost:1/a?key=b&connection=0",
    ]);
  });
});
