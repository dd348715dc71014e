import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { userOf } from "../../scripts/postgres/account.ts";
import { findInstallation, type Installation } from "../../scripts/postgres/installation.ts";
import { untilServes } from "../../scripts/postgres/server.ts";
import { collectOutput, endChild } from "./child.ts";
import { clusterDirectory, copyCluster, emptyCluster } from "./cluster-template.ts";
import { freePort } from "./port.ts";

/** A running PostgreSQL, which takes any user without a password. */
export interface Postgres {
  readonly url: string;
  /**
   * Ends the server, cutting its clients, and starts it again on the same port and data after
   * `downMs`.
   */
  restart(downMs: number): Promise<void>;
  /** The same, without a word to its clients. */
  crash(downMs: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server on a copy of a cluster in a temporary directory, without any durability, on a
 * free port. Stopping it deletes the directory.
 *
 * @param template Absent: an empty one.
 */
export async function startPostgres(template?: string): Promise<Postgres> {
  const installation = findInstallation();
  const from = template ?? (await emptyCluster(installation));
  const directory = clusterDirectory(installation);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    copyCluster(from, directory);
    const server = await serveCluster(directory, installation);
    const stop = async () => {
      await server.stop();
      remove();
    };
    return { ...server, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Starts a server on a cluster, which stays when it is stopped. */
export async function serveCluster(
  directory: string,
  installation: Installation,
): Promise<Postgres> {
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
