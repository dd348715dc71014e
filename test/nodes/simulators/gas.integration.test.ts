import { type Address, createPublicClient, type Hex, http, type PublicClient } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../../devnet/anvil.ts";
import { simulationOf } from "../../../src/nodes/simulators/chain-simulation.ts";
import { clientLacking } from "../../harness/lacking-node.ts";

const TARGET: Address = "0x00000000000000000000000000000000c0ffee01";
const SENDER: Address = "0x00000000000000000000000000000000000a11ce";
/**
 * Reads one word of storage, writes it, and returns 64 bytes: sload(1), sstore(2, 7), return(0,
 * 64).
 */
const WORKS: Hex = "0x600154506007600255604060005260406000f3";

let anvil: Anvil;
let byMethod: PublicClient;
let byCall: PublicClient;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1, args: ["--no-mining"] });
  byMethod = createPublicClient({ transport: http(anvil.url), cacheTime: 0 });
  byCall = clientLacking(anvil.url, ["eth_simulateV1"]);
  await anvil.rpc.request("anvil_setCode", [TARGET, WORKS]);
}, 60_000);

afterAll(() => anvil?.stop());

/** Gas of a transaction by both means: what is paid for, and what is needed. */
async function gasOf(of: {
  readonly to?: Address;
  readonly bytes: number;
  readonly value?: bigint;
  readonly senderCode?: Hex;
}) {
  const { number, hash, timestamp } = await byMethod.getBlock();
  const simulation = {
    block: { number: Number(number), hash },
    next: { number: number + 1n, timestamp: timestamp + 12n },
    overrides: [
      {
        ...{ address: SENDER, balance: 10n ** 18n },
        ...(of.senderCode === undefined ? {} : { code: of.senderCode }),
      },
    ],
    ...{ preceding: [], reads: [], reporter: null },
    transaction: {
      ...{ from: SENDER, to: of.to ?? TARGET, value: of.value ?? 0n },
      data: `0x${"11".repeat(of.bytes)}` as const,
    },
  };
  const [paid, needed] = await Promise.all(
    [byMethod, byCall].map(
      async (client) => (await simulationOf(client).run(simulation)).transaction,
    ),
  );
  expect([paid?.ok, needed?.ok]).toEqual([true, true]);
  return { paid: paid?.gasUsed, needed: needed?.gas };
}

describe("gas of a transaction by eth_call", () => {
  test.each([
    0, 4, 32, 100, 1_000, 3_000,
  ])("default: it is what a transaction with %d bytes of data uses", async (bytes) => {
    const { paid, needed } = await gasOf({ bytes });
    expect(needed).toBe(paid);
  });

  test("behavior: value costs nothing besides", async () => {
    const { paid, needed } = await gasOf({ bytes: 4, value: 1n });
    expect(needed).toBe(paid);
  });

  test.each([
    32, 100, 1_000, 3_000,
  ])("behavior: a sender's own code runs with %d bytes as in its own place", async (bytes) => {
    const { paid, needed } = await gasOf({ bytes, to: SENDER, senderCode: WORKS });
    expect(needed).toBe(paid);
  });
});
