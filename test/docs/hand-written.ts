import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** What programs write: dependencies, the compiled page, and declarations made of schemas. */
const GENERATED: ReadonlySet<string> = new Set(["node_modules", "dist", "generated"]);
const GENERATED_FILES: ReadonlySet<string> = new Set(["ponder-env.d.ts"]);

/** A source file by its path below the root, with its lines. */
export interface SourceFile {
  readonly path: string;
  readonly lines: readonly string[];
}

/** Every TypeScript and module file that people write, ABIs included. */
export function handWritten(): readonly SourceFile[] {
  return pathsIn("").map((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    return { path, lines: text.replace(/\n$/, "").split("\n") };
  });
}

/** Files below a folder, without those of folders whose names begin with a dot. */
function pathsIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name.startsWith(".") || GENERATED.has(entry.name) ? [] : pathsIn(path);
    }
    return /\.(ts|tsx|mts|mjs)$/.test(entry.name) && !GENERATED_FILES.has(path) ? [path] : [];
  });
}
