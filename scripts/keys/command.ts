import { parseArgs } from "node:util";
import type { KeyRecord, KeyStore } from "../../src/api/keys/store.ts";
import type { OpenKeyStore } from "./open.ts";

/** Longest name of a key, in characters. */
const MAX_NAME = 100;

const USAGE = `usage: npm run keys -- create [--name <name>]   make a key and print it, once
       npm run keys -- list                      show all keys
       npm run keys -- revoke <id>               make a key invalid, for good`;

/** The command line asks for nothing that there is. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly code = "USAGE";
}

type Command =
  | { readonly kind: "create"; readonly name: string | null }
  | { readonly kind: "list" }
  | { readonly kind: "revoke"; readonly id: string };

/**
 * Does what a command line says.
 *
 * @param open Called once the command line is known to be right.
 * @returns The text to print.
 * @throws UsageError, and what the store throws.
 */
export async function runKeysCommand(
  args: readonly string[],
  open: () => Promise<OpenKeyStore>,
): Promise<string> {
  const command = commandIn(args);
  const { keys, close } = await open();
  try {
    return await execute(command, keys);
  } finally {
    await close();
  }
}

async function execute(command: Command, keys: KeyStore): Promise<string> {
  switch (command.kind) {
    case "create":
      return keys.create(command.name);
    case "list":
      return table(await keys.list());
    case "revoke": {
      const { id } = command;
      const done = await keys.revoke(id);
      if (done === "unknown") {
        throw new UsageError(`There is no key ${id}; npm run keys -- list shows the ids.`);
      }
      return done === "revoked" ? `Key ${id} is revoked.` : `Key ${id} was revoked before.`;
    }
  }
}

function commandIn(args: readonly string[]): Command {
  const { positionals, name } = parse(args);
  const [kind, operand, ...rest] = positionals;
  if (kind === "create" && operand === undefined) return { kind, name };
  if (name !== null || rest.length > 0) throw new UsageError(USAGE);
  if (kind === "list" && operand === undefined) return { kind };
  if (kind === "revoke" && operand !== undefined) return { kind, id: operand };
  throw new UsageError(USAGE);
}

function parse(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { name: { type: "string" } },
      allowPositionals: true,
    });
    const { name = null } = values;
    if (name !== null && !/^[^\p{C}]+$/u.test(name.slice(0, MAX_NAME + 1))) {
      throw new UsageError("The name of a key is empty or has control characters; change it.");
    }
    if (name !== null && name.length > MAX_NAME) {
      throw new UsageError(`The name of a key has at most ${MAX_NAME} characters; shorten it.`);
    }
    return { positionals, name };
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${error.message}\n\n${USAGE}`);
    throw error;
  }
}

function table(keys: readonly KeyRecord[]): string {
  if (keys.length === 0) return "There are no keys.";
  const rows = keys.map(({ id, name, createdAt, lastUsedAt, revokedAt }) => [
    id,
    name ?? "-",
    time(createdAt),
    lastUsedAt === null ? "never" : time(lastUsedAt),
    revokedAt === null ? "-" : time(revokedAt),
  ]);
  const lines = [["ID", "NAME", "CREATED", "LAST USED", "REVOKED"], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** To the second, in UTC. */
function time(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
