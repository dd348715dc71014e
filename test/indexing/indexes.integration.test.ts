import { afterAll, describe } from "vitest";
import { stopSharedIndex } from "./shared-index.ts";

afterAll(stopSharedIndex);

// The first counts what the devnet's chains begin with.
describe("tables", async () => {
  await import("./tables.suite.ts");
});
describe("families", async () => {
  await import("./families.suite.ts");
});
