import { execFileSync, spawnSync } from "node:child_process";

/** User that a server runs as. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const UNPRIVILEGED = "nobody";

/** PostgreSQL refuses to be root: an unprivileged user then; null: whoever runs this. */
export function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, UNPRIVILEGED], { encoding: "utf8" }));
  return { name: UNPRIVILEGED, uid: id("-u"), gid: id("-g") };
}

/** As whom to start a program of the server; null: whoever runs this. */
export function userOf(account: Account | null): Partial<Pick<Account, "uid" | "gid">> {
  return account === null ? {} : { uid: account.uid, gid: account.gid };
}

/** Whether an account may enter a directory, or execute a file: every directory above counts. */
export function isReachable(path: string, { uid, gid }: Account): boolean {
  return spawnSync("/bin/sh", ["-c", 'test -x "$0"', path], { uid, gid, cwd: "/" }).status === 0;
}
