import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { StartError } from "../start/failure.ts";
import { userOf } from "./account.ts";
import { type Installation, reachablePlace } from "./installation.ts";

/** A database cluster on disk. */
export interface Cluster {
  /** Data directory of the server. */
  readonly directory: string;
  /** Of its owner, the only user that it is made with. */
  readonly password: string;
}

/** Owner of a cluster. */
export const OWNER = "weir";

const PASSWORD_FILE = "weir-password";

/**
 * The cluster of a directory, made on first use. One whose making was cut off is made anew: it
 * gets its name when it is complete.
 *
 * @throws StartError when another major version of PostgreSQL made it.
 */
export function openCluster(wanted: string, installation: Installation): Cluster {
  const directory = join(reachablePlace(dirname(wanted), installation), basename(wanted));
  if (!existsSync(directory)) makeCluster(directory, installation);
  requireVersion(directory, installation);
  return { directory, password: readFileSync(join(directory, PASSWORD_FILE), "utf8") };
}

function makeCluster(directory: string, { binaries, account }: Installation): void {
  const partial = `${directory}.partial`;
  const passwordFile = `${directory}.password`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  try {
    if (account !== null) {
      for (const path of [partial, passwordFile]) chownSync(path, account.uid, account.gid);
    }
    const options = [
      ...["-D", partial, "-U", OWNER, "-A", "scram-sha-256", `--pwfile=${passwordFile}`],
      ...["-E", "UTF8", "--no-locale", "--no-sync"],
    ];
    execFileSync(join(binaries, "initdb"), options, {
      ...userOf(account),
      cwd: partial,
      stdio: "pipe",
    });
    renameSync(passwordFile, join(partial, PASSWORD_FILE));
    renameSync(partial, directory);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function requireVersion(directory: string, { binaries }: Installation): void {
  const made = readFileSync(join(directory, "PG_VERSION"), "utf8").trim();
  const text = execFileSync(join(binaries, "postgres"), ["--version"], { encoding: "utf8" });
  const own = /\(PostgreSQL\) (\d+)/.exec(text)?.[1];
  if (made === own) return;
  throw new StartError(
    `${directory} was made by PostgreSQL ${made}, and this is ${own}; move the data with pg_dump of ${made}, or delete the directory to index anew.`,
  );
}
