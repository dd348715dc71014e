import { describe, expect, test } from "vitest";
import { routeGasLimit } from "../../../src/api/router/gas-limit.ts";
import { withHeadroom } from "../../../src/api/simulation/gas.ts";
import { CHAINS, MAX_TRANSACTION_GAS } from "../../../src/lib/chains.ts";

describe("routeGasLimit", () => {
  test("default: fits a transaction where ticks are crossed that nobody crossed before", () => {
    for (const [chainId, { maxTransactionGas = MAX_TRANSACTION_GAS }] of CHAINS) {
      const limit = routeGasLimit(chainId, {});
      // Recorded pools of WBTC and USDT, estimated at 1.9394 and 2.988 million.
      const measured = [(limit * 3_429_254n) / 1_939_400n, (limit * 5_344_270n) / 2_988_000n];
      for (const gas of measured) {
        expect(withHeadroom(gas + 200_000n)).toBeLessThanOrEqual(maxTransactionGas);
      }
      expect(limit).toBeGreaterThan(maxTransactionGas / 3n);
    }
  });

  test("behavior: the request's own limit", () => {
    expect(routeGasLimit(1, { maxGas: 123n })).toBe(123n);
  });
});
