import { afterAll, describe } from "vitest";
import { stopSharedService } from "../harness/shared-service.ts";

afterAll(stopSharedService);

describe("bundle", async () => {
  await import("./bundle.suite.ts");
});
describe("failing bundle", async () => {
  await import("./failing-bundle.suite.ts");
});
describe("random bundle", async () => {
  await import("./random-bundle.suite.ts");
});
describe("lending bundle", async () => {
  await import("./lending-bundle.suite.ts");
});
describe("position bundle", async () => {
  await import("./position-bundle.suite.ts");
});
describe("share bundle", async () => {
  await import("./share-bundle.suite.ts");
});
describe("arguments of bundles", async () => {
  await import("./arguments-bundle.suite.ts");
});
describe("funding of bundles", async () => {
  await import("./funding-bundle.suite.ts");
});
describe("receiver of an action", async () => {
  await import("./receiver-bundle.suite.ts");
});
describe("deposit or exchange", async () => {
  await import("./deposit-or-exchange.suite.ts");
});
// Moves prices.
describe("range bundle", async () => {
  await import("./range-bundle.suite.ts");
});
describe("standards", async () => {
  await import("./standards.suite.ts");
});
