import { afterAll, describe } from "vitest";
import { stopSharedService } from "../harness/shared-service.ts";

afterAll(stopSharedService);

describe("listed tokens", async () => {
  await import("./listed.suite.ts");
});
describe("coin", async () => {
  await import("./coin.suite.ts");
});
describe("staking limits", async () => {
  await import("./staking-limits.suite.ts");
});
// Takes the chains back and forth, and leaves the index behind.
describe("sandwiches", async () => {
  await import("./sandwich.suite.ts");
});
