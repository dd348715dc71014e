import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import {
  type Compiled,
  cacheCompiled,
  compilationKey,
  readCompiled,
} from "../../contracts/compiled.ts";
import { npmVersion } from "../../contracts/packages.ts";
import { type Artifact, artifactSchema } from "./artifact.ts";
import { COMPILATIONS, type Compilation, type CompilationName } from "./compilations.ts";
import { type CompileJob, compileAll } from "./compile.ts";
import { collectSources } from "./sources.ts";

const COMPILED = fileURLToPath(new URL("../compiled/", import.meta.url));

const artifactsSchema: z.ZodType<Artifacts> = z.record(z.string(), artifactSchema);

type Artifacts = Readonly<Record<string, Artifact>>;

/**
 * What the devnet compiles itself, by compilation and contract name; compilations that nobody asked
 * for are empty.
 */
export type CompiledContracts = Readonly<Record<CompilationName, Artifacts>>;

const ALL = Object.keys(COMPILATIONS) as CompilationName[];

/**
 * Compilations, all unless some are named: as they are in the repository where these are of the
 * present sources, else compiled.
 */
export async function compileContracts(
  names: readonly CompilationName[] = ALL,
): Promise<CompiledContracts> {
  const known = new Map<CompilationName, Artifacts>();
  const missing = [...new Set(names)].filter((name) => {
    const artifacts = readCompiled(keptCompilation(name));
    if (artifacts !== null) known.set(name, artifacts);
    return artifacts === null;
  });
  for (const [name, artifacts] of await compileAnew(missing)) {
    cacheCompiled(keptCompilation(name), artifacts);
    known.set(name, artifacts);
  }
  const entries = ALL.map((name) => [name, known.get(name) ?? {}]);
  return Object.fromEntries(entries) as CompiledContracts;
}

/** Compiles, whatever is kept; all unless some are named. */
export async function compileAnew(
  names: readonly CompilationName[] = ALL,
): Promise<ReadonlyMap<CompilationName, Artifacts>> {
  const outputs = await compileAll(names.map(jobOf));
  return new Map(names.map((name, i) => [name, outputs[i] ?? {}]));
}

/** Where a compilation is kept, with the key of its present sources. */
export function keptCompilation(name: CompilationName): Compiled<Artifacts> {
  const { compiler, ...job } = jobOf(name);
  return {
    file: join(COMPILED, `${name}.json`),
    key: compilationKey(npmVersion(compiler), JSON.stringify(job)),
    schema: artifactsSchema,
  };
}

/** What a compilation compiles. */
export function jobOf(name: CompilationName): CompileJob {
  const { files, remappings, ...settings }: Compilation = COMPILATIONS[name];
  return { ...settings, sources: collectSources(files, remappings) };
}
