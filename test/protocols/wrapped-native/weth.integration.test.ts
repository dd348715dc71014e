import { type Address, encodeFunctionData } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NATIVE } from "../../../src/lib/address.ts";
import { wrappedNative } from "../../../src/protocols/wrapped-native/index.ts";
import type { WrappedNative } from "../../../src/protocols/wrapped-native/pool.ts";
import { ACCOUNT, erc20Abi, startChain, type TestChain } from "../chain.ts";

let chain: TestChain;
let state: WrappedNative;

beforeAll(async () => {
  chain = await startChain();
  const token = await chain.deploy("canonical-weth/build/contracts/WETH9.json");
  state = { id: token, slug: "weth", updatedBlock: 0, token };
});

afterAll(() => chain.stop());

/** Executes the operation of an edge with an input amount; wei that its gas cost. */
async function execute(action: "deposit" | "redeem", amountIn: bigint): Promise<bigint> {
  const edge = wrappedNative.edges(state).find((candidate) => candidate.action === action);
  if (edge === undefined) throw new Error(`There is no edge for ${action}.`);
  const operation = wrappedNative.actions[action]?.(state, edge, amountIn);
  if (operation?.kind !== "call") throw new Error(`${action} is not a call.`);
  const args = operation.args.map((arg) => (arg.kind === "amountIn" ? amountIn : arg));
  const { gasUsed, effectiveGasPrice } = await chain.send({
    to: operation.target,
    data: encodeFunctionData({ abi: [operation.function], args }),
    value: operation.value === "amountIn" ? amountIn : 0n,
  });
  return gasUsed * effectiveGasPrice;
}

function balanceOf(owner: Address): Promise<bigint> {
  return chain.client.readContract({
    address: state.token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [owner],
  });
}

describe("actions", () => {
  test("default: a deposit credits its caller one to one", async () => {
    const amount = 1_234_567_890_123_456_789n;
    await execute("deposit", amount);
    expect(await balanceOf(ACCOUNT)).toBe(amount);
    const [edge] = wrappedNative.edges(state);
    expect(edge).toEqual({ action: "deposit", tokenIn: NATIVE, tokenOut: state.token });
  });

  test("behavior: a redeem pays its caller one to one", async () => {
    await execute("deposit", 1_000n);
    const wrapped = await balanceOf(ACCOUNT);
    const native = await chain.client.getBalance({ address: ACCOUNT });
    const gasCost = await execute("redeem", 999n);
    expect(await balanceOf(ACCOUNT)).toBe(wrapped - 999n);
    expect(await chain.client.getBalance({ address: ACCOUNT })).toBe(native + 999n - gasCost);
  });
});
