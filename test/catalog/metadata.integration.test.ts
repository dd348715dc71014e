import { type Address, createPublicClient, type Hex, http, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Anvil, startAnvil } from "../../devnet/anvil.ts";
import { readMetadata, type TokenMetadata } from "../../src/catalog/metadata.ts";

/** What a transaction may take; nodes allow calls more. @see https://eips.ethereum.org/EIPS/eip-7825 */
const TRANSACTION_GAS = 2n ** 24n;

let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 });
});

afterAll(() => anvil?.stop());

let next = 0xaaaa;

async function put(code: Hex): Promise<Address> {
  next++;
  const address: Address = toHex(next, { size: 20 });
  await anvil.rpc.request("anvil_setCode", [address, code]);
  return address;
}

/** What each of `addresses` says, and how many calls that took. */
async function readAll(addresses: readonly Address[]) {
  const client = createPublicClient({ transport: http(anvil.url, { retryCount: 0 }) });
  let calls = 0;
  const metadata = await readMetadata(async (data) => {
    calls += 1;
    return (await client.call({ data, gas: TRANSACTION_GAS })).data;
  }, addresses);
  return { metadata, calls };
}

async function read(address: Address): Promise<TokenMetadata> {
  const [metadata] = (await readAll([address])).metadata;
  if (metadata === undefined) throw new Error("nothing was read");
  return metadata;
}

/** Code of a token that answers every call with a word: `decimals` of that many, and no text. */
const answering = (decimals: number): Hex =>
  `0x60${toHex(decimals).slice(2).padStart(2, "0")}60005260206000f3`;

const nothing = { symbol: null, name: null, decimals: null };

describe("readMetadata", () => {
  test("default", async () => {
    // Returns word 18 to every call, which is no text: shorter than a string, no printable bytes32.
    const eighteen = await put(answering(18));
    expect(await read(eighteen)).toEqual({ symbol: null, name: null, decimals: 18 });
  });

  test("behavior: a bytes32 text", async () => {
    // PUSH32 "MKR", MSTORE, RETURN 32 bytes.
    const code = `0x7f${"4d4b52".padEnd(64, "0")}60005260206000f3` as const;
    expect(await read(await put(code))).toMatchObject({ symbol: "MKR", name: "MKR" });
  });

  test("behavior: a string", async () => {
    // Word 0: offset 32; word 1: length 3; word 2: "abc".
    const code = `0x602060005260036020527f${"616263".padEnd(64, "0")}60405260606000f3` as const;
    expect(await read(await put(code))).toEqual({ symbol: "abc", name: "abc", decimals: 32 });
  });

  test.each<[string, Hex]>([
    ["no code", "0x"],
    ["a revert", "0x60006000fd"],
    ["a revert with 16 MB", "0x62ffffff6000fd"],
    ["an invalid opcode", "0xfe"],
    ["a bad jump", "0x60ff56"],
    ["an empty stack", "0x50"],
    ["an endless loop", "0x5b600056"],
    ["an answer of 16 MB", "0x62ffffff6000f3"],
    ["an answer of 100 kB", "0x620186a06000f3"],
    ["a write in a view", "0x600160005500"],
    ["its own destruction", "0x33ff"],
  ])("behavior: %s", async (_, code) => {
    const metadata = await read(await put(code));
    // Zeroes of 100 kB are a word 0 for decimals, and no text.
    expect({ ...metadata, decimals: metadata.decimals === 0 ? null : metadata.decimals }).toEqual(
      nothing,
    );
  });

  test("behavior: tokens by the dozen, each between hostile ones, get their own answers", async () => {
    const loop = await put("0x5b600056");
    const bomb = await put("0x62ffffff6000f3");
    const tokens: Address[] = [];
    for (let decimals = 1; decimals <= 40; decimals++) {
      tokens.push(await put(answering(decimals)), decimals % 2 === 0 ? loop : bomb);
    }
    const { metadata, calls } = await readAll(tokens);
    expect(metadata).toHaveLength(80);
    expect(metadata.filter((_, at) => at % 2 === 0).map(({ decimals }) => decimals)).toEqual(
      Array.from({ length: 40 }, (_, at) => at + 1),
    );
    expect(calls).toBe(3);
  });

  test("behavior: as many as fit, all hostile, fit the gas and the size of a call", async () => {
    for (const code of ["0x5b600056", "0x62ffffff6000f3", "0x62ffffff6000fd"] as const) {
      const hostile = Array.from({ length: 27 }, () => put(code));
      const tokens = [...(await Promise.all(hostile)), await put(answering(18))];
      const { metadata, calls } = await readAll(tokens);
      expect(metadata.at(-1)).toMatchObject({ decimals: 18 });
      expect(calls).toBe(1);
    }
  });

  test("behavior: an endless loop ends with the gas of its call", async () => {
    expect(await read(await put("0x5b600056"))).toMatchObject({ decimals: null });
  });
});
