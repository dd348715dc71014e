import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * All that a file imports when it runs, directly or not: files of the project, and names of
 * packages. Types are not among it.
 */
export function imports(entry: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const [, target = ""] of readFileSync(join(root, entry), "utf8").matchAll(
    /^(?:import|export) (?!type )(?:[^;"]*? from )?"([^"]+)"/gm,
  )) {
    if (target.startsWith(".")) imports(normalize(join(dirname(entry), target)), found);
    else if (!/^(node|ponder):/.test(target)) {
      found.add(
        target
          .split("/")
          .slice(0, target.startsWith("@") ? 2 : 1)
          .join("/"),
      );
    }
  }
  return found;
}
