import { describe, expect, test } from "vitest";
import { nontokenizedEndpoint } from "../../../../src/api/http/routes/nontokenized.ts";
import type { ListedPosition } from "../../../../src/api/trade/listing.ts";
import { type Position, positionKey } from "../../../../src/protocols/position.ts";
import { NOTHING_PRICED } from "../../fixture/answers.ts";
import { fixtureDeps, get } from "../../fixture/app.ts";
import { BOB, DAI, HONEY, USDC } from "../../fixture/market.ts";
import {
  BEX_VAULT,
  CHEF,
  MARKETS,
  MORPHO,
  positionDeps,
  STAKING,
} from "../../fixture/positions.ts";

const deps = positionDeps();
const schema = nontokenizedEndpoint.response.strict();

async function list(query = "", changes: Parameters<typeof get>[1] = deps) {
  const { status, text, body } = await get(`/api/v1/nontokenized${query}`, changes);
  expect(status, text).toBe(200);
  return schema.parse(body);
}

/** What is listed, in words: positionId or address, in an order of its own. */
async function listed(query: string): Promise<readonly string[]> {
  const { data } = await list(query);
  return data.map(({ address, positionId }) => positionId ?? address).sort();
}

const MARKET_IDS = MARKETS.map((id) => `1:${MORPHO}:${id}`);
const FARM_ID = `1:${CHEF}:12`;

describe("GET /api/v1/nontokenized", () => {
  test("default: a position inside a shared contract", async () => {
    const { body } = await get("/api/v1/nontokenized?protocolSlug=sushiswap-masterchef", deps);
    expect(body).toEqual({
      data: [
        {
          chainId: 1,
          address: CHEF,
          primaryAddress: CHEF,
          positionId: FARM_ID,
          protocol: "sushiswap-masterchef",
          underlyingTokens: [
            {
              ...{ address: DAI, chainId: 1, type: "base", decimals: 18 },
              ...{ name: "DAI token", symbol: "DAI" },
              logosUri: [`https://token-icons.llamao.fi/icons/tokens/1/${DAI}`],
            },
          ],
          apy: 0,
        },
      ],
      meta: {
        ...{ total: 1, lastPage: 1, currentPage: 1, perPage: 1000, prev: null, next: null },
        cursor: expect.any(Number),
      },
    });
  });

  test("behavior: a position with a contract of its own has no positionId", async () => {
    const { data } = await list(`?address=${STAKING}`);
    expect(data).toMatchObject([{ address: STAKING, primaryAddress: STAKING }]);
    expect(data[0]).not.toHaveProperty("positionId");
  });

  test.each([
    ["", [...MARKET_IDS, FARM_ID, STAKING, BEX_VAULT]],
    ["?chainId=1", [...MARKET_IDS, FARM_ID, STAKING]],
    ["?chainId=80094", [BEX_VAULT]],
    ["?chainId=10", []],
    ["?chainId=999", []],
    ["?project=sushiswap", [FARM_ID]],
    ["?project=SUSHISWAP,morpho", [...MARKET_IDS, FARM_ID]],
    ["?project=nobody", []],
    ["?protocolSlug=morpho-blue", MARKET_IDS],
    ["?protocolSlug=morpho-blue&protocolSlug=berachain-bex", [...MARKET_IDS, BEX_VAULT]],
    ["?protocolSlug=unknown-slug", []],
    [`?address=${MORPHO.toUpperCase()}`, MARKET_IDS],
    [`?address=${CHEF},${STAKING}`, [FARM_ID, STAKING]],
    [`?address[]=${CHEF}&address[1]=${STAKING}`, [FARM_ID, STAKING]],
    [`?address=${BOB}`, []],
    [`?primayAddress=${CHEF}`, [FARM_ID]],
    [`?primaryAddress=${CHEF}`, [FARM_ID]],
    [`?primaryAddress=${CHEF}&primayAddress=${MORPHO}`, [...MARKET_IDS, FARM_ID]],
    [`?address=${CHEF}&primaryAddress=${MORPHO}`, []],
    [`?chainId=80094&address=${MORPHO}`, []],
    ["?includeMetadata=false&nonsense=1", [...MARKET_IDS, FARM_ID, STAKING, BEX_VAULT]],
  ])("behavior: filter %s", async (query, expected) => {
    expect(await listed(query)).toEqual([...expected].sort());
  });

  test("behavior: an empty page", async () => {
    const meta = { total: 0, lastPage: 1, currentPage: 1, perPage: 1000, prev: null, next: null };
    expect((await list("?chainId=999")).meta).toMatchObject(meta);
    expect((await list("?page=2")).data).toEqual([]);
  });

  test("behavior: same request, same bytes, and metadata of underlying tokens always", async () => {
    const [first, second] = await Promise.all(
      ["", "?includeMetadata=true"].map((query) => get(`/api/v1/nontokenized${query}`, deps)),
    );
    expect(second?.text).toBe(first?.text);
    const vault = (await list("?chainId=80094")).data[0];
    expect(vault?.underlyingTokens).toMatchObject([{ address: HONEY, symbol: "HONEY" }]);
  });

  test("error: INVALID_ARGUMENT of page=0", async () => {
    const { status, body } = await get("/api/v1/nontokenized?page=0", deps);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "INVALID_ARGUMENT", details: [{ path: "page" }] });
  });
});

