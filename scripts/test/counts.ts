/** How many tests passed and failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The part of Vitest's JSON report that is counted. */
export interface VitestReport {
  /**
   * By test file, of which `name` is the path. A file that fails to load, or whose hooks fail, has
   * status `failed` without a failed assertion.
   */
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Sum of several counts. */
export function sumCounts(counts: readonly Counts[]): Counts {
  return {
    passed: counts.reduce((sum, each) => sum + each.passed, 0),
    failed: counts.reduce((sum, each) => sum + each.failed, 0),
  };
}

/** Paths of the files in which anything failed. */
export function failedFiles({ testResults }: VitestReport): readonly string[] {
  return testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
}

/** A report without some of its files. */
export function withoutFiles(report: VitestReport, files: readonly string[]): VitestReport {
  return { testResults: report.testResults.filter(({ name }) => !files.includes(name)) };
}

/**
 * Counts of one Vitest run. A file that failed without a failed test counts as one failure; so does
 * a run that ended with an error though every test passed (an unhandled rejection), that ran no
 * test, or that left no report (`null`).
 */
export function countVitest(report: VitestReport | null, exitCode: number | null): Counts {
  if (report === null) return { passed: 0, failed: 1 };
  const statuses = report.testResults.flatMap(({ status, assertionResults }) => {
    const tests = assertionResults.map((each) => each.status);
    return status === "failed" && !tests.includes("failed") ? [...tests, "failed"] : tests;
  });
  const passed = statuses.filter((status) => status === "passed").length;
  const failed = statuses.filter((status) => status === "failed").length;
  const isUnexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: isUnexplained ? 1 : failed };
}
