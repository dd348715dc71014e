import { afterAll, describe } from "vitest";
import { stopSharedService } from "../harness/shared-service.ts";

afterAll(stopSharedService);

// Each moves the market further than the one before it.
describe("simulators", async () => {
  await import("./simulators.suite.ts");
});
describe("providers", async () => {
  await import("./providers.suite.ts");
});
describe("a node that differs from itself", async () => {
  await import("./differing-node.suite.ts");
});
describe("trades", async () => {
  await import("./trades.suite.ts");
});
describe("limits", async () => {
  await import("./limits.suite.ts");
});
