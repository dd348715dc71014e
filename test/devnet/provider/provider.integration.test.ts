import { type Address, numberToHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Anvil, startAnvil } from "../../../devnet/anvil.ts";
import type { ProviderName } from "../../../devnet/provider/classes.ts";
import { type Provider, startProvider } from "../../../devnet/provider/provider.ts";
import { createRpc, RpcError } from "../../../devnet/rpc.ts";

const ACCOUNT: Address = "0x00000000000000000000000000000000000a11ce";
/** Answers the gas it was left. gas, mstore(0), return(0, 32). */
const GAS_CODE = "0x5a5f5260205ff3";
const HEAD = 200;

let anvil: Anvil;
const started: Provider[] = [];

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1, args: ["--no-mining", "--prune-history", "512"] });
  await anvil.rpc.request("anvil_setCode", [ACCOUNT, GAS_CODE]);
  await anvil.rpc.request("anvil_mine", [numberToHex(HEAD)]);
}, 60_000);

afterAll(async () => {
  await Promise.all(started.map((provider) => provider.stop()));
  await anvil?.stop();
});

async function behind(name: ProviderName) {
  const provider = await startProvider({ nodeUrl: anvil.url, name });
  started.push(provider);
  return { provider, rpc: createRpc(provider.url) };
}

/** Code and words of what a request is refused with. */
async function refusal(asking: Promise<unknown>): Promise<readonly [number, string]> {
  const error = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RpcError)) throw new Error(`not refused: ${String(error)}`);
  return [error.code, error.told];
}

function simulated(gas: number, gasLimit?: number) {
  const blockOverrides = gasLimit === undefined ? {} : { gasLimit: numberToHex(gasLimit) };
  const calls = [{ from: ACCOUNT, to: ACCOUNT, gas: numberToHex(gas) }];
  return [{ blockStateCalls: [{ blockOverrides, calls }] }, "latest"];
}

describe("startProvider", () => {
  test.each([
    ["nitro", -32_601],
    ["coreth", -32_601],
    ["bor", -32_000],
  ] as const)("default: %s has no eth_simulateV1", async (name, code) => {
    const { rpc } = await behind(name);
    expect((await refusal(rpc.request("eth_simulateV1", simulated(100_000))))[0]).toBe(code);
  });

  test("behavior: reth refuses gas that is not there", async () => {
    const { rpc } = await behind("reth");
    const ask = (...of: Parameters<typeof simulated>) =>
      rpc.request("eth_simulateV1", simulated(...of));
    expect(await ask(16_000_000)).toHaveLength(1);
    expect((await refusal(ask(61_000_000)))[0]).toBe(-38_015);
    expect((await refusal(ask(16_000_000, 200_000_000)))[0]).toBe(-38_026);
    const { rpc: geth } = await behind("geth");
    expect(await geth.request("eth_simulateV1", simulated(16_000_000, 200_000_000))).toHaveLength(
      1,
    );
  });

  test("behavior: an eth_call is given no more than the cap", async () => {
    const { rpc } = await behind("geth");
    const call = { from: ACCOUNT, to: ACCOUNT, gas: numberToHex(59_000_000) };
    const left = z.string().parse(await rpc.request("eth_call", [call, "latest"]));
    expect(Number(left)).toBeGreaterThan(49_000_000);
    expect(Number(left)).toBeLessThan(50_000_000);
  });

  test("behavior: the state of old blocks is gone, but in an archive", async () => {
    const { rpc } = await behind("geth");
    const at = (number: number) => [ACCOUNT, numberToHex(number)];
    const [code, words] = await refusal(rpc.request("eth_getCode", at(HEAD - 150)));
    expect([code, words.slice(0, 17)]).toEqual([-32_000, "missing trie node"]);
    expect(await rpc.request("eth_getCode", at(HEAD - 50))).toBe(GAS_CODE);
    const { hash } = z
      .object({ hash: z.string() })
      .parse(await rpc.request("eth_getBlockByNumber", [numberToHex(HEAD - 150), false]));
    expect((await refusal(rpc.request("eth_getCode", [ACCOUNT, { blockHash: hash }])))[0]).toBe(
      code,
    );
    const { rpc: archive } = await behind("archive");
    expect(await archive.request("eth_getCode", at(HEAD - 150))).toBe(GAS_CODE);
  });

  test("behavior: nitro's gas limit is 2^50, coreth's blooms are others'", async () => {
    const head = async (name: ProviderName) => {
      const { rpc } = await behind(name);
      return z
        .object({ gasLimit: z.string(), hash: z.string() })
        .parse(await rpc.request("eth_getBlockByNumber", ["latest", false]));
    };
    const [nitro, coreth] = await Promise.all([head("nitro"), head("coreth")]);
    expect(BigInt(nitro.gasLimit)).toBe(2n ** 50n);
    expect(coreth.hash).toBe(nitro.hash);
  });

  test("behavior: a free plan gives logs of few blocks, and few answers a second", async () => {
    const { provider, rpc } = await behind("free");
    const filter = (toBlock: number) => [{ fromBlock: "0x0", toBlock: numberToHex(toBlock) }];
    expect((await refusal(rpc.request("eth_getLogs", filter(10))))[1]).toMatch(
      /this block range should work: \[0x0, 0x9\]$/,
    );
    expect(await rpc.request("eth_getLogs", filter(9))).toEqual([]);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
    const post = () =>
      fetch(provider.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    // Four times what a second allows.
    const responses = await Promise.all(Array.from({ length: 100 }, post));
    const limited = responses.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]?.headers.get("retry-after")).toBe("1");
  });

  test("behavior: subscriptions to heads pass", async () => {
    const { provider } = await behind("free");
    const socket = new WebSocket(provider.wsUrl);
    const head = new Promise<string>((resolve, reject) => {
      socket.onerror = () => reject(new Error("the socket failed"));
      socket.onopen = () => {
        const params = ["newHeads"];
        socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_subscribe", params }));
      };
      socket.onmessage = ({ data }) => {
        if (String(data).includes("eth_subscription")) resolve(String(data));
        else void anvil.rpc.request("anvil_mine", ["0x1"]);
      };
    });
    expect(await head).toContain("parentHash");
    socket.close();
  });
});
