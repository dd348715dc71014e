import { accessSync, chmodSync, constants } from "node:fs";
import { createRequire } from "node:module";

/** Suffix of the platform package of `@foundry-rs/anvil`, by Node's platform and architecture. */
const PACKAGES: Readonly<Record<string, string>> = {
  "linux-x64": "linux-amd64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-amd64",
  "darwin-arm64": "darwin-arm64",
};

/**
 * Path of the anvil executable: `ANVIL_PATH`, else the binary in the platform package of
 * `@foundry-rs/anvil`, which is there whether or not install scripts ran.
 *
 * @throws Error when the platform has no package or the package is not installed.
 */
export function anvilBinary(): string {
  const configured = process.env.ANVIL_PATH;
  if (configured !== undefined && configured !== "") return configured;
  const platform = `${process.platform}-${process.arch}`;
  const suffix = PACKAGES[platform];
  if (suffix === undefined) {
    throw new Error(
      `anvil has no npm package for ${platform}; set ANVIL_PATH to an anvil executable.`,
    );
  }
  const file = resolveBinary(`@foundry-rs/anvil-${suffix}`);
  makeExecutable(file);
  return file;
}

function resolveBinary(packageName: string): string {
  try {
    return createRequire(import.meta.url).resolve(`${packageName}/bin/anvil`);
  } catch (cause) {
    throw new Error(
      `${packageName} is not installed; run "npm install", or set ANVIL_PATH to an anvil executable.`,
      { cause },
    );
  }
}

/** Some package managers drop the executable bit when install scripts are off. */
function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
