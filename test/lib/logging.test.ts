import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { createLogger, errorRecord, withoutUrlSecrets } from "../../src/lib/logging.ts";

describe("createLogger", () => {
  test("default", () => {
    let text = "";
    const destination = new Writable({
      write(chunk, _, done) {
        text += chunk;
        done();
      },
    });
    const log = createLogger({ level: "info", destination });
    log.debug("hidden");
    log.info(
      { apikey: "k1", headers: { authorization: "k2" }, req: { headers: { cookie: "k3" } } },
      "hi",
    );
    expect(JSON.parse(text)).toMatchObject({
      level: "info",
      msg: "hi",
      apikey: "[redacted]",
      headers: { authorization: "[redacted]" },
      req: { headers: { cookie: "[redacted]" } },
    });
    expect(text).not.toMatch(/k[123]/);
  });
});

describe("withoutUrlSecrets", () => {
  test.each([
    ["https://eth.example/v2/KEY", "https://eth.example"],
    ["wss://eth.example:8546/KEY?x=KEY#KEY", "wss://eth.example:8546"],
    ["postgres://user:KEY@db:5432/weir", "postgres://db:5432"],
    ["postgres://user:K%2FEY@db/weir?sslmode=KEY", "postgres://db"],
    ["call to (https://a.b/KEY) failed", "call to (https://a.b failed"],
    ["https://KEY@a.b/x and http://c.d/KEY", "https://a.b and http://c.d"],
    ['"url":"https://a.b/KEY","n":1', '"url":"https://a.b","n":1'],
    ["file:///srv/weir/src/x.ts:3:1", "file:///srv/weir/src/x.ts:3:1"],
    ["no url here", "no url here"],
  ])("behavior: %s", (text, expected) => {
    expect(withoutUrlSecrets(text)).toBe(expected);
  });
});

describe("errorRecord", () => {
  test("default", () => {
    const cause = new Error("https://a.b/KEY refused");
    const error = Object.assign(new RangeError("outer", { cause }), { code: "X1", extra: "KEY" });
    const record = errorRecord(error);
    expect(record).toMatchObject({
      type: "RangeError",
      code: "X1",
      message: "outer: https://a.b refused",
    });
    expect(JSON.stringify(record)).not.toContain("KEY");
    expect(JSON.stringify(record)).toContain("logging.test.ts");
  });

  test("behavior: what is no error", () => {
    expect(errorRecord("boom at https://a.b/KEY")).toBe("boom at https://a.b");
  });
});
