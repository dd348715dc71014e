import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Artifact, artifactSchema, npmVersion } from "./artifact.ts";
import { COMPILATIONS, type Compilation } from "./compilations.ts";
import { type CompileJob, compileSolidity } from "./compile.ts";
import { collectSources } from "./sources.ts";

const CACHE = fileURLToPath(new URL("../../.weir/cache/", import.meta.url));

const artifactsSchema = z.record(z.string(), artifactSchema);

/** What the devnet compiles itself, by compilation and contract name. */
export type CompiledContracts = {
  readonly [name in keyof typeof COMPILATIONS]: Readonly<Record<string, Artifact>>;
};

/**
 * Runs every compilation, or takes what was compiled before from the same sources. Takes some seconds the first time: two run at a
 * time, each in a process of its own.
 */
export async function compileContracts(): Promise<CompiledContracts> {
  const compiled: Partial<Record<keyof CompiledContracts, CompiledContracts["own"]>> = {};
  const waiting = Object.keys(COMPILATIONS) as (keyof CompiledContracts)[];
  const run = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      compiled[name] = await compileOne(name);
    }
  };
  await Promise.all([run(), run()]);
  return compiled as CompiledContracts;
}

/** Runs one compilation, or takes what was compiled before from the same sources. */
export async function compileOne(name: keyof CompiledContracts): Promise<CompiledContracts["own"]> {
  const { files, remappings, ...settings }: Compilation = COMPILATIONS[name];
  return compileCached({ ...settings, sources: collectSources(files, remappings) });
}

async function compileCached(job: CompileJob): Promise<Readonly<Record<string, Artifact>>> {
  const version = npmVersion(job.compiler);
  const key = createHash("sha256")
    .update(JSON.stringify([version, job]))
    .digest("hex")
    .slice(0, 16);
  const file = join(CACHE, `devnet-${job.compiler}-${key}.json`);
  if (existsSync(file)) return artifactsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const artifacts = await compileSolidity(job);
  mkdirSync(CACHE, { recursive: true });
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(artifacts));
  renameSync(partial, file);
  return artifacts;
}
