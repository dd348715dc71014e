import { describe, expect, test } from "vitest";
import { ROUTER_ADDRESS } from "../../../../src/api/program/contracts.ts";
import { NATIVE } from "../../../../src/lib/address.ts";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { get } from "../../fixture/app.ts";
import { serviceOf } from "../../fixture/chain.ts";
import { BLOCK, WBERA, WETH } from "../../fixture/market.ts";

describe("GET /api/v1/networks", () => {
  test("default", async () => {
    const { body } = await get("/api/v1/networks");
    expect(body).toMatchObject([
      {
        id: 1,
        name: "mainnet",
        nativeToken: { address: NATIVE, symbol: "ETH", decimals: 18, wrapped: WETH },
        blockTimeMs: 12_000,
        contracts: { status: "deployed", router: ROUTER_ADDRESS },
        status: { ready: true, indexedBlock: BLOCK, headBlock: BLOCK, lagSeconds: 0, reason: null },
      },
      { id: 80094, nativeToken: { symbol: "BERA", wrapped: WBERA }, blockTimeMs: 2_000 },
    ]);
  });

  test("behavior: filters", async () => {
    const idsOf = async (query: string) =>
      ((await get(`/api/v1/networks${query}`)).body as { id: number }[]).map(({ id }) => id);
    expect(await idsOf("?chainId=80094")).toEqual([80094]);
    expect(await idsOf("?name=MainNet")).toEqual([1]);
    expect(await idsOf("?name=mainnet,berachain")).toEqual([1, 80094]);
    expect(await idsOf("?chainId=5")).toEqual([]);
  });

  test("behavior: a chain that lags says why", async () => {
    const chain = CHAINS.get(1);
    if (chain === undefined) throw new Error("chain 1 is not known");
    const { body } = await get("/api/v1/networks", { chains: new Map([[1, serviceOf(chain, 9)]]) });
    expect(body).toMatchObject([
      { status: { ready: false, lagSeconds: 108, reason: expect.stringContaining("behind") } },
    ]);
  });
});
