/** Ponder writes levels as pino's numbers, the API as names. */
const LEVELS: ReadonlyMap<unknown, string> = new Map([
  [10, "trace"],
  [20, "debug"],
  [30, "info"],
  [40, "warn"],
  [50, "error"],
  [60, "fatal"],
]);
const QUIET: ReadonlySet<string> = new Set(["trace", "debug", "info"]);
/** Keys of a log record that are not shown after its message. */
const PLAIN: ReadonlySet<string> = new Set(["level", "time", "msg", "error", "err"]);
/**
 * What Ponder asks on a guess before anybody has: when it fails, it is asked again if it is needed.
 */
const GUESS = "prefetch_rpc_requests";
/**
 * What a contract answers that lacks a function which some of its kind have. Where nobody expects
 * it, it ends the indexer, which says so in an error.
 */
const REVERTED = "execution reverted";

/** One line of a child's log, ready to be shown. */
export interface LogLine {
  readonly text: string;
  readonly isWarning: boolean;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(line: string): Readonly<Record<string, unknown>> | null {
  if (!line.startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Reads a line that pino wrote as JSON; any other line (a stack, a crash) is shown as it is and
 * counts as a warning.
 */
export function readLogLine(line: string): LogLine {
  const record = parse(line);
  if (record?.level === undefined) return { text: line, isWarning: line.trim() !== "" };
  const level = LEVELS.get(record.level) ?? String(record.level);
  const error = record.error ?? record.err;
  const values = Object.entries(record)
    .filter(([key]) => !PLAIN.has(key))
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const cause = isRecord(error) && typeof error.message === "string" ? error.message : "";
  if (cause !== "") values.unshift(cause);
  // viem's messages have many lines.
  const text = [level, String(record.msg ?? ""), ...values].join(" ").replace(/\s*\n\s*/g, " ");
  const isExpected = record.action === GUESS || (level === "warn" && cause.includes(REVERTED));
  return { text, isWarning: !QUIET.has(level) && !isExpected };
}
