import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Hex } from "viem";
import { buildContracts } from "./build.ts";

const root = dirname(fileURLToPath(import.meta.url));

/**
 * Creation codes by the variables that the tests deploy from, in place of what forge compiled with
 * them.
 */
async function bytecodes(): Promise<Readonly<Record<string, Hex>>> {
  const contracts = await buildContracts();
  return {
    ROUTER_BYTECODE: contracts.router.bytecode,
    DELEGATE_EXECUTOR_BYTECODE: contracts.delegateExecutor.bytecode,
    CORE_WALLET_FACTORY_BYTECODE: contracts.coreWalletFactory.bytecode,
    ACCOUNT_7702_BYTECODE: contracts.account7702.bytecode,
    PREPAID_V3_BYTECODE: contracts.prepaidV3.bytecode,
    PREPAID_V4_BYTECODE: contracts.prepaidV4.bytecode,
    PREPAID_INFINITY_BYTECODE: contracts.prepaidInfinity.bytecode,
  };
}

/** What a run of forge wrote, and its exit code. */
export interface ForgeRun {
  readonly output: string;
  readonly errors: string;
  readonly code: number | null;
}

/**
 * Runs npm's forge on the bytecode that is deployed and returns what it wrote. `FOUNDRY_PROFILE` is
 * `profile`.
 */
export async function runForge(args: readonly string[], profile: string): Promise<ForgeRun> {
  const child = await start(args, { FOUNDRY_PROFILE: profile }, "pipe");
  const code = exitCode(child);
  if (child.stdout === null || child.stderr === null) throw new Error("forge has no output.");
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, errors, code: await code };
}

async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  output: "pipe" | "inherit",
) {
  return spawn(`${root}/../node_modules/.bin/forge`, args, {
    // foundry.toml names its compiler relative to here.
    cwd: root,
    env: { ...process.env, ...(await bytecodes()), ...env },
    stdio: ["ignore", output, output],
  });
}

function exitCode(child: Awaited<ReturnType<typeof start>>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await exitCode(await start(process.argv.slice(2), {}, "inherit"))) ?? 1;
}
