import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../../../src/api/http/app.ts";
import { fixtureDeps } from "../../fixture/app.ts";

const asked: string[] = [];
/** Says what it was asked, as a node would answer. */
const node = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  asked.push(Buffer.concat(chunks).toString());
  response.end('{"jsonrpc":"2.0","id":1,"result":["0x1"]}');
});
beforeAll(() => new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => node.close(resolve)));

function app(chainIds: readonly number[] = [1]) {
  const { port } = node.address() as AddressInfo;
  const nodes = new Map(chainIds.map((id) => [id, `http://127.0.0.1:${port}`]));
  return createApp({ ...fixtureDeps(), devnet: nodes });
}

function call(method: string, headers: Readonly<Record<string, string>> = {}) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [] });
  return { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
}

describe("mountDevnet", () => {
  test("default", async () => {
    expect(await (await app().request("/devnet")).json()).toEqual({ chainIds: [1] });
    const own = { "sec-fetch-site": "same-origin" };
    const answer = await app().request("/devnet/1", call("eth_accounts", own));
    expect(await answer.json()).toMatchObject({ result: ["0x1"] });
    expect(JSON.parse(asked.at(-1) ?? "")).toMatchObject({ method: "eth_accounts" });
  });

  test("behavior: real chains have none", async () => {
    const real = createApp(fixtureDeps());
    expect(await (await real.request("/devnet")).json()).toEqual({ chainIds: [] });
    expect((await real.request("/devnet/1", call("eth_accounts"))).status).toBe(404);
    expect((await app().request("/devnet/10", call("eth_accounts"))).status).toBe(404);
  });

  test("error: INVALID_ARGUMENT", async () => {
    const before = asked.length;
    for (const init of [
      call("anvil_setBalance"),
      call("eth_sendTransaction", { "sec-fetch-site": "cross-site" }),
      call("eth_sendTransaction", { "sec-fetch-site": "same-site" }),
      { method: "POST", body: "no json" },
      { method: "POST", body: `[${JSON.stringify({ jsonrpc: "2.0", id: 1 })}]` },
    ]) {
      const response = await app().request("/devnet/1", init);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "INVALID_ARGUMENT" });
    }
    expect(asked).toHaveLength(before);
  });
});
