import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { BundleRequest } from "../../../../src/api/bundle/request.ts";
import { bundleEndpoint } from "../../../../src/api/http/routes/bundle.ts";
import { NATIVE } from "../../../../src/lib/address.ts";
import { CHAINS } from "../../../../src/lib/chains.ts";
import { ServiceError } from "../../../../src/lib/errors.ts";
import { answerBundleWithoutChain } from "../../fixture/answers.ts";
import { get, queryOf } from "../../fixture/app.ts";
import { serviceOf } from "../../fixture/chain.ts";
import { ALICE, BLOCK, BOB, ROUTER, TIMESTAMP, USDC, WETH } from "../../fixture/market.ts";

const ROUTE = {
  protocol: ["enso"],
  action: "route",
  args: { tokenIn: NATIVE, tokenOut: USDC, amountIn: "1000000000000000000" },
};
const TRANSFER = {
  protocol: "erc20",
  action: "transfer",
  args: { token: USDC, receiver: BOB, amount: { useOutputOfCallAt: 0 } },
};

async function post(
  body: unknown,
  query: Readonly<Record<string, string>> = {},
  init: RequestInit = {},
) {
  const requests: BundleRequest[] = [];
  const response = await get(
    `/api/v1/shortcuts/bundle?${queryOf({ fromAddress: ALICE, ...query })}`,
    {
      answerBundle: (service, request) => {
        requests.push(request);
        return answerBundleWithoutChain(service, request);
      },
    },
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...init,
    },
  );
  return { ...response, request: requests[0] };
}

describe("POST /api/v1/shortcuts/bundle", () => {
  test("behavior: whatever its actions name may bring pools in that are not indexed", async () => {
    const admitted: (readonly Address[])[] = [];
    const [chain] = [...CHAINS.values()];
    if (chain === undefined) throw new Error("there is no chain");
    const service = serviceOf(chain);
    const admit = async (names: Iterable<Address>) => void admitted.push([...names]);
    const { status } = await get(
      `/api/v1/shortcuts/bundle?${queryOf({ fromAddress: ALICE })}`,
      { chains: new Map([[chain.chainId, { ...service, admit }]]) },
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify([ROUTE, TRANSFER]),
      },
    );
    expect(status).toBe(200);
    expect(admitted.map((names) => names.toSorted())).toEqual([[BOB, NATIVE, USDC].toSorted()]);
  });

  test("error: UPSTREAM_UNAVAILABLE, not UNKNOWN_TOKEN, where the node did not tell what it is", async () => {
    const [chain] = [...CHAINS.values()];
    if (chain === undefined) throw new Error("there is no chain");
    const unseen = (names: readonly Address[]) =>
      names.includes(BOB)
        ? new ServiceError("UPSTREAM_UNAVAILABLE", "The node did not tell.")
        : null;
    const refusing = (address: Address) => async () => {
      throw new ServiceError("UNKNOWN_TOKEN", "It is not supported.", { data: { address } });
    };
    const ask = (address: Address) =>
      get(
        `/api/v1/shortcuts/bundle?${queryOf({ fromAddress: ALICE })}`,
        {
          chains: new Map([[chain.chainId, { ...serviceOf(chain), unseen }]]),
          answerBundle: refusing(address),
        },
        {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify([ROUTE]),
        },
      );
    expect(await ask(BOB)).toMatchObject({ status: 503, body: { code: "UPSTREAM_UNAVAILABLE" } });
    expect(await ask(ALICE)).toMatchObject({ status: 422, body: { code: "UNKNOWN_TOKEN" } });
  });

  test("behavior: a deadline", async () => {
    const { body, request } = await post([ROUTE], { deadline: "+60" });
    expect(body).toMatchObject({ validUntil: TIMESTAMP + 12 + 60 });
    expect(request?.deadline).toEqual({ kind: "after", seconds: 60n });
    for (const deadline of [`${TIMESTAMP}`, "soon"]) {
      expect(await post([ROUTE], { deadline })).toMatchObject({
        ...{ status: 400, body: { code: "INVALID_ARGUMENT", details: [{ path: "deadline" }] } },
      });
    }
  });

  test("default", async () => {
    const { status, headers, body, request } = await post([ROUTE, TRANSFER]);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(bundleEndpoint.response.strict().parse(body)).toEqual({
      bundle: [
        {
          protocol: "core",
          action: "route",
          args: {
            tokenIn: NATIVE,
            tokenOut: USDC,
            amountIn: "1000000000000000000",
            slippage: "50",
          },
        },
        {
          protocol: "erc20",
          action: "transfer",
          args: { token: USDC, recipient: BOB, amount: { useOutputOfCallAt: 0 } },
        },
      ],
      createdAt: BLOCK,
      gas: "300000",
      validUntil: TIMESTAMP + 12 + 3_600,
      tx: { data: "0x1234", to: ROUTER.toLowerCase(), from: ALICE, value: "0" },
      amountsOut: { [USDC]: "7" },
      route: [
        {
          action: "deposit",
          protocol: "weth",
          tokenIn: [NATIVE],
          tokenOut: [WETH],
          positionInId: [`1:${NATIVE}`],
          positionOutId: [`1:${WETH}:${NATIVE}`],
        },
        { action: "swap", protocol: "core", tokenIn: [WETH], tokenOut: [USDC] },
        { action: "transfer", protocol: "erc20", tokenIn: [], tokenOut: [] },
      ],
    });
    expect(request).toMatchObject({
      chainId: 1,
      fromAddress: ALICE,
      receiver: null,
      spender: ALICE,
      refundReceiver: ALICE,
      strategy: "delegate",
    });
    expect(request?.actions).toHaveLength(2);
  });

  test("behavior: receiver, spender, refundReceiver and strategy", async () => {
    const query = {
      chainId: "1",
      receiver: BOB,
      spender: BOB,
      refundReceiver: BOB,
      routingStrategy: "ensowallet-v2",
    };
    const { request } = await post([ROUTE], query);
    expect(request).toMatchObject({
      receiver: BOB,
      spender: BOB,
      refundReceiver: BOB,
      strategy: "corewallet",
    });
  });

  test("behavior: same request, same bytes", async () => {
    const first = await post([ROUTE, TRANSFER]);
    await post([ROUTE]);
    expect((await post([ROUTE, TRANSFER])).text).toBe(first.text);
  });

  test("behavior: browsers of any origin may post", async () => {
    const { status, headers } = await post(
      [],
      {},
      {
        method: "OPTIONS",
        body: null,
        headers: {
          origin: "https://app.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type,authorization",
        },
      },
    );
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-methods")).toContain("POST");
    expect(headers.get("access-control-allow-headers")).toBe("content-type,authorization");
  });

  test("behavior: what the answer throws reaches the caller", async () => {
    const response = await get(
      `/api/v1/shortcuts/bundle?${queryOf({ fromAddress: ALICE })}`,
      {
        answerBundle: () =>
          Promise.reject(
            new ServiceError("SIMULATION_FAILED", "action 1 reverts: no; change it.", {
              data: { index: 1, reason: "no" },
            }),
          ),
      },
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify([ROUTE]),
      },
    );
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({
      code: "SIMULATION_FAILED",
      data: { index: 1, reason: "no" },
    });
  });

  test("error: METHOD_NOT_ALLOWED", async () => {
    const { status, headers } = await get("/api/v1/shortcuts/bundle");
    expect([status, headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });
});
