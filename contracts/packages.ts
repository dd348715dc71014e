import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const ROOT = new URL("../", import.meta.url);

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
});
let versions: z.infer<typeof lockSchema>["packages"] | null = null;

/** Version of an npm package in the lockfile; it need not be installed. */
export function npmVersion(name: string): string {
  const lockfile = new URL("package-lock.json", ROOT);
  versions ??= lockSchema.parse(JSON.parse(readFileSync(lockfile, "utf8"))).packages;
  const version = versions[`node_modules/${name}`]?.version;
  if (version === undefined) throw new Error(`package-lock.json has no package ${name}.`);
  return version;
}

/** @throws Error that says what to do when a compiler is not installed, as with `npm start`. */
export function requireCompiler(name: string): void {
  if (existsSync(fileURLToPath(new URL(`node_modules/${name}`, ROOT)))) return;
  throw new Error(
    `Contracts are not as they were compiled, and ${name}, their compiler, is not installed; run \`npm install\` and this again.`,
  );
}
