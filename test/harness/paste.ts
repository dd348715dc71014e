import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const NOT_NOW = 503;
const PAUSE_MS = 1_000;
const PATIENCE_MS = 30_000;

/**
 * What a command prints when it is pasted into a shell, parsed. "Not now" is asked again, as its
 * message says: where other tests keep the machine busy, the index may be behind for a moment.
 */
export async function paste(command: string): Promise<unknown> {
  for (const started = Date.now(); ; await sleep(PAUSE_MS)) {
    const answer: unknown = JSON.parse(execFileSync("sh", ["-c", command], { encoding: "utf8" }));
    if (!isNotNow(answer) || Date.now() - started > PATIENCE_MS) return answer;
  }
}

function isNotNow(answer: unknown): boolean {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "statusCode" in answer &&
    answer.statusCode === NOT_NOW
  );
}
