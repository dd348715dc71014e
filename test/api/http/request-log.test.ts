import { describe, expect, test } from "vitest";
import { loggedPath } from "../../../src/api/http/request-log.ts";

describe("loggedPath", () => {
  const known = new Set(["tokenIn", "page"]);

  test("default", () => {
    expect(loggedPath("http://h/a?tokenIn[]=0x1&page=2&apikey=k&k=k", known)).toBe(
      "/a?tokenIn[]=0x1&page=2",
    );
    expect(loggedPath("http://h/a?apikey=k", known)).toBe("/a");
  });

  test("behavior: no line breaks, no endless lines", () => {
    expect(loggedPath("http://h/a?page=%0A%22", known)).toBe("/a?page=%0A%22");
    expect(loggedPath(`http://h/a?page=${"1".repeat(5_000)}`, known)).toHaveLength(1_000);
  });
});
