import { describe, expect, test } from "vitest";
import { tokensEndpoint } from "../../../../src/api/http/routes/tokens.ts";
import { NATIVE } from "../../../../src/lib/address.ts";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { get } from "../../fixture/app.ts";
import { serviceOf } from "../../fixture/chain.ts";
import { BOB, DAI, HONEY, USDC, WBERA, WETH } from "../../fixture/market.ts";

const ALL = [
  `1 ${DAI}`,
  `1 ${USDC}`,
  `1 ${WETH}`,
  `1 ${NATIVE}`,
  `80094 ${WBERA}`,
  `80094 ${NATIVE}`,
  `80094 ${HONEY}`,
];

async function list(query = "") {
  const { status, text, body } = await get(`/api/v1/tokens${query}`);
  expect(status, text).toBe(200);
  return tokensEndpoint.response.strict().parse(body);
}

async function listed(query: string): Promise<readonly string[]> {
  return (await list(query)).data.map(({ chainId, address }) => `${chainId} ${address}`);
}

describe("GET /api/v1/tokens", () => {
  test("default", async () => {
    const { body } = await get(
      "/api/v1/tokens?chainId=1&address=0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    );
    expect(body).toEqual({
      data: [
        {
          chainId: 1,
          address: USDC,
          decimals: 6,
          type: "base",
          protocolSlug: null,
          underlyingTokens: [],
          primaryAddress: USDC,
          apy: 0,
        },
      ],
      meta: { total: 1, lastPage: 1, currentPage: 1, perPage: 1000, prev: null, next: null },
    });
  });

  test("behavior: every chain, by chain and address, the native token included", async () => {
    expect(await listed("")).toEqual(ALL);
  });

  test("behavior: includeMetadata", async () => {
    const { data } = await list(`?address=${USDC}&includeMetadata=true`);
    expect(data[0]).toMatchObject({
      name: "USDC token",
      symbol: "USDC",
      logosUri: [`https://token-icons.llamao.fi/icons/tokens/1/${USDC}`],
      ...{ project: null, tvl: null, apyBase: 0, apyReward: 0 },
    });
    expect((await list("?includeMetadata=false")).data[0]).not.toHaveProperty("symbol");
  });

  test.each([
    ["?chainId=80094", ALL.slice(4)],
    [`?address=${USDC},${HONEY}`, [`1 ${USDC}`, `80094 ${HONEY}`]],
    [`?address=${USDC}&address=${HONEY}`, [`1 ${USDC}`, `80094 ${HONEY}`]],
    [`?address[]=${USDC}&address[1]=${HONEY}`, [`1 ${USDC}`, `80094 ${HONEY}`]],
    [`?address=${NATIVE.toUpperCase()}`, [`1 ${NATIVE}`, `80094 ${NATIVE}`]],
    [`?primayAddress=${WETH}`, [`1 ${WETH}`]],
    [`?primaryAddress=${WETH}`, [`1 ${WETH}`]],
    [`?primaryAddress=${WETH}&primayAddress=${DAI}`, [`1 ${DAI}`, `1 ${WETH}`]],
    [`?address=${USDC}&primaryAddress=${WETH}`, []],
    ["?type=base", ALL],
    ["?type=baseToken", ALL],
    ["?type=BASETOKEN", ALL],
    ["?type=defi", []],
    ["?type=defiToken", []],
    ["?protocolSlug=uniswap-v2", []],
    ["?protocolSlug=nothing-known", []],
    [`?underlyingTokens=${USDC}`, []],
    [`?address=${BOB}`, []],
    ["?chainId=999", []],
    ["?page=2", []],
    ["?nonsense=1", ALL],
    ["?q=usd", [`1 ${USDC}`]],
    ["?q=token&chainId=80094", [`80094 ${HONEY}`, `80094 ${WBERA}`]],
    ["?symbol=weth,HONEY", [`1 ${WETH}`, `80094 ${HONEY}`]],
    ["?symbol[]=weth", [`1 ${WETH}`]],
    ["?name=usdc TOKEN", [`1 ${USDC}`]],
    ["?project=uniswap", []],
    ["?apyFrom=0.1", []],
    ["?apyTo=0", ALL],
    ["?tvlFrom=0", []],
    ["?pageSize=2&page=2", ALL.slice(2, 4)],
  ])("behavior: filter %s", async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  test("behavior: cursors lead through all, each once, however large the pages", async () => {
    for (const pageSize of [1, 3, 7, 1000]) {
      const found: string[] = [];
      let cursor = 0;
      for (;;) {
        const { data, meta } = await list(`?pageSize=${pageSize}&cursor=${cursor}`);
        expect(meta).toMatchObject({ total: 7, currentPage: null, prev: null, next: null });
        if (data.length === 0) expect(meta.cursor).toBe(cursor);
        if (data.length === 0) break;
        expect(data.length).toBeLessThanOrEqual(pageSize);
        found.push(...data.map(({ chainId, address }) => `${chainId} ${address}`));
        cursor = meta.cursor ?? -1;
      }
      expect(found.sort()).toEqual([...ALL].sort());
    }
  });

  test.each([
    ["q=", "q"],
    ["q=usdc&cursor=0", "cursor"],
    ["pageSize=0", "pageSize"],
    ["pageSize=1001", "pageSize"],
    ["apyFrom=-1", "apyFrom"],
    ["tvlTo=1e9", "tvlTo"],
    [`symbol=${"x".repeat(101)}`, "symbol.0"],
  ])("error: INVALID_ARGUMENT for %s", async (query, path) => {
    const { status, body } = await get(`/api/v1/tokens?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "INVALID_ARGUMENT", details: [{ path }] });
  });

  test("behavior: an empty page", async () => {
    expect((await list("?chainId=999")).meta).toEqual({
      total: 0,
      lastPage: 1,
      currentPage: 1,
      perPage: 1000,
      prev: null,
      next: null,
    });
  });

  test("behavior: pages neither repeat nor miss a token", async () => {
    const chain = CHAINS.get(1);
    if (chain === undefined) throw new Error("chain 1 is not known");
    const service = serviceOf(chain);
    const snapshot = service.snapshot();
    const many = Array.from({ length: 2_001 }, (_, index) => {
      const address = `0x${((index * 7919) % 2_001).toString(16).padStart(40, "0")}` as const;
      return [address, { address, decimals: 18, symbol: null, name: null }] as const;
    });
    const large = { ...service, lastSnapshot: () => ({ ...snapshot, tokens: new Map(many) }) };
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      const { body } = await get(`/api/v1/tokens?page=${page}`, { chains: new Map([[1, large]]) });
      pages.push(tokensEndpoint.response.strict().parse(body));
    }
    expect(pages.map(({ data }) => data.length)).toEqual([1000, 1000, 1, 0]);
    expect(pages.map(({ meta }) => [meta.prev, meta.currentPage, meta.next])).toEqual([
      [null, 1, 2],
      [1, 2, 3],
      [2, 3, null],
      [3, 4, null],
    ]);
    const addresses = pages.flatMap(({ data }) => data.map(({ address }) => address));
    expect(addresses).toEqual(many.map(([address]) => address).sort());
  });

  test("behavior: a stale chain still lists, a chain without a snapshot lists nothing", async () => {
    const chain = CHAINS.get(1);
    if (chain === undefined) throw new Error("chain 1 is not known");
    const stale = await get("/api/v1/tokens", { chains: new Map([[1, serviceOf(chain, 50)]]) });
    expect(stale.body).toMatchObject({ meta: { total: 4 } });
    const none = { ...serviceOf(chain), lastSnapshot: () => null };
    const empty = await get("/api/v1/tokens", { chains: new Map([[1, none]]) });
    expect(empty.body).toMatchObject({ data: [], meta: { total: 0 } });
  });
});
