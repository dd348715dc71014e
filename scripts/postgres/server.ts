import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { StartError } from "../start/failure.ts";
import { userOf } from "./account.ts";
import { type Cluster, OWNER } from "./cluster.ts";
import type { Installation } from "./installation.ts";

/** Whether a committed transaction survives the machine, or a devnet's the process alone. */
export type Durability = "machine" | "process";

/** How to run a server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
}

const POLL_MS = 50;
/** Recovery after a crash replays at most what came since the last checkpoint. */
const START_TIMEOUT_MS = 120_000;
/** Longer than the server of a start that was killed takes to end. */
const PREVIOUS_TIMEOUT_MS = 15_000;

/** On the loopback interface alone, without sockets, whose paths may be too long. */
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=200",
  // Nobody replicates it.
  "wal_level=minimal",
  "max_wal_senders=0",
];
const NOT_DURABLE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** The server of a cluster on a port, which ends when its standard input does. */
export function serverCommand(
  { directory }: Cluster,
  {
    port,
    durability,
    installation: { binaries, account },
  }: {
    readonly port: number;
    readonly durability: Durability;
    readonly installation: Installation;
  },
): ServerCommand {
  const settings = [...SETTINGS, ...(durability === "process" ? NOT_DURABLE : []), `port=${port}`];
  const args = ["-D", directory, ...settings.flatMap((setting) => ["-c", setting])];
  return {
    command: "/bin/sh",
    args: ["-c", LEASH, "sh", join(binaries, "postgres"), ...args],
    cwd: directory,
    ...userOf(account),
  };
}

/**
 * Runs a program until it ends, it is asked to, or standard input is closed: a parent that dies
 * closes it, whatever it died of. SIGINT ends PostgreSQL without waiting for its clients.
 */
const LEASH = `
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
trap 'kill -INT $program' TERM INT
{ cat <&3 >/dev/null; kill -INT $program; } &
leash=$!
wait $program
code=$?
while kill -0 $program 2>/dev/null; do wait $program; code=$?; done
kill $leash 2>/dev/null
exit $code`;

/** Connection string of the owner. */
export function urlOf({ password }: Cluster, port: number): string {
  return `postgres://${OWNER}:${password}@127.0.0.1:${port}/postgres`;
}

/** Waits until a server answers. @throws What it answers, or an Error after two minutes. */
export async function untilServes(url: string): Promise<void> {
  for (const start = Date.now(); ; await sleep(POLL_MS)) {
    const failure = await failureOf(url);
    if (failure === null) return;
    if (Date.now() - start > START_TIMEOUT_MS) throw failure;
  }
}

/** Why a server cannot be used yet; null: it can. @throws What is no matter of time. */
async function failureOf(url: string): Promise<Error | null> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
  try {
    await sql`select 1`;
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // 57P03: the server is starting up.
    const isEarly = code === "ECONNREFUSED" || code === "57P03" || code === "CONNECT_TIMEOUT";
    if (error instanceof Error && isEarly) return error;
    throw error;
  } finally {
    await sql.end();
  }
}

/**
 * Waits until no server runs on a cluster: that of a start which was killed ends by itself.
 *
 * @throws StartError when it does not.
 */
export async function untilFree({ directory }: Cluster): Promise<void> {
  for (const start = Date.now(); ; await sleep(POLL_MS)) {
    const pid = runningServer(directory);
    if (pid === null) return;
    if (Date.now() - start > PREVIOUS_TIMEOUT_MS) {
      throw new StartError(
        `A PostgreSQL server runs on ${directory} (process ${pid}); stop it with kill -INT ${pid}.`,
      );
    }
  }
}

function runningServer(directory: string): number | null {
  try {
    const [first = ""] = readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(first);
    process.kill(pid, 0);
    return isServer(pid, directory) ? pid : null;
  } catch (error) {
    // There is no such file, or no such process, or it is somebody else's.
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "ESRCH", "EPERM"].includes(code)) return null;
    throw error;
  }
}

/** A recycled process id is told apart where the system shows command lines. */
function isServer(pid: number, directory: string): boolean {
  if (process.platform !== "linux") return true;
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(directory);
}
