import { describe, expect, test } from "vitest";
import { countVitest, failedFiles, sumCounts, withoutFiles } from "../../../scripts/test/counts.ts";

const passed = {
  ...{ name: "/a.test.ts", status: "passed" },
  assertionResults: [{ status: "passed" }, { status: "passed" }],
};
const failed = {
  ...{ name: "/b.test.ts", status: "failed" },
  assertionResults: [{ status: "passed" }, { status: "failed" }, { status: "skipped" }],
};
const broken = { name: "/c.test.ts", status: "failed", assertionResults: [] };
const passing = { testResults: [passed] };

describe("countVitest", () => {
  test("default", () => {
    expect(countVitest(passing, 0)).toEqual({ passed: 2, failed: 0 });
  });

  test("behavior: failed tests", () => {
    expect(countVitest({ testResults: [failed] }, 1)).toEqual({ passed: 1, failed: 1 });
  });

  test("behavior: a file that fails to load is one failure", () => {
    expect(countVitest({ testResults: [passed, broken] }, 1)).toEqual({ passed: 2, failed: 1 });
  });

  test("behavior: an error outside the tests is one failure", () => {
    expect(countVitest(passing, 1)).toEqual({ passed: 2, failed: 1 });
  });

  test("behavior: no report is one failure", () => {
    expect(countVitest(null, 0)).toEqual({ passed: 0, failed: 1 });
  });

  test("behavior: no test is one failure", () => {
    expect(countVitest({ testResults: [] }, 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("failedFiles and withoutFiles", () => {
  test("default: what ran again counts as it did then", () => {
    const report = { testResults: [failed, passed, broken] };
    const files = failedFiles(report);
    expect(files).toEqual(["/b.test.ts", "/c.test.ts"]);
    expect(withoutFiles(report, files)).toEqual(passing);
  });
});

describe("sumCounts", () => {
  test("default", () => {
    const counts = [
      { passed: 1, failed: 2 },
      { passed: 10, failed: 20 },
    ];
    expect(sumCounts(counts)).toEqual({ passed: 11, failed: 22 });
  });
});
