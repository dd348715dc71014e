/**
 * Reads a transaction of this service, offline. Prints JSON.
 *
 *     node scripts/run.mjs scripts/decode.ts [--to 0x…] [--from 0x…] [--value wei] [calldata]
 *
 * Calldata comes from the argument or, without one, from the standard input, which may also be JSON
 * with `to`, `data`, `from` and `value`, such as the `tx` of a response. Without `to` the router is
 * meant, or a wallet where the function is a wallet's.
 */
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import type { Address, Hex } from "viem";
import { TransactionDecodeError } from "../src/api/decode/calldata.ts";
import { type EncodedTransaction, isRouterCall } from "../src/api/decode/decode-transaction.ts";
import { readTransaction } from "../src/api/decode/readable.ts";
import { CORE_WALLET_FACTORY_ADDRESS, ROUTER_ADDRESS } from "../src/api/program/contracts.ts";

const USAGE =
  "use: node scripts/run.mjs scripts/decode.ts [--to 0x…] [--from 0x…] [--value wei] [calldata]";

class UsageError extends Error {
  override readonly name = "UsageError";
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { to: { type: "string" }, from: { type: "string" }, value: { type: "string" } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function readInput(): Promise<EncodedTransaction> {
  const { values, positionals } = readArguments();
  const [argument, ...others] = positionals;
  if (others.length > 0) throw new UsageError(`one calldata at a time; got ${positionals.length}`);
  const input = (argument ?? (await text(process.stdin))).trim();
  const given: Readonly<Record<string, unknown>> = {
    ...(input.startsWith("{") ? parseJson(input) : { data: input }),
    ...values,
  };
  const data = hex(given.data, "data", /^0x([0-9a-f]{2})*$/i);
  const from = isGiven(given.from) ? address(given.from, "from") : null;
  const likely = isRouterCall(data) ? ROUTER_ADDRESS : CORE_WALLET_FACTORY_ADDRESS;
  const to = isGiven(given.to) ? address(given.to, "to") : likely;
  return { to, data, from, value: isGiven(given.value) ? wei(given.value) : null };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function parseJson(input: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(input);
  } catch (error) {
    throw new UsageError(`the input is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function address(value: unknown, name: string): Address {
  return hex(value, name, /^0x[0-9a-f]{40}$/i);
}

function hex(value: unknown, name: string, pattern: RegExp): Hex {
  if (typeof value === "string" && pattern.test(value)) return value.toLowerCase() as Hex;
  throw new UsageError(
    `${name} must be 0x and hexadecimal digits; got ${String(value).slice(0, 80)}`,
  );
}

function wei(value: unknown): bigint {
  if (/^\d{1,78}$/.test(String(value))) return BigInt(String(value));
  throw new UsageError(`value must be decimal digits; got ${String(value).slice(0, 80)}`);
}

try {
  const readable = readTransaction(await readInput(), null);
  process.stdout.write(`${JSON.stringify(readable, null, 2)}\n`);
} catch (error) {
  if (!(error instanceof UsageError) && !(error instanceof TransactionDecodeError)) throw error;
  const place =
    error instanceof TransactionDecodeError && error.offset !== null
      ? `byte ${error.offset}: `
      : "";
  const hint = error instanceof UsageError ? `\n${USAGE}` : "";
  process.stderr.write(`${place}${error.message}${hint}\n`);
  process.exitCode = 1;
}
