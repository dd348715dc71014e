import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { npmText } from "./artifact.ts";

const CONTRACTS = fileURLToPath(new URL("../contracts/", import.meta.url));

/**
 * Solidity files of a folder of `devnet/contracts`, not of the folders below it; "" is the folder
 * itself.
 */
export function ownFiles(folder: string): readonly string[] {
  return readdirSync(join(CONTRACTS, folder))
    .filter((name) => name.endsWith(".sol"))
    .map((name) => join(folder, name));
}

/**
 * The files with all they import, by source name. A file is one of `devnet/contracts` or of an npm
 * package.
 *
 * @param remappings Prefixes of imports by what they stand for, e.g. another version's package.
 */
export function collectSources(
  files: readonly string[],
  remappings: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const sources: Record<string, string> = {};
  const pending = [...files];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (sources[name] !== undefined) continue;
    const source = read(name, remappings);
    sources[name] = source;
    for (const [, path] of source.matchAll(/^\s*import\s[^'"]*['"]([^'"]+)['"]/gm)) {
      if (path === undefined) continue;
      pending.push(path.startsWith(".") ? join(dirname(name), path) : path);
    }
  }
  return sources;
}

function read(name: string, remappings: Readonly<Record<string, string>>): string {
  const own = join(CONTRACTS, name);
  if (existsSync(own)) return readFileSync(own, "utf8");
  for (const [prefix, target] of Object.entries(remappings)) {
    if (name.startsWith(prefix)) return npmText(target + name.slice(prefix.length));
  }
  return npmText(name);
}
