import { afterAll, beforeAll, describe } from "vitest";
import type { ProviderName } from "../../../devnet/provider/classes.ts";
import { describeIndexFaults } from "../../faults/index-faults.ts";
import { describeRpcFaults } from "../../faults/rpc-faults.ts";
import { stopSharedService } from "../../harness/shared-service.ts";
import { nightlySeed } from "../../harness/size.ts";

/** How long each fault of the nodes lasts. */
const FAULT_MS = 5_000;

/**
 * Runs the suites of trades, bundles, the past, history and faults with indexer and API behind
 * nodes of a kind. One kind in a file: the suites' modules are loaded once.
 */
export function describeBehind(name: ProviderName): void {
  describe(`behind ${name}`, async () => {
    const before = process.env.WEIR_TEST_PROVIDER;
    beforeAll(() => {
      process.env.WEIR_TEST_PROVIDER = name;
    });
    afterAll(() => {
      if (before === undefined) delete process.env.WEIR_TEST_PROVIDER;
      else process.env.WEIR_TEST_PROVIDER = before;
    });

    describe("trades", async () => {
      afterAll(stopSharedService);
      await import("../trades.suite.ts");
    });
    describe("bundles", async () => {
      await import("../bundles.integration.test.ts");
    });
    describe("the past", async () => {
      await import("../past.integration.test.ts");
    });
    describe("history", async () => {
      await import("../history.integration.test.ts");
    });
    describe("faults of nodes", () => describeRpcFaults(FAULT_MS));
    describe("faults of the index", () => {
      const kills = name === "archive" ? 2 : 0;
      describeIndexFaults({ chainId: 1, seed: nightlySeed(), scripts: 5, kills });
    });
  });
}
