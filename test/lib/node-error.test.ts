import { ContractFunctionExecutionError, HttpRequestError, RpcRequestError } from "viem";
import { describe, expect, test } from "vitest";
import { nodeErrorOf } from "../../src/lib/node-error.ts";

const url = "http://127.0.0.1:1";
const answer = new RpcRequestError({
  ...{ body: {}, url },
  error: { code: -32_000, message: "header not found" },
});

describe("nodeErrorOf", () => {
  test("default: what the node answered, among the causes", () => {
    const wrapped = new ContractFunctionExecutionError(answer, { abi: [], functionName: "f" });
    expect(nodeErrorOf(answer)).toBe(answer);
    expect(nodeErrorOf(wrapped)).toBe(answer);
  });

  test("behavior: null where the node did not answer, and for errors of others", () => {
    expect(nodeErrorOf(new HttpRequestError({ url }))).toBeNull();
    expect(nodeErrorOf(new Error("broken", { cause: answer }))).toBeNull();
    expect(nodeErrorOf("broken")).toBeNull();
  });
});
