import { describe, expect, test } from "vitest";
import { protocolsEndpoint } from "../../../../src/api/http/routes/protocols.ts";
import { get } from "../../fixture/app.ts";

async function slugs(query: string): Promise<readonly string[]> {
  const { status, text, body } = await get(`/api/v1/protocols${query}`);
  expect(status, text).toBe(200);
  return protocolsEndpoint.response.parse(body).map(({ slug }) => slug);
}

describe("GET /api/v1/protocols", () => {
  test("default", async () => {
    const { body } = await get("/api/v1/protocols?slug=weth");
    expect(body).toEqual([
      {
        slug: "weth",
        url: "https://weth.io",
        logosUri: [],
        description: "Holds ether one to one and issues it as an ERC-20 token.",
        name: "Wrapped Ether",
        chains: [{ id: 1, name: "mainnet" }],
      },
    ]);
  });

  test("behavior: what the service indexes, by slug, and what every chain has", async () => {
    const all = await slugs("");
    expect(all).toEqual([...all].sort());
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(
      expect.arrayContaining([
        "core",
        "erc20",
        "permit2",
        "sushiswap-v2",
        "kodiak-v3",
        "uniswap-v3",
      ]),
    );
    expect(all).not.toContain("quickswap-v2");
  });

  test("behavior: every record has a name and a URL, and chains that are indexed", async () => {
    const { body } = await get("/api/v1/protocols");
    for (const { url, name, chains } of protocolsEndpoint.response.parse(body)) {
      expect(new URL(url).protocol).toMatch(/^https?:$/);
      expect(name).not.toBe("");
      expect(chains.length).toBeGreaterThan(0);
      for (const { id } of chains) expect([1, 80094]).toContain(id);
    }
  });

  test("behavior: filters", async () => {
    const berachain = await slugs("?chainId=80094");
    expect(berachain).toEqual(expect.arrayContaining(["core", "kodiak-v2", "wbera"]));
    expect(berachain).not.toContain("weth");
    expect(await slugs("?slug=weth,UNISWAP-V2,unknown")).toEqual(["uniswap-v2", "weth"]);
    expect(await slugs("?slug[]=weth&slug[]=core")).toEqual(["core", "weth"]);
    expect(await slugs("?chainId=80094&slug=weth")).toEqual([]);
    expect(await slugs("?chainId=999")).toEqual([]);
  });
});
