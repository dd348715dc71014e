import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  pad,
  size,
  stringToHex,
  toHex,
} from "viem";
import { describe, expect, test } from "vitest";
import { cleanText, readMetadata, type TokenMetadata } from "../../src/catalog/metadata.ts";

const TOKEN: Address = "0x00000000000000000000000000000000000000aa";

/** What the node returns for one answer: success, size, the first bytes. */
function slot(answer: Hex, bytes: number, success = true): Hex {
  const copied = size(answer) > bytes ? (`${answer.slice(0, 2 + 2 * bytes)}` as Hex) : answer;
  return concatHex([
    toHex(success ? 1 : 0, { size: 32 }),
    toHex(size(answer), { size: 32 }),
    size(copied) === 0 ? toHex(0, { size: bytes }) : pad(copied, { size: bytes, dir: "right" }),
  ]);
}

/** What the node returns for a token. */
function slots(decimals: Hex, symbol: Hex, name: Hex, success = true): Hex {
  return concatHex([
    slot(decimals, 32, success),
    slot(symbol, 320, success),
    slot(name, 320, success),
  ]);
}

const text = (value: string) => encodeAbiParameters([{ type: "string" }], [value]);
const word = (value: bigint) => toHex(value, { size: 32 });

async function read(answers: { decimals?: Hex; symbol?: Hex; name?: Hex }) {
  const { decimals = word(18n), symbol = text("SYM"), name = text("Name") } = answers;
  const [metadata] = await readMetadata(async () => slots(decimals, symbol, name), [TOKEN]);
  return metadata as TokenMetadata;
}

describe("readMetadata", () => {
  test("default", async () => {
    expect(await read({})).toEqual({ decimals: 18, symbol: "SYM", name: "Name" });
  });

  test("behavior: many tokens, in their order and 28 to a call", async () => {
    const sizes: number[] = [];
    const tokens = Array.from({ length: 60 }, (_, at) => toHex(at + 1, { size: 20 }));
    const metadata = await readMetadata(async (data) => {
      const asked = tokens.filter((token) => data.includes(`73${token.slice(2)}`));
      sizes.push(asked.length);
      return concatHex(asked.map((token) => slots(word(BigInt(token)), text(token), "0x")));
    }, tokens);
    expect(sizes).toEqual([28, 28, 4]);
    expect(metadata).toEqual(
      tokens.map((token, at) => ({ symbol: token, name: null, decimals: at + 1 })),
    );
  });

  test("behavior: no token, no call", async () => {
    expect(await readMetadata(() => Promise.reject(new Error("asked")), [])).toEqual([]);
  });

  test("behavior: bytes32 texts, padded or full", async () => {
    const symbol = stringToHex("MKR", { size: 32 });
    const name = stringToHex("x".repeat(32));
    expect(await read({ symbol, name })).toMatchObject({ symbol: "MKR", name: "x".repeat(32) });
  });

  test("behavior: decimals 0, 36 and 255 count, 256 and more do not", async () => {
    for (const value of [0, 36, 255]) {
      expect((await read({ decimals: word(BigInt(value)) })).decimals).toBe(value);
    }
    for (const value of [256n, 2n ** 256n - 1n]) {
      expect((await read({ decimals: word(value) })).decimals).toBeNull();
    }
    expect((await read({ decimals: "0x12" })).decimals).toBeNull();
  });

  test("behavior: a 10 kB name is cut to 64 characters", async () => {
    expect((await read({ name: text("n".repeat(10_000)) })).name).toBe("n".repeat(64));
    expect((await read({ name: text("€".repeat(10_000)) })).name).toBe("€".repeat(64));
  });

  test.each<[string, Hex]>([
    ["nothing", "0x"],
    ["one byte", "0x01"],
    ["33 bytes", toHex(1, { size: 33 })],
    ["an offset past the end", concatHex([word(2n ** 255n), word(3n)])],
    ["a length past the end", concatHex([word(32n), word(2n ** 255n)])],
    ["an empty string", text("")],
    ["only control characters", text("\u0000\u202e\u200b")],
    ["a zero word", word(0n)],
    ["a word of random bytes", word(2n ** 255n + 7n)],
    ["invalid UTF-8", encodeAbiParameters([{ type: "bytes" }], ["0xff00c328"])],
  ])("behavior: %s is no text", async (_, answer) => {
    expect(await read({ symbol: answer, name: answer })).toMatchObject({
      symbol: null,
      name: null,
    });
  });

  test("behavior: a failed call is no answer", async () => {
    const failed = slots(word(18n), text("SYM"), text("Name"), false);
    const [metadata] = await readMetadata(async () => failed, [TOKEN]);
    expect(metadata).toEqual({ decimals: null, symbol: null, name: null });
  });

  test("error: the node returned something else", async () => {
    for (const data of [undefined, "0x" as const, "0x00" as const]) {
      await expect(readMetadata(async () => data, [TOKEN])).rejects.toThrow("without recipient");
    }
    // What two tokens would answer.
    const twice = concatHex(Array.from({ length: 2 }, () => slots(word(6n), "0x", "0x")));
    await expect(readMetadata(async () => twice, [TOKEN])).rejects.toThrow("instead of 864");
  });

  test("error: a failure of the node is passed on", async () => {
    const failure = new Error("out of reach");
    await expect(readMetadata(() => Promise.reject(failure), [TOKEN])).rejects.toBe(failure);
  });
});

describe("cleanText", () => {
  test.each([
    ["USD Coin", "USD Coin"],
    ["  a \t\n b  ", "a b"],
    ["\u202eevil\u2066\u200f", "evil"],
    ["a\u0000b\u0007", "ab"],
    ["\u00a0\u2028x", "x"],
    ["😀".repeat(70), "😀".repeat(64)],
    [`${"a".repeat(63)} b`, "a".repeat(63)],
  ])("default: %j", (input, expected) => {
    expect(cleanText(input)).toBe(expected);
  });

  test("behavior: nothing visible is null", () => {
    for (const text of ["", "   ", "\u0000", "\u200d\ufeff"]) expect(cleanText(text)).toBeNull();
  });
});
