import type { Address } from "viem";
import { z } from "zod";
import { type Artifact, artifactSchema, npmText } from "./artifact.ts";

const placesSchema = z.array(z.object({ start: z.number(), length: z.number() }));
const linkableSchema = z.looseObject({
  bytecode: z.string(),
  /** Places of library addresses in the creation code, in bytes, by file and library. */
  linkReferences: z.record(z.string(), z.record(z.string(), placesSchema)),
});

/**
 * Reads a hardhat artifact out of an installed npm package and puts the addresses of its libraries
 * in.
 *
 * @param path Package name and file.
 * @param libraries Addresses by library name.
 * @throws Error when the contract needs a library that is not given.
 */
export function linkedArtifact(
  path: string,
  libraries: Readonly<Record<string, Address>>,
): Artifact {
  const { bytecode, linkReferences, ...rest } = linkableSchema.parse(JSON.parse(npmText(path)));
  let code = bytecode;
  for (const [name, places] of Object.values(linkReferences).flatMap(Object.entries)) {
    const address = libraries[name];
    if (address === undefined)
      throw new Error(`${path} needs the library ${name}; deploy it first.`);
    for (const { start, length } of places) {
      const from = 2 + 2 * start;
      const digits = address.slice(2).toLowerCase();
      code = code.slice(0, from) + digits + code.slice(from + 2 * length);
    }
  }
  return artifactSchema.parse({ ...rest, bytecode: code });
}