/** So many positions on chain 1, each inside one contract. */
function many(count: number): Parameters<typeof get>[1] {
  const chain = deps.chains.get(1);
  const snapshot = chain?.lastSnapshot();
  const [open] = snapshot?.positions.values() ?? [];
  if (chain === undefined || open === undefined || !snapshot) throw new Error("no position");
  const underlyingTokens = [...snapshot.tokens.values()].filter(({ address }) => address === USDC);
  const positions = Array.from({ length: count }, (_, at): ListedPosition => {
    const id = String(at);
    const position: Position = { ...open.position, id, key: positionKey(MORPHO, id) };
    return { position, slug: "morpho-blue", project: "morpho", underlyingTokens, apy: 0 };
  });
  const listing = () => ({ ...NOTHING_PRICED, tokens: [], positions });
  return { ...fixtureDeps(), chains: new Map([[1, chain]]), listing };
}

type Page = Awaited<ReturnType<typeof list>>;

const idsOf = (pages: readonly Page[]) =>
  pages.flatMap(({ data }) => data.map(({ positionId }) => positionId));

/** Every page from the first one on, by cursor, the empty one at the end included. */
async function byCursor(changes: Parameters<typeof get>[1]): Promise<readonly Page[]> {
  const pages = [await list("", changes)];
  for (let page = pages[0]; page !== undefined && page.data.length > 0; ) {
    page = await list(`?cursor=${page.meta.cursor}`, changes);
    pages.push(page);
  }
  return pages;
}

describe("pages of GET /api/v1/nontokenized", () => {
  const full = many(2_001);

  test("default: by number they neither repeat nor miss a position", async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await list(`?page=${page}`, full));
    expect(pages.map(({ data }) => data.length)).toEqual([1000, 1000, 1, 0]);
    expect(pages.map(({ meta }) => [meta.prev, meta.currentPage, meta.next])).toEqual([
      ...[
        [null, 1, 2],
        [1, 2, 3],
        [2, 3, null],
        [3, 4, null],
      ],
    ]);
    expect(new Set(idsOf(pages)).size).toBe(2_001);
    for (const { meta } of pages) expect(meta).toMatchObject({ total: 2_001, lastPage: 3 });
  });

  test("behavior: a cursor continues after its record, without page numbers", async () => {
    const pages = await byCursor(full);
    expect(pages.map(({ data }) => data.length)).toEqual([1000, 1000, 1, 0]);
    const numbered = [];
    for (const page of [1, 2, 3]) numbered.push(await list(`?page=${page}`, full));
    expect(idsOf(pages)).toEqual(idsOf(numbered));
    for (const { meta } of pages.slice(1)) {
      expect(meta).toMatchObject({ currentPage: null, prev: null, next: null, total: 2_001 });
    }
  });

  test("behavior: an empty page repeats the given cursor", async () => {
    const pages = await byCursor(full);
    expect(pages.at(-1)?.meta.cursor).toBe(pages.at(-2)?.meta.cursor);
    const end = Number.MAX_SAFE_INTEGER;
    expect(await list(`?cursor=${end}`, full)).toMatchObject({ data: [], meta: { cursor: end } });
  });

  test("behavior: cursors are safe integers, hold with filters, and outlive what comes and goes", async () => {
    const first = await list("", full);
    expect(Number.isSafeInteger(first.meta.cursor)).toBe(true);
    const fewer = many(2_000);
    const rest = await list(`?cursor=${first.meta.cursor}&chainId=1`, fewer);
    const seen = new Set(idsOf([first]));
    expect(idsOf([rest]).some((id) => seen.has(id))).toBe(false);
    const missed = idsOf(await byCursor(fewer)).filter(
      (id) => !seen.has(id) && !idsOf([rest]).includes(id),
    );
    expect(missed.length).toBeLessThanOrEqual(1);
  });
});
