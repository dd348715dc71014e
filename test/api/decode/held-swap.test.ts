import type { Address, Hex } from "viem";
import { describe, expect, test } from "vitest";
import { readableHeldSwap } from "../../../src/api/decode/held-swap.ts";
import type { ChainKnowledge } from "../../../src/api/decode/pools.ts";
import type { InfinitySwapStep, V4SwapStep } from "../../../src/api/program/steps.ts";
import { NATIVE, ZERO_ADDRESS } from "../../../src/lib/address.ts";

const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const USDT_OF_BNB_CHAIN: Address = "0x55d398326f99059ff775485246999027b3197955";
const TO: Address = "0xb0000000000000000000000000000000000000b0";

/** Two pools of mainnets with the ids that their managers tell of them. */
const V4: readonly [V4SwapStep, Hex] = [
  {
    ...{ op: "v4-swap-pay", in: 1, out: 2, zeroForOne: true, to: TO },
    manager: "0x000000000004444c5dc75cb358380d2e3de08a90",
    key: {
      ...{ currency0: ZERO_ADDRESS, currency1: USDC, fee: 500, tickSpacing: 10 },
      hooks: ZERO_ADDRESS,
    },
  },
  "0x21c67e77068de97969ba93d4aab21826d33ca12bb9f565d8496e8fda8a82ca27",
];
const INFINITY: readonly [InfinitySwapStep, Hex] = [
  {
    ...{ op: "infinity-swap-pull", in: 1, out: 2, zeroForOne: true, to: TO },
    vault: "0x238a358808379702088667322f80ac48bad5e6c4",
    key: {
      ...{ currency0: ZERO_ADDRESS, currency1: USDT_OF_BNB_CHAIN, hooks: ZERO_ADDRESS },
      poolManager: "0xa0ffb9c1ce1fe56963b0321b32e7a0302114058b",
      fee: 335,
      parameters: `0x${"a0000".padStart(64, "0")}`,
    },
  },
  "0x752e76950f6167b8dbb0495b957d264d61724dfa26e3dd6fad1ba820862ce9cf",
];

/** Knows one pool. */
const knowing = (id: Hex): ChainKnowledge => ({
  ...{ chainId: 1, now: 0n, isListed: () => true },
  pool: (pool) => (pool === id ? { slug: "known", tokens: null } : null),
});

describe("readableHeldSwap", () => {
  test.each([V4, INFINITY])("default: $op names its pool as events do", (step, id) => {
    expect(readableHeldSwap(step, knowing(id))).toMatchObject({
      ...{ op: step.op, pool: id, protocol: "known", key: step.key, from: 1, into: 2, to: TO },
      holder: "manager" in step ? step.manager : step.vault,
      ...{ tokenIn: NATIVE, tokenOut: step.key.currency1 },
    });
    expect(readableHeldSwap({ ...step, zeroForOne: false }, null)).toMatchObject({
      ...{ pool: id, protocol: null, tokenIn: step.key.currency1, tokenOut: NATIVE },
    });
  });

  test.each([
    V4,
    INFINITY,
  ])("behavior: $op of a stranger's pool is none that is known", (step, id) => {
    const hooks: Address = "0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef";
    const other = { ...step, key: { ...step.key, hooks } } as typeof step;
    const { pool, protocol } = readableHeldSwap(other, knowing(id));
    expect(pool).not.toBe(id);
    expect(protocol).toBeNull();
  });
});
