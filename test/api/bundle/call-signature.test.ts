import fc from "fast-check";
import { type AbiFunction, parseAbiItem, toFunctionSelector } from "viem";
import { describe, expect, test } from "vitest";
import { readSignature, signatureOf } from "../../../src/api/bundle/call-signature.ts";

function read(text: string): AbiFunction {
  const reading = readSignature(text);
  if (reading.ok) return reading.value;
  throw new Error(reading.faults[0]?.message);
}

const elementary = fc.oneof(
  fc.constantFrom("address", "bool", "string", "bytes", "uint", "int", "address payable"),
  fc.integer({ min: 1, max: 32 }).map((size) => `bytes${size}`),
  fc.integer({ min: 1, max: 32 }).map((size) => `uint${size * 8}`),
  fc.integer({ min: 1, max: 32 }).map((size) => `int${size * 8}`),
);
const names = fc.constantFrom("", " a", " assets_", " $x1", " tokenIn");
const { parameter } = fc.letrec<{ type: string; parameter: string }>((tie) => ({
  type: fc
    .tuple(
      fc.oneof(
        { maxDepth: 2 },
        elementary,
        fc
          .array(tie("parameter"), { minLength: 1, maxLength: 3 })
          .map((parts) => `(${parts.join(", ")})`),
      ),
      fc.constantFrom("", "", "", "[]", "[3]", "[2][]"),
    )
    .map(([base, array]) => (base === "address payable" ? base : base + array)),
  parameter: fc.tuple(tie("type"), names).map(([type, name]) => type + name),
}));
const signatures = fc
  .record({
    prefix: fc.constantFrom("", "function "),
    inputs: fc.array(parameter, { maxLength: 4 }),
    modifiers: fc.constantFrom("", " external", " public view", " external payable"),
    outputs: fc.array(parameter, { maxLength: 2 }),
  })
  .map(({ prefix, inputs, modifiers, outputs }) => {
    const returns = outputs.length === 0 ? "" : ` returns (${outputs.join(", ")})`;
    return { prefix, text: `run(${inputs.join(", ")})${modifiers}${returns}` };
  });

describe("readSignature", () => {
  test("default", () => {
    expect(read("deposit(uint256 assets, address receiver) returns (uint256)")).toEqual({
      type: "function",
      name: "deposit",
      inputs: [
        { type: "uint256", name: "assets" },
        { type: "address", name: "receiver" },
      ],
      outputs: [{ type: "uint256" }],
      stateMutability: "nonpayable",
    });
  });

  test("behavior: reads what viem reads, and the same", () => {
    let read = 0;
    fc.assert(
      fc.property(signatures, ({ prefix, text }) => {
        const reading = readSignature(prefix + text);
        expect(reading).toMatchObject({ ok: true });
        if (!reading.ok) return;
        expect(reading.value).toEqual(parseAbiItem(`function ${text}` as "function run()"));
        read += 1;
      }),
      { numRuns: 500 },
    );
    expect(read).toBe(500);
  });

  test("behavior: blanks, locations, modifiers and the word tuple change nothing", () => {
    const plain = read("f((uint256 a, address[] b) p, bytes d) view returns (uint256 x)");
    for (const text of [
      "function f((uint256 a,address[] b) p,bytes d) view returns(uint256 x);",
      "  f ( ( uint256 a , address [ ] b ) p , bytes d )  view  returns ( uint256 x ) ",
    ]) {
      if (text.includes("[ ]")) expect(readSignature(text).ok).toBe(false);
      else expect(read(text)).toEqual(plain);
    }
    for (const text of [
      "function f(tuple(uint256 a, address[] b) p, bytes calldata d) external view returns (uint256 x)",
      "f(tuple(uint a, address[] b) calldata p, bytes memory d) public view virtual override returns (uint x);",
      "f(\n\t(uint256 a, address[] b) p,\n\tbytes d\n) view returns (uint256 x)",
    ]) {
      expect(read(text)).toEqual(plain);
    }
  });

  test("behavior: selectors are those of the chain", () => {
    for (const [text, selector] of [
      ["transfer(address,uint256)", "0xa9059cbb"],
      [
        "function deposit(uint256 assets, address receiver) external returns (uint256)",
        "0x6e553f65",
      ],
      [
        "exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 deadline,uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params) payable returns (uint256)",
        "0x414bf389",
      ],
      ["deposit()", "0xd0e30db0"],
    ] as const) {
      expect(toFunctionSelector(read(text))).toBe(selector);
    }
  });

  test("behavior: signatureOf gives back a text that reads the same", () => {
    fc.assert(
      fc.property(signatures, ({ text }) => {
        const parsed = read(text);
        expect(read(signatureOf(parsed))).toEqual(parsed);
      }),
      { numRuns: 300 },
    );
    const dollars = read("f((uint256 $$, uint256 $1) p)");
    expect(read(signatureOf(dollars))).toEqual(dollars);
  });

  test("behavior: any text is read or refused in time", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."f(uint8)[], \t;$returns") }), (text) => {
        expect(typeof readSignature(text).ok).toBe("boolean");
      }),
      { numRuns: 3_000 },
    );
    for (const text of [
      "(".repeat(2_000),
      "f(".repeat(1_000),
      " ".repeat(2_000),
      "f(uint256[".repeat(200),
    ]) {
      expect(readSignature(text).ok).toBe(false);
    }
  });

  test("error: the message says where and what", () => {
    const message = (text: string) => {
      const reading = readSignature(text);
      return reading.ok ? "" : reading.faults[0]?.message;
    };
    expect(message("f(uint257 x)")).toContain("character 10: uint257 is no type");
    expect(message("f(uint256")).toContain('character 9: expected ")"');
    expect(message("x".repeat(2_001))).toContain("at most 2000 characters; got 2001");
  });
});
