import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withLock } from "../../devnet/lock.ts";
import { userOf } from "../../scripts/postgres/account.ts";
import type { Installation } from "../../scripts/postgres/installation.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Generated files of the repository; ignored by git. */
const TEMPLATES = join(ROOT, ".weir/test");
/** Others are kept for this long: another process may be about to copy one. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Data directory of a stopped server, to be copied: made on first use, and kept until what it is
 * made of changes. Processes that ask at the same time make it once.
 *
 * @param facts What it is made of, besides the dependencies of the lockfile and who runs it.
 * @param make Fills an empty directory.
 */
export async function clusterTemplate(
  { name, facts }: { readonly name: string; readonly facts: readonly string[] },
  installation: Installation,
  make: (directory: string) => Promise<void>,
): Promise<string> {
  const key = createHash("sha256")
    .update(JSON.stringify([facts, installation]))
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex")
    .slice(0, 16);
  const template = join(TEMPLATES, `${name}-${key}`);
  if (existsSync(template)) return template;
  mkdirSync(TEMPLATES, { recursive: true });
  return withLock(join(TEMPLATES, `${name}.lock`), async () => {
    if (existsSync(template)) return template;
    removeOthers(name);
    const directory = clusterDirectory(installation);
    const partial = `${template}.partial`;
    try {
      await make(directory);
      rmSync(partial, { recursive: true, force: true });
      mkdirSync(partial, { mode: 0o700 });
      copyCluster(directory, partial);
      renameSync(partial, template);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
    return template;
  });
}

/** A new directory that the server's user reaches, as it may not reach the repository. */
export function clusterDirectory({ account }: Installation): string {
  const directory = mkdtempSync(join(tmpdir(), "weir-postgres-"));
  if (account !== null) chownSync(directory, account.uid, account.gid);
  return directory;
}

/** Copies a cluster, with who owns its files, into a directory. */
export function copyCluster(from: string, to: string): void {
  execFileSync("cp", ["-a", `${from}/.`, to]);
}

/** The template of a cluster with nothing in it, whose server takes any user without a password. */
export function emptyCluster(installation: Installation): Promise<string> {
  const { account, binaries } = installation;
  // Segments of 1 MB: of 16 MB, the log would be most of what is copied.
  const options = ["-U", "weir", "-A", "trust", "-E", "UTF8", "--no-locale", "--wal-segsize=1"];
  return clusterTemplate({ name: "empty", facts: options }, installation, async (directory) => {
    execFileSync(join(binaries, "initdb"), ["-D", directory, ...options, "--no-sync"], {
      ...{ ...userOf(account), cwd: directory, stdio: "pipe" },
    });
  });
}

/** Those of other sources would pile up. */
function removeOthers(name: string): void {
  for (const found of readdirSync(TEMPLATES)) {
    const path = join(TEMPLATES, found);
    if (!found.startsWith(`${name}-`) || Date.now() - statSync(path).mtimeMs < KEPT_MS) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
