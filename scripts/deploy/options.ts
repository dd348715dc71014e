import { parseArgs } from "node:util";
import { type Address, isAddress } from "viem";
import { lower } from "../../src/lib/address.ts";

/** What a command line asks for. */
export interface DeployOptions {
  readonly chainId: number;
  /** Null: `PONDER_RPC_URL_<chainId>`. */
  readonly rpcUrl: string | null;
  /** Who will send, where no key says so. */
  readonly from: Address | null;
  readonly keystore: string | null;
  readonly passwordFile: string | null;
  readonly mode: "dry run" | "send";
  /** Folder for unsigned transactions. */
  readonly unsigned: string | null;
  /** The Safe that the batch is for; null: any. */
  readonly safe: Address | null;
  /** Folder for what explorers verify the sources with. */
  readonly standardJson: string | null;
  readonly output: "table" | "json";
  /** How long a transaction may stay pending. */
  readonly timeoutMs: number;
}

const USAGE = `usage: npm run deploy:contracts -- --chain <id> [flags]

Shows what deploying Weir's contracts on a chain takes; nothing is sent without --send.

  --rpc-url <url>         node of the chain, instead of PONDER_RPC_URL_<id>
  --send                  send what is missing, and verify it
  --keystore <file>       the key, as an encrypted keystore (version 3), instead of WEIR_DEPLOYER_KEY
  --password-file <file>  its password, instead of WEIR_KEYSTORE_PASSWORD or a prompt
  --from <address>        who will send, where there is no key
  --unsigned <folder>     write what is missing as unsigned transactions and as Safe batches
  --safe <address>        the Safe that the batches are for
  --standard-json <folder>  write what explorers verify the sources with
  --timeout <seconds>     how long a transaction may stay pending, 600 by default
  --json                  print JSON`;

/** The command line asks for nothing that there is. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly code = "USAGE";

  constructor(reason: string) {
    super(`${reason}\n\n${USAGE}`);
  }
}

/** @throws UsageError */
export function deployOptions(args: readonly string[]): DeployOptions {
  const values = parse(args);
  const options: DeployOptions = {
    chainId: wholeNumber("--chain", values.chain),
    rpcUrl: values["rpc-url"] === undefined ? null : httpUrl(values["rpc-url"]),
    from: address("--from", values.from),
    keystore: values.keystore ?? null,
    passwordFile: values["password-file"] ?? null,
    mode: values.send === true ? "send" : "dry run",
    unsigned: values.unsigned ?? null,
    safe: address("--safe", values.safe),
    standardJson: values["standard-json"] ?? null,
    output: values.json === true ? "json" : "table",
    timeoutMs: wholeNumber("--timeout", values.timeout ?? "600") * 1_000,
  };
  refuseContradictions(options);
  return options;
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ chain: text, "rpc-url": text, send: flag, json: flag, timeout: text },
        ...{ keystore: text, "password-file": text, from: text },
        ...{ unsigned: text, safe: text, "standard-json": text },
      },
    });
    return values;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function refuseContradictions(options: DeployOptions): void {
  if (options.mode === "send" && options.unsigned !== null) {
    throw new UsageError("--send and --unsigned exclude each other; leave one out.");
  }
  if (options.passwordFile !== null && options.keystore === null) {
    throw new UsageError("--password-file needs --keystore beside it.");
  }
  if (options.safe !== null && options.unsigned === null) {
    throw new UsageError("--safe needs --unsigned beside it.");
  }
}

function wholeNumber(flag: string, value: string | undefined): number {
  if (value !== undefined && /^[1-9]\d{0,14}$/.test(value)) return Number(value);
  throw new UsageError(`${flag} is ${value ?? "missing"}; it takes an integer from 1 on.`);
}

function httpUrl(value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new UsageError("--rpc-url is not an http:// or https:// URL (not shown).");
}

function address(flag: string, value: string | undefined): Address | null {
  if (value === undefined) return null;
  if (isAddress(value, { strict: false })) return lower(value);
  throw new UsageError(`${flag} is ${value}; it takes 0x and 40 hexadecimal digits.`);
}
