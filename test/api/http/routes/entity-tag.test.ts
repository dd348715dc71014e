import { describe, expect, test } from "vitest";
import type { ChainService } from "../../../../src/api/chain/service.ts";
import { isTagged } from "../../../../src/api/http/routes/entity-tag.ts";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { fixtureDeps, get } from "../../fixture/app.ts";
import { serviceOf } from "../../fixture/chain.ts";

const LISTS = ["/api/v1/tokens", "/api/v1/nontokenized"];

/** Chain 1 of the fixture at another block. */
function otherBlock(): ReadonlyMap<number, ChainService> {
  const chain = CHAINS.get(1);
  if (chain === undefined) throw new Error("chain 1 is unknown");
  const service = serviceOf(chain);
  const snapshot = service.snapshot();
  const block = { ...snapshot.block, hash: `0x${"77".repeat(32)}` } as const;
  return new Map([[1, { ...service, lastSnapshot: () => ({ ...snapshot, block }) }]]);
}

describe("listTag", () => {
  test("default", async () => {
    for (const path of LISTS) {
      const { status, headers } = await get(path);
      const tag = headers.get("etag") ?? "";
      expect([status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{22}"$/)]);
      expect(headers.get("cache-control")).toBe("private, no-cache");
      const again = await get(path, {}, { headers: { "if-none-match": `W/${tag}, "x"` } });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
    }
  });

  test("behavior: 304 without making the list", async () => {
    const tag = (await get("/api/v1/tokens")).headers.get("etag") ?? "";
    const listing = () => {
      throw new Error("not to be asked");
    };
    const headers = { "if-none-match": tag };
    expect((await get("/api/v1/tokens", { listing }, { headers })).status).toBe(304);
  });

  test("behavior: one tag for every spelling of a request, others for others", async () => {
    const tagOf = async (path: string) => (await get(path)).headers.get("etag");
    const tag = await tagOf("/api/v1/tokens?chainId=1&type=base");
    expect(await tagOf("/api/v1/tokens?type[]=baseToken&chainId=1&unknown=1")).toBe(tag);
    const others = [
      "/api/v1/tokens?chainId=1",
      "/api/v1/tokens?chainId=1&type=base&page=2",
      ...LISTS,
    ];
    expect(new Set([tag, ...(await Promise.all(others.map(tagOf)))]).size).toBe(5);
  });

  test("behavior: a new block makes a new tag", async () => {
    const chains = new Map([...fixtureDeps().chains].filter(([chainId]) => chainId === 1));
    const tags = await Promise.all(
      [chains, otherBlock()].map(async (on) =>
        (await get(LISTS[0] ?? "", { chains: on })).headers.get("etag"),
      ),
    );
    expect(new Set(tags).size).toBe(2);
  });

  test("behavior: a bad request is 400 whatever the caller has", async () => {
    const headers = { "if-none-match": "*" };
    const { status, headers: answered } = await get("/api/v1/tokens?page=0", {}, { headers });
    expect([status, answered.get("etag")]).toEqual([400, null]);
  });
});

describe("isTagged", () => {
  test("default", () => {
    for (const given of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"'])
      expect(isTagged(given, '"a"')).toBe(true);
    for (const given of [undefined, "", '"b"', "a", "*"])
      expect(isTagged(given, '"a"')).toBe(false);
  });
});
