import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { userOf } from "../../scripts/postgres/account.ts";
import { findInstallation, type Installation } from "../../scripts/postgres/installation.ts";
import { untilServes } from "../../scripts/postgres/server.ts";
import { collectOutput, endChild } from "./child.ts";
import { freePort } from "./port.ts";

/** A running PostgreSQL with an empty database, which takes any user without a password. */
export interface Postgres {
  readonly url: string;
  /** Ends the server, cutting its clients, and starts it again on the same port and data after `downMs`. */
  restart(downMs: number): Promise<void>;
  /** The same, without a word to its clients. */
  crash(downMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the directory of a fresh cluster. */
function initCluster(installation: Installation): string {
  const directory = mkdtempSync(join(tmpdir(), "weir-postgres-"));
  const { binaries, account } = installation;
  if (account !== null) chownSync(directory, account.uid, account.gid);
  execFileSync(
    join(binaries, "initdb"),
    ["-D", directory, "-U", "weir", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    { ...userOf(installation.account), cwd: directory, stdio: "pipe" },
  );
  return directory;
}

/** Starts a fresh cluster in a temporary directory, without any durability, on a free port. Stopping it deletes the directory. */
export async function startPostgres(): Promise<Postgres> {
  const installation = findInstallation();
  const directory = initCluster(installation);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "shared_buffers=64MB",
  ].flatMap((setting) => ["-c", setting]);
  const url = `postgres://weir@127.0.0.1:${port}/postgres`;
  const run = () =>
    spawn(join(installation.binaries, "postgres"), ["-D", directory, ...settings], {
      ...userOf(installation.account),
      cwd: directory,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const untilUp = async () => {
    const output = collectOutput(child);
    const ended = once(child, "exit").then(() => {
      throw new Error(`postgres ended during its start:\n${output()}`);
    });
    // It ends later, too, when nobody waits.
    ended.catch(() => undefined);
    await Promise.race([untilServes(url), ended]);
  };
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
