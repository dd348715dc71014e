import { getLogsRetryHelper } from "@ponder/utils";
import { custom, RpcRequestError } from "viem";
import { describe, expect, test } from "vitest";
import { startGateway } from "../../src/nodes/gateway.ts";
import { BlockReplacedError, NodesUnavailableError } from "../../src/nodes/transport.ts";

const HEAD = { method: "eth_getBlockByNumber", params: ["latest", true] };
const OTHER = { method: "eth_getLogs", params: [{ blockHash: "0x1" }] };

/** A gateway before nodes whose answers the test decides. */
async function gatewayOf(answer: () => unknown) {
  const transport = custom({ request: async () => answer() }, { retryCount: 0 });
  const url = String((await startGateway(new Map([[1, transport]]))).get(1));
  return async (asked: object, suffix = "") => {
    const response = await fetch(`${url}${suffix}`, {
      method: "POST",
      body: JSON.stringify(asked),
    });
    const text = await response.text();
    return { status: response.status, ...(text === "" ? {} : JSON.parse(text)) };
  };
}

function failing(error: unknown): () => never {
  return () => {
    throw error;
  };
}

describe("startGateway", () => {
  test("default: answers, whatever the query of the URL, and at no other path", async () => {
    const ask = await gatewayOf(() => ({ number: "0x1" }));
    expect(await ask(OTHER, "?connection=3")).toMatchObject({
      ...{ status: 200, result: { number: "0x1" } },
    });
    expect(await ask(OTHER, "0")).toEqual({ status: 404 });
  });

  test("behavior: the last head is repeated while no node answers", async () => {
    let answer: () => unknown = failing(new Error("none yet"));
    const ask = await gatewayOf(() => answer());
    expect(await ask(HEAD)).toMatchObject({ status: 500 });
    answer = () => "head";
    await ask(HEAD);
    answer = failing(new NodesUnavailableError(1, { reason: "down", isLimited: false }));
    expect(await ask(HEAD)).toMatchObject({ status: 200, result: "head" });
    expect(await ask(OTHER)).toMatchObject({ status: 503 });
  });

  test.each([
    ["404, of a block that was replaced", 404, new BlockReplacedError(1, "0x1")],
    ["429, of nodes that limit the rate", 429, { reason: "", isLimited: true }],
    ["503, of nodes that are down", 503, { reason: "", isLimited: false }],
  ])("error: %s", async (_, status, of) => {
    const error = of instanceof Error ? of : new NodesUnavailableError(1, of);
    expect(await (await gatewayOf(failing(error)))(OTHER)).toMatchObject({ status });
  });

  test.each([
    ["that no node answers in time", { reason: "node 1: HTTP_TIMEOUT", isLimited: false }],
    ["that a node refuses", { code: -32000, message: "block range is too wide" }],
  ])("behavior: a range %s is to be halved", async (_, of) => {
    const error =
      "reason" in of
        ? new NodesUnavailableError(1, of)
        : new RpcRequestError({ body: {}, error: of, url: "" });
    const ask = await gatewayOf(failing(error));
    const params = [{ fromBlock: "0x1", toBlock: "0x64" }] as const;
    const { status, error: told } = await ask({ method: "eth_getLogs", params });
    expect(status).toBe(200);
    const { shouldRetry, ranges } = getLogsRetryHelper({ error: told, params: [params[0]] });
    expect(shouldRetry).toBe(true);
    expect(ranges?.[0]).toEqual({ fromBlock: "0x1", toBlock: "0x32" });
    // One block cannot be halved.
    const one = [{ fromBlock: "0x1", toBlock: "0x1" }];
    expect(JSON.stringify(await ask({ method: "eth_getLogs", params: one }))).not.toMatch(
      /exceeds/,
    );
  });

  test("error: what a node said passes", async () => {
    const told = { code: -32000, message: "query returned more than 10000 results", data: "0x" };
    const error = new RpcRequestError({ body: {}, error: told, url: "" });
    expect(await (await gatewayOf(failing(error)))(OTHER)).toMatchObject({
      ...{ status: 200, error: told },
    });
  });
});
