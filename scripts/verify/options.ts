import { parseArgs } from "node:util";
import { PROTOCOLS } from "../../src/protocols/index.ts";

/** What a command line asks for. */
export interface VerifyCommand {
  readonly chainId: number;
  /** Null: `PONDER_RPC_URL_<chainId>`. */
  readonly rpcUrl: string | null;
  /** Empty: all. */
  readonly families: readonly string[];
  /** Of each family, at most. */
  readonly states: number;
  readonly routes: number;
  readonly seed: number;
  readonly output: "table" | "json";
}

const USAGE = `usage: npm run verify -- --chain <id> [flags]

Compares quotes of random states of every family, and random routes, with what the chain's node
makes of them. The index must be up to date: run it beside npm start.

  --rpc-url <url>     node of the chain, instead of PONDER_RPC_URL_<id>
  --family <name>     look at this family alone; may be given again
  --states <n>        states of each family, at most; 10 by default
  --routes <n>        routes between random tokens; 20 by default
  --seed <n>          draw the same samples again
  --json              print JSON`;

/** The command line asks for nothing that there is. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly code = "USAGE";

  constructor(reason: string) {
    super(`${reason}\n\n${USAGE}`);
  }
}

const FAMILIES = PROTOCOLS.map(({ family }) => family);

/**
 * @param now Milliseconds since the epoch, of which a seed is made where none is given.
 * @throws UsageError
 */
export function verifyCommand(args: readonly string[], now: number): VerifyCommand {
  const values = parse(args);
  const families = values.family ?? [];
  const unknown = families.find((family) => !FAMILIES.includes(family));
  if (unknown !== undefined) {
    throw new UsageError(`--family ${unknown} is none; give one of ${FAMILIES.join(", ")}.`);
  }
  const url = values["rpc-url"];
  if (url !== undefined && !/^https?:\/\//.test(url)) {
    throw new UsageError("--rpc-url must begin with http:// or https://.");
  }
  return {
    chainId: wholeNumber("--chain", values.chain),
    rpcUrl: url ?? null,
    families,
    states: wholeNumber("--states", values.states ?? "10"),
    routes: wholeNumber("--routes", values.routes ?? "20"),
    seed: wholeNumber("--seed", values.seed ?? String(Math.floor(now / 1_000) % 1_000_000)),
    output: values.json === true ? "json" : "table",
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ chain: text, "rpc-url": text, states: text, routes: text, seed: text },
        ...{ family: { type: "string", multiple: true }, json: { type: "boolean" } },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, value: string | undefined): number {
  if (value === undefined) throw new UsageError(`${name} is missing.`);
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`${name} must be a whole number: ${value}.`);
  return Number(value);
}
