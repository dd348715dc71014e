import fc from "fast-check";
import type { Address, Hex } from "viem";
import type { CallStep, Program, Step } from "../../../src/api/program/steps.ts";
import { ZERO_ADDRESS } from "../../../src/lib/address.ts";

const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString("hex")}`;
const token: fc.Arbitrary<Address> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(ZERO_ADDRESS) },
  { weight: 9, arbitrary: fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hex) },
);
const account = token.filter((address) => address !== ZERO_ADDRESS);
const literal = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });
const shareX64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
const uint24 = fc.integer({ min: 0, max: 0xffffff });
const word32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hex);
const feePips = fc.integer({ min: 0, max: 999_999 });

/** Programs with every step, valid by the rules of the interpreter. */
export const programs: fc.Arbitrary<Program> = fc.integer({ min: 2, max: 255 }).chain((registers) =>
  fc.record({
    registers: fc.constant(registers),
    steps: fc
      .array(fc.oneof({ weight: 11, arbitrary: stepOf(registers) }, callWithWords(registers)), {
        minLength: 1,
        maxLength: 12,
      })
      .map((groups) => groups.flat()),
  }),
);

/** A call whose answer stays, and words of it. */
function callWithWords(registers: number): fc.Arbitrary<Step[]> {
  const register = fc.integer({ min: 1, max: registers });
  const word = fc.record({
    op: fc.constant("word" as const),
    out: register,
    word: fc.integer({ min: 0, max: 255 }),
  });
  return fc
    .tuple(callOf(register), fc.array(word, { minLength: 1, maxLength: 3 }))
    .map(([call, words]) => [{ ...call, approvals: [] }, ...words]);
}

function stepOf(registers: number): fc.Arbitrary<Step> {
  const register = fc.integer({ min: 1, max: registers });
  const zeroForOne = fc.boolean();
  const two = fc.tuple(register, register).filter(([out, from]) => out !== from);
  const v2 = { out: register, zeroForOne, feePips, pair: account, to: account };
  const v3 = { in: register, out: register, zeroForOne, pool: account, to: account };
  return fc.oneof(
    fc.record({ op: fc.constant("set" as const), out: register, literal }),
    fc
      .tuple(two, shareX64)
      .map(([[out, from], shareX64]): Step => ({ op: "take", out, in: from, shareX64 })),
    fc.record({ op: fc.constantFrom("balance" as const, "gain" as const), out: register, token }),
    fc.record({
      op: fc.constant("at-least" as const),
      in: register,
      minimum: literal.filter((minimum) => minimum > 0n),
    }),
    two.map(([out, from]): Step => ({ op: "add", out, in: from })),
    fc.record({ op: fc.constant("pull" as const), in: register, to: account }),
    fc.record({ op: fc.constant("send" as const), in: register, token, to: account }),
    callOf(register),
    fc.record({ op: fc.constant("v2-swap" as const), in: register, ...v2 }),
    fc.record({ op: fc.constant("v2-swap-measured" as const), ...v2, tokenIn: account }),
    fc.record({ op: fc.constant("v3-swap-pull" as const), ...v3 }),
    fc.record({ op: fc.constant("v3-swap-pay" as const), ...v3, tokenIn: account }),
    heldSwapOf(register),
  );
}

/** Swaps in pools whose tokens one contract holds. */
function heldSwapOf(register: fc.Arbitrary<number>): fc.Arbitrary<Step> {
  const swap = { in: register, out: register, zeroForOne: fc.boolean(), to: account };
  const pool = { currency0: token, currency1: account, hooks: token, fee: uint24 };
  return fc.oneof(
    fc.record({
      op: fc.constantFrom("v4-swap-pull" as const, "v4-swap-pay" as const),
      ...{ ...swap, manager: account },
      key: fc.record({ ...pool, tickSpacing: fc.integer({ min: -0x800000, max: 0x7fffff }) }),
    }),
    fc.record({
      op: fc.constantFrom(
        "infinity-swap-pull" as const,
        "infinity-swap-pay" as const,
        "infinity-bin-swap-pull" as const,
        "infinity-bin-swap-pay" as const,
      ),
      ...{ ...swap, vault: account },
      key: fc.record({ ...pool, poolManager: account, parameters: word32 }),
    }),
  );
}

function callOf(register: fc.Arbitrary<number>): fc.Arbitrary<CallStep> {
  return fc.uint8Array({ minLength: 0, maxLength: 200 }).chain((data) => {
    const offset = fc.integer({ min: 0, max: Math.max(0, data.length - 32) });
    const splices = fc.array(fc.record({ register, offset }), { maxLength: 3 });
    return fc
      .record(
        {
          op: fc.constant("call" as const),
          target: account,
          valueRegister: fc.oneof(fc.constant(0), register),
          output: fc.oneof(
            fc.constant([0, 0]),
            fc.tuple(register, fc.integer({ min: 0, max: 255 })),
          ),
          approvals: fc.array(fc.record({ register, token: account }), { maxLength: 3 }),
          splices: data.length < 32 ? fc.constant([]) : splices,
          data: fc.constant(hex(data)),
          spender: account,
        },
        {
          requiredKeys: ["op", "target", "valueRegister", "output", "approvals", "splices", "data"],
        },
      )
      .map(({ output: [out = 0, outWord = 0], ...step }): CallStep => ({ ...step, out, outWord }));
  });
}
