import { describe, expect, test } from "vitest";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { get } from "../../fixture/app.ts";
import { serviceOf } from "../../fixture/chain.ts";
import { BLOCK } from "../../fixture/market.ts";

describe("GET /ready", () => {
  test("default", async () => {
    const { status, body } = await get("/ready");
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "ready",
      chains: [1, 80094].map((chainId) => ({
        chainId,
        name: CHAINS.get(chainId)?.name,
        indexedBlock: BLOCK,
        headBlock: BLOCK,
        lagBlocks: 0,
        lagSeconds: 0,
        ready: true,
        reason: null,
        contracts: "deployed",
        simulation: ["eth_simulateV1"],
      })),
    });
  });

  test("behavior: one stale chain is enough for 503, with its reason", async () => {
    const chains = new Map(
      [1, 80094].flatMap((chainId) => {
        const chain = CHAINS.get(chainId);
        return chain === undefined
          ? []
          : [[chainId, serviceOf(chain, chainId === 1 ? 0 : 7)] as const];
      }),
    );
    const { status, headers, body } = await get("/ready", { chains });
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("1");
    expect(body).toMatchObject({
      status: "not ready",
      chains: [{ ready: true }, { ready: false, lagBlocks: 7, reason: "7 blocks behind the node" }],
    });
    expect((await get("/health", { chains })).status).toBe(200);
  });

  test("behavior: no chain at all is not ready", async () => {
    expect((await get("/ready", { chains: new Map() })).status).toBe(503);
  });
});
