import { join } from "node:path";
import { apiProcesses } from "../../src/api/main/process-count.ts";
import type { ChildOptions } from "./child.ts";
import type { Flags } from "./flags.ts";
import { devnetGround, realGround } from "./ground.ts";
import { startIndexer, waitUntilReady } from "./indexer.ts";
import { readLogLine } from "./log-line.ts";
import { preparePage } from "./page.ts";
import type { Plan } from "./plan.ts";
import { freePort } from "./ports.ts";
import { seconds } from "./progress.ts";
import { renderSummary } from "./summary.ts";
import type { Supervisor } from "./supervisor.ts";

export interface LaunchOptions {
  readonly root: string;
  readonly plan: Plan;
  readonly flags: Flags;
  readonly supervisor: Supervisor;
  /** Prints one line of progress. */
  readonly say: (line: string) => void;
  /** Called before the start goes on, for what must be undone at the end. */
  readonly onEnd: (undo: () => Promise<void>) => void;
}

/** Starts everything and returns once the API answers for every chain. @throws StartError */
export async function launch(options: LaunchOptions): Promise<void> {
  const { root, plan, flags, supervisor, say } = options;
  const { environment, mode, baseUrl, logDirectory } = plan;
  const startedAt = Date.now();
  const page = preparePage({ root, say });
  const ground = await (mode === "devnet" ? devnetGround(options) : realGround(options));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...ground.env,
    NODE_ENV: process.env.NODE_ENV ?? "production",
  };
  const showing =
    (name: string): ChildOptions["onLine"] =>
    (line) => {
      const { text, isWarning } = readLogLine(line);
      if (!isWarning && flags.console === "warnings") return "hidden";
      say(`${name}: ${text}`);
      return "shown";
    };

  say("starting the indexer and the API");
  const privatePorts: number[] = [];
  for (const index of plan.indexes) {
    const taken = [environment.port, ...environment.devnetPorts.values(), ...privatePorts];
    const port = await freePort(taken);
    privatePorts.push(port);
    startIndexer(supervisor, {
      ...{ root, env, host: "127.0.0.1", port, index, logDirectory, onLine: showing("indexer") },
      ...(mode === "devnet" ? {} : { onRestart: say }),
    });
  }
  await ground.isUp;
  supervisor.start({
    name: "API",
    program: {
      kind: "node",
      args: [
        ...["--import", join(import.meta.dirname, "leash.ts"), join(root, "scripts/api.ts")],
        ...(mode === "devnet" ? ["--devnet"] : []),
      ],
      env,
    },
    logFile: join(logDirectory, "api.log"),
    onLine: showing("api"),
  });
  const processes = apiProcesses(environment);
  const ready = waitUntilReady({
    ...{ baseUrl, processes, privatePorts, onBackfilled: ground.onBackfilled },
    onProgress: (share) =>
      say(share < 1 ? `backfill ${Math.floor(share * 100)} %` : "backfill 100 %, joining the head"),
  });
  await supervisor.during(ready);
  await supervisor.during(page);
  await supervisor.during(ground.onReady());
  say(`ready (${seconds(startedAt)})`);
  console.log(renderSummary({ baseUrl, mode, chains: ground.running, logDirectory }));
}
