import { afterAll, describe } from "vitest";
import { stopSharedService } from "../harness/shared-service.ts";

afterAll(stopSharedService);

// Those that need the market as it was made come first.
describe("prices", async () => {
  await import("../api/prices/devnet.suite.ts");
});
describe("price feeds", async () => {
  await import("../api/prices/feeds.suite.ts");
});
describe("search", async () => {
  await import("./search.suite.ts");
});
describe("estimates", async () => {
  await import("./estimates.suite.ts");
});
describe("decode", async () => {
  await import("../api/decode/service.suite.ts");
});
describe("replays", async () => {
  await import("./replays.suite.ts");
});
describe("positions", async () => {
  await import("./positions.suite.ts");
});
describe("strategies", async () => {
  await import("./strategies.suite.ts");
});
describe("deadlines", async () => {
  await import("./deadlines.suite.ts");
});
describe("permits", async () => {
  await import("./permits.suite.ts");
});
describe("permits of tokens", async () => {
  await import("./token-permits.suite.ts");
});
describe("permits of accounts with code", async () => {
  await import("./contract-permits.suite.ts");
});
describe("shares", async () => {
  await import("./shares.suite.ts");
});
describe("inputs", async () => {
  await import("./inputs.suite.ts");
});
describe("lists", async () => {
  await import("./lists.suite.ts");
});
describe("vaults of factories", async () => {
  await import("./vaults.suite.ts");
});
describe("principal tokens", async () => {
  await import("./principal-tokens.suite.ts");
});
describe("vaults that nothing lists", async () => {
  await import("./named-vaults.suite.ts");
});
describe("client", async () => {
  await import("./client.suite.ts");
});
describe("Enso's SDK", async () => {
  await import("./enso-sdk.suite.ts");
});
describe("additions", async () => {
  await import("./additions.suite.ts");
});
describe("calls, Safes and user operations", async () => {
  await import("./include.suite.ts");
});
describe("hostile requests", async () => {
  await import("./hostile.suite.ts");
});
describe("verify", async () => {
  await import("./verify.suite.ts");
});
