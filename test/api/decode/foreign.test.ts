import fc from "fast-check";
import { encodeFunctionData, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { routerAbi } from "../../../abis/weir/Router.ts";
import { ROUTER_ADDRESS } from "../../../src/api/program/contracts.ts";
import { encodeProgram } from "../../../src/api/program/encode.ts";
import { NATIVE } from "../../../src/lib/address.ts";
import { USDC } from "../fixture/market.ts";
import { calls } from "./arbitrary-call.ts";
import { reEncode } from "./re-encode.ts";
import { ORDER, offsetOf, PROGRAM, ROUTE, read, routeOf } from "./router-transaction.ts";

/** Where the program begins in the calldata, in bytes. */
const PROGRAM_AT = 4 + 32 * 8 + 32;

/** The route with another byte at a place. */
const patched = (offset: number, byte: string): Hex =>
  `0x${ROUTE.slice(2, 2 + 2 * offset)}${byte}${ROUTE.slice(4 + 2 * offset)}`;
const PADDED = routeOf(ORDER, { ...PROGRAM, steps: PROGRAM.steps.slice(1) });
const SHARED = encodeFunctionData({
  abi: routerAbi,
  functionName: "route",
  args: [ORDER, encodeProgram(PROGRAM)],
});
/** What it is, and the offset at which it is found. */
const MALFORMED: readonly (readonly [string, Hex, number])[] = [
  ["nothing", "0x", 0],
  ["half a selector", "0xd3ad", 2],
  ["an unknown selector", "0xdeadbeef", 0],
  ["the selector alone", "0xd3ad9e46", 4],
  ["padding of an address", patched(4 + 3, "01"), 4 + 3],
  ["the place of the program", patched(4 + 32 * 8 - 1, "20"), 4 + 32 * 7],
  ["the program's length", patched(4 + 32 * 8, "ff"), 4 + 32 * 8],
  ["no registers", patched(PROGRAM_AT + 1, "00"), PROGRAM_AT + 1],
  ["an opcode that does not exist", patched(PROGRAM_AT + 2, "ff"), PROGRAM_AT + 2],
  ["calls in the shared executor", SHARED, PROGRAM_AT],
  ["padding of the program", `${PADDED.slice(0, -2)}01` as Hex, PADDED.length / 2 - 2],
];

describe("readTransaction", () => {
  test("behavior: a changed byte reads differently or not at all", () => {
    let foreign = 0;
    fc.assert(
      fc.property(calls, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ to, data }, at, by) => {
        const bytes = Buffer.from(data.slice(2), "hex");
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ by;
        const changed: Hex = `0x${bytes.toString("hex")}`;
        const offset = offsetOf(to, changed);
        if (offset === "read") {
          expect(reEncode(read(to, changed))).toBe(changed);
        } else {
          foreign += 1;
          if (offset !== null) expect(offset).toBeLessThanOrEqual(bytes.length);
        }
      }),
      { numRuns: 1_500 },
    );
    expect(foreign).toBeGreaterThan(200);
  });

  test("behavior: no cut or longer calldata is read", () => {
    const size = (ROUTE.length - 2) / 2;
    for (let length = 0; length < size; length++) {
      const cut: Hex = `0x${ROUTE.slice(2, 2 + 2 * length)}`;
      expect(offsetOf(ROUTER_ADDRESS, cut), `${length}`).not.toBe("read");
    }
    expect(offsetOf(ROUTER_ADDRESS, `${ROUTE}00`)).toBe(size);
    expect(offsetOf(ROUTER_ADDRESS, `${ROUTE}${"00".repeat(32)}`)).toBe(size);
  });

  test.each(MALFORMED)("error: FOREIGN_TRANSACTION, %s", (_, data, offset) => {
    expect(offsetOf(ROUTER_ADDRESS, data)).toBe(offset);
  });

  test("error: FOREIGN_TRANSACTION, a contract at the native currency's address", () => {
    const data = ROUTE.replace(USDC.slice(2), NATIVE.slice(2)) as Hex;
    expect(offsetOf(ROUTER_ADDRESS, data)).toBeNull();
  });
});
