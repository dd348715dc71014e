import { describe } from "vitest";
import { serveNodes } from "./unreliable-nodes.ts";

serveNodes();

describe("nodesTransport", async () => {
  await import("./failover.suite.ts");
});
describe("heads", async () => {
  await import("./heads.suite.ts");
});
describe("logs by block hash", async () => {
  await import("./logs-by-hash.suite.ts");
});
