import { describe, expect, test } from "vitest";
import { countVitest, sumCounts } from "../../../scripts/test/counts.ts";

const passing = {
  numPassedTests: 2,
  numFailedTests: 0,
  testResults: [
    { status: "passed", assertionResults: [{ status: "passed" }, { status: "passed" }] },
  ],
};

describe("countVitest", () => {
  test("default", () => {
    expect(countVitest(passing, 0)).toEqual({ passed: 2, failed: 0 });
  });

  test("behavior: failed tests", () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] },
      ],
    };
    expect(countVitest(report, 1)).toEqual({ passed: 1, failed: 1 });
  });

  test("behavior: a file that fails to load is one failure", () => {
    const testResults = [...passing.testResults, { status: "failed", assertionResults: [] }];
    expect(countVitest({ ...passing, testResults }, 1)).toEqual({ passed: 2, failed: 1 });
  });

  test("behavior: an error outside the tests is one failure", () => {
    expect(countVitest(passing, 1)).toEqual({ passed: 2, failed: 1 });
  });

  test("behavior: no report is one failure", () => {
    expect(countVitest(null, 0)).toEqual({ passed: 0, failed: 1 });
  });

  test("behavior: no test is one failure", () => {
    const report = { numPassedTests: 0, numFailedTests: 0, testResults: [] };
    expect(countVitest(report, 0)).toEqual({ passed: 0, failed: 1 });
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
