import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { thisProcess } from "./lock.ts";

/**
 * Notes that a database is about to be created in a directory, if it has none yet, and removes one whose creation was cut off: the embedded
 * database aborts on it, and nobody has written to it. To be called by whoever holds the directory's lock. The note is a file beside the directory.
 *
 * @param onRemoved Called with what was done, for the log, when something was removed.
 */
export function beginCreation(directory: string, onRemoved: (message: string) => void): void {
  const path = resolve(directory);
  const note = noteOf(path);
  const own = thisProcess();
  const isEmpty = () => !existsSync(path) || readdirSync(path).length === 0;
  // `ponder dev` comes here again while it has the database open.
  if (existsSync(note) && readFileSync(note, "utf8") !== own && !isEmpty()) {
    rmSync(path, { recursive: true });
    onRemoved(`the creation of the database in ${path} was cut off; it is made anew`);
  }
  if (!isEmpty()) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(note, own);
}

/** Notes that the database in a directory was created; to be called before anything is written to it that must last. */
export function endCreation(directory: string): void {
  rmSync(noteOf(resolve(directory)), { force: true });
}

function noteOf(path: string): string {
  return join(dirname(path), `${basename(path)}.unfinished`);
}
