import { StartError } from "./failure.ts";

/** What `npm start -- <flags>` asks for. */
export interface Flags {
  /** Whether the devnet's seeded trader sends swaps. */
  readonly trader: "on" | "off";
  /** What of the indexer's log goes to the console; the file gets all of it. */
  readonly console: "warnings" | "everything";
  readonly help: "asked" | "not asked";
}

/** Shown for `--help` and after an unknown flag. */
export const USAGE = `usage: npm start [-- <flags>]

  --no-trader   keep the devnet still: no swaps but yours
  --verbose     show every log line, not only warnings
  --help        show this

Variables are listed in .env.example and read from .env when it exists.`;

/** @throws StartError for an unknown flag. */
export function parseFlags(args: readonly string[]): Flags {
  const known = ["--no-trader", "--verbose", "--help", "-h"];
  const unknown = args.find((arg) => !known.includes(arg));
  if (unknown !== undefined) throw new StartError(`Unknown flag ${unknown}.\n\n${USAGE}`);
  return {
    trader: args.includes("--no-trader") ? "off" : "on",
    console: args.includes("--verbose") ? "everything" : "warnings",
    help: args.includes("--help") || args.includes("-h") ? "asked" : "not asked",
  };
}
