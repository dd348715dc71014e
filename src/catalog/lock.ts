import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** A directory is in use by another living process. */
export class DirectoryLockedError extends Error {
  override readonly name = "DirectoryLockedError";
  readonly code = "DIRECTORY_LOCKED";
  readonly directory: string;
  readonly pid: number;

  constructor(directory: string, pid: number, file: string) {
    super(
      `${directory} is in use by process ${pid}; stop that process or set WEIR_DATA_DIR to another directory. ` +
        `If ${pid} is not a Weir process, delete ${file}.`,
    );
    this.directory = directory;
    this.pid = pid;
  }
}

/** A process as the lock file names it: a process id is used again after its owner has died, its start time is not. */
interface Owner {
  readonly pid: number;
  /** Start of the process, in ticks since boot; null where the system does not tell. */
  readonly started: string | null;
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the command in parentheses and may hold blanks; starttime is field 22.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch (error) {
    if (isErrno(error, "ENOENT") || isErrno(error, "ESRCH")) return null;
    throw error;
  }
}

/** Names this process as no other does, before or after it. */
export function thisProcess(): string {
  return `${process.pid} ${startOf(process.pid) ?? ""}`.trim();
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function isAlive({ pid, started }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (isErrno(error, "ESRCH")) return false;
    // EPERM: it lives and belongs to someone else.
    if (!isErrno(error, "EPERM")) throw error;
  }
  return started === null || startOf(pid) === started;
}

function parseOwner(content: string): Owner | null {
  const [pid, started] = content.trim().split(" ");
  if (pid === undefined || !/^[1-9]\d*$/.test(pid)) return null;
  return { pid: Number(pid), started: started ?? null };
}

/** Puts the file in place with its content, or not at all: a link to a name that exists fails. */
function create(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isErrno(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return null;
    throw error;
  }
}

/**
 * Takes a directory for this process until it exits or the returned function is called. The lock is a file beside the
 * directory; that of a dead process is taken over. Taking a directory again from the same process succeeds.
 *
 * @returns Releases the lock; harmless when called twice.
 * @throws DirectoryLockedError when another living process holds it.
 */
export function lockDirectory(directory: string): () => void {
  const path = resolve(directory);
  mkdirSync(dirname(path), { recursive: true });
  const file = join(dirname(path), `${basename(path)}.lock`);
  const content = thisProcess();

  while (!create(file, content)) {
    const found = read(file);
    if (found === null) continue;
    if (found === content) break;
    const owner = parseOwner(found);
    if (owner !== null && isAlive(owner)) throw new DirectoryLockedError(path, owner.pid, file);
    takeAside(file, found);
  }

  const release = () => {
    if (read(file) === content) rmSync(file, { force: true });
    process.off("exit", release);
  };
  process.on("exit", release);
  return release;
}

/** Removes a stale lock file. Renaming first lets one of several processes win, and shows it what it has taken. */
function takeAside(file: string, stale: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isErrno(error, "ENOENT")) return;
    throw error;
  }
  // Someone else took the stale lock over between our read and our rename: give theirs back.
  if (read(aside) !== stale) renameSync(aside, file);
  else rmSync(aside, { force: true });
}
