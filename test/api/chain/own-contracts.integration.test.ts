import pino from "pino";
import { type Address, createPublicClient, http } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Devnet, startDevnet } from "../../../devnet/index.ts";
import { watchOwnContracts } from "../../../src/api/chain/own-contracts.ts";
import {
  PREPAID_INFINITY_ADDRESS,
  PREPAID_V3_ADDRESS,
  PREPAID_V4_ADDRESS,
  ROUTER_ADDRESS,
} from "../../../src/api/program/contracts.ts";
import { CHAINS } from "../../../src/lib/chains.ts";
import { type DevnetClient, devnetClient } from "../../harness/service.ts";

const found = CHAINS.get(8453);
if (found === undefined) throw new Error("chain 8453 is unknown");
const chain = found;
const COMMAND = "npm run deploy:contracts -- --chain 8453";

let devnet: Devnet;
let node: DevnetClient;
let url: string;

beforeAll(async () => {
  devnet = await startDevnet({ chainIds: [8453], blockTimeMs: null });
  url = devnet.chains[0]?.url ?? "";
  node = devnetClient(url);
}, 240_000);
afterAll(() => devnet?.stop());

function watch() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) });
  return { lines, ...watchOwnContracts({ chain, client, log }) };
}

/** Takes a contract's code away while `run` goes. */
async function without(address: Address, run: (restore: () => Promise<void>) => Promise<void>) {
  const code = (await node.getCode({ address })) ?? "0x";
  const restore = () => node.setCode({ address, bytecode: code });
  await node.setCode({ address, bytecode: "0x" });
  await run(restore).finally(restore);
}

describe("watchOwnContracts", () => {
  test("default: all are there", async () => {
    const contracts = watch();
    expect(contracts.standing()).toBe("unknown");
    await contracts.required();
    expect(contracts.standing()).toBe("deployed");
    expect(contracts.lines).toEqual([]);
  });

  test.each([
    ROUTER_ADDRESS,
    PREPAID_V3_ADDRESS,
    PREPAID_V4_ADDRESS,
    PREPAID_INFINITY_ADDRESS,
  ])("error: CONTRACTS_MISSING, %s, until it is there", async (address) => {
    const contracts = watch();
    await without(address, async (restore) => {
      await contracts.look();
      expect(contracts.standing()).toBe("missing");
      const error = await contracts.required().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: "CONTRACTS_MISSING",
        message: expect.stringContaining(COMMAND),
        data: { missing: address, command: COMMAND },
      });
      await contracts.look();
      expect(contracts.lines.map(({ level }) => level)).toEqual([40]);
      await restore();
      await contracts.look();
      expect(contracts.standing()).toBe("deployed");
      await contracts.required();
      expect(contracts.lines.map(({ level }) => level)).toEqual([40, 30]);
    });
  });

  test("error: UPSTREAM_UNAVAILABLE, and unknown", async () => {
    const lost = createPublicClient({ transport: http("http://127.0.0.1:9", { retryCount: 0 }) });
    const contracts = watchOwnContracts({ chain, client: lost, log: pino({ level: "silent" }) });
    await contracts.look();
    expect(contracts.standing()).toBe("unknown");
    await expect(contracts.required()).rejects.toMatchObject({ code: "UPSTREAM_UNAVAILABLE" });
  });
});
