import { readFileSync } from "node:fs";
import type { Address, Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { lower } from "../../src/lib/address.ts";
import type { DeployEnvironment } from "../../src/lib/env-deploy.ts";
import { DeployError } from "./failure.ts";
import { readKeystore } from "./keystore.ts";
import type { DeployOptions } from "./options.ts";
import { keystorePassword } from "./password.ts";

/** Who deploys: with a key, by address alone, or nobody yet. */
export interface Sender {
  readonly address: Address | null;
  readonly account: PrivateKeyAccount | null;
}

/**
 * The sender that options and environment name; a keystore wins over `WEIR_DEPLOYER_KEY`.
 *
 * @param prompt Shows the question where a person is asked for a password.
 * @throws DeployError when a key cannot be had, or is another account's than `--from`.
 */
export async function readSender(
  options: DeployOptions,
  environment: DeployEnvironment,
  prompt: (question: string) => void,
): Promise<Sender> {
  const key = await privateKey(options, environment, prompt);
  if (key === null) {
    if (options.mode === "send") {
      throw new DeployError(
        "NO_KEY",
        "--send needs a key and there is none; set WEIR_DEPLOYER_KEY, give --keystore, or write unsigned transactions with --unsigned.",
      );
    }
    return { address: options.from, account: null };
  }
  const account = accountOf(key);
  const address = lower(account.address);
  if (options.from !== null && options.from !== address) {
    throw new DeployError(
      "NO_KEY",
      `The key is that of ${address}, and --from is ${options.from}; give that account's key or leave --from out.`,
    );
  }
  return { address, account };
}

async function privateKey(
  options: DeployOptions,
  { deployerKey, keystorePassword: value }: DeployEnvironment,
  prompt: (question: string) => void,
): Promise<Hex | null> {
  const { keystore: path, passwordFile: file } = options;
  if (path === null) return deployerKey === null ? null : `0x${deployerKey}`;
  const keystore = readKeystore(readText(path), path);
  const terminal = process.stdin.isTTY ? process.stdin : null;
  return keystore.open(await keystorePassword(path, { file, value, terminal }, prompt));
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const message = `The keystore ${path} cannot be read; check the path and its permissions.`;
    throw new DeployError("NO_KEY", message, { cause: error });
  }
}

function accountOf(key: Hex): PrivateKeyAccount {
  try {
    return privateKeyToAccount(key);
  } catch {
    // Without the cause, which may say what the key is.
    const message = "The private key is no number from 1 to the curve's order; give another key.";
    throw new DeployError("NO_KEY", message);
  }
}
