import { join } from "node:path";
import type { ChildOptions } from "./child.ts";
import type { DevnetRequest } from "./devnet-messages.ts";
import type { Supervisor } from "./supervisor.ts";

/** Time between blocks of the devnet. */
const BLOCK_TIME_MS = 2_000;

/** A devnet under supervision. */
export interface SupervisedDevnet {
  /** Starts mining. */
  mine(): void;
  /** Starts the seeded trader. */
  trade(): void;
}

/**
 * Starts the local chains and waits until their nodes answer. They stand still at first, so that
 * every index of them takes the same blocks for final.
 */
export async function startSupervisedDevnet(
  supervisor: Supervisor,
  {
    ports,
    logDirectory,
    onLine,
  }: {
    readonly ports: ReadonlyMap<number, number>;
    readonly logDirectory: string;
    readonly onLine: ChildOptions["onLine"];
  },
): Promise<SupervisedDevnet> {
  const directory = import.meta.dirname;
  const { promise: started, resolve: onStarted } = Promise.withResolvers<void>();
  const child = supervisor.start({
    name: "devnet",
    program: {
      kind: "node",
      args: ["--import", join(directory, "leash.ts"), join(directory, "devnet-process.ts")],
      env: process.env,
    },
    logFile: join(logDirectory, "devnet.log"),
    onLine,
    // It tells nothing else.
    onMessage: () => onStarted(),
  });
  child.send({
    kind: "start",
    ports: Object.fromEntries(ports),
  } satisfies DevnetRequest);
  await supervisor.during(started);
  return {
    mine: () => child.send({ kind: "mine", blockTimeMs: BLOCK_TIME_MS } satisfies DevnetRequest),
    trade: () => child.send({ kind: "trade" } satisfies DevnetRequest),
  };
}
