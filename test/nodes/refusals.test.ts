import { RpcRequestError } from "viem";
import { describe, expect, test } from "vitest";
import { isCallTooLarge, isStateGone, rangeRefusal } from "../../src/nodes/refusals.ts";

function told(message: string): RpcRequestError {
  return new RpcRequestError({ body: {}, error: { code: -32_000, message }, url: "" });
}

describe("rangeRefusal", () => {
  test.each([
    "You can make eth_getLogs requests with up to a 10 block range.",
    "query returned more than 10000 results. Try with this block range [0x1, 0x2].",
    "eth_getLogs is limited to a 10,000 range",
    "block range is too wide",
    "exceed maximum block range: 50000",
    "ranges over 10000 blocks are not supported on freetier",
    "query timeout exceeded",
    "Log response size exceeded. this block range should work: [0x0, 0x1]",
  ])("default: %s", (message) => {
    expect(rangeRefusal(told(message))).toBe(message);
  });

  test("behavior: other errors are none", () => {
    expect(rangeRefusal(told("execution reverted"))).toBeNull();
    expect(rangeRefusal(new Error("block range is too wide"))).toBeNull();
  });
});

describe("isStateGone", () => {
  test.each([
    "missing trie node 7f3a (path ) state 0x1 is not available, not found",
    "state at block #12 is pruned",
    "header not found",
  ])("default: %s", (message) => {
    expect(isStateGone(told(message))).toBe(true);
    expect(isCallTooLarge(told(message))).toBe(false);
  });
});

describe("isCallTooLarge", () => {
  test.each([
    "out of gas",
    "execution reverted",
    "execution aborted (timeout = 5s)",
  ])("default: %s", (message) => {
    expect(isCallTooLarge(told(message))).toBe(true);
  });
});
