// `npm run devnet`: the local chains alone.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { numberToHex } from "viem";
import { type Devnet, startDevnet } from "../devnet/index.ts";
import { startMarketDevnet } from "../devnet/mainnet-size/index.ts";
import { PortBusyError } from "../devnet/port.ts";
import { isProviderName, PROVIDER_CLASSES, type ProviderName } from "../devnet/provider/classes.ts";
import { createRpc } from "../devnet/rpc.ts";
import { EnvironmentError, readEnvironment } from "../src/lib/env.ts";

/** As Ponder counts on Ethereum, the most of the devnet's chains, and one more. */
const FINAL_AFTER_BLOCKS = 66;

const USAGE = `usage: npm run devnet [-- <flags>]

  --no-trader           keep the chains still: no swaps but yours
  --block-time-ms <n>   milliseconds between blocks, 2000 when absent
  --size <size>         mainnet: chain 1 alone, with 300,000 pairs, 30,000 V3 pools and 300,000
                        tokens more, and no trades but yours; 0.1: a tenth of that
  --provider <class>    behave like rented nodes: ${Object.keys(PROVIDER_CLASSES).join(", ")}
  --help                show this

The RPC ports are DEVNET_PORT_1 and DEVNET_PORT_80094, 8545 and 8546 when unset.`;

/** A flag that is not understood; the message ends with the usage. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

interface Flags {
  readonly help: boolean;
  readonly noTrader: boolean;
  readonly blockTimeMs: number;
  /** Part of mainnet's market, above 0 and at most 1; null: the devnet as it is. */
  readonly share: number | null;
  /** Null: the nodes themselves. */
  readonly provider: ProviderName | null;
}

function readFlags(args: string[]): Flags {
  const options = {
    "no-trader": { type: "boolean", default: false },
    "block-time-ms": { type: "string", default: "2000" },
    size: { type: "string" },
    provider: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  } as const;
  try {
    const { values } = parseArgs({ args, options });
    const blockTime = values["block-time-ms"];
    if (!/^[1-9][0-9]{0,8}$/.test(blockTime)) {
      throw new Error(
        `--block-time-ms ${blockTime} is not a number of milliseconds; give 1 or more.`,
      );
    }
    const { help, provider = null, "no-trader": noTrader } = values;
    if (provider !== null && !isProviderName(provider)) {
      throw new Error(`--provider ${provider} is not a class of nodes; give one of those below.`);
    }
    const share = values.size === undefined ? null : shareOf(values.size);
    return { help, noTrader, blockTimeMs: Number(blockTime), share, provider };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${message}\n\n${USAGE}`, { cause });
  }
}

function shareOf(size: string): number {
  const share = size === "mainnet" ? 1 : Number(size);
  if (share > 0 && share <= 1) return share;
  throw new Error(`--size ${size} is no size; give mainnet, or a part of it as 0.1.`);
}

/** Resolves when the process is asked to stop. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => resolve());
  });
}

function describe(devnet: Devnet): string {
  const rows = devnet.chains.map(
    ({ chainId, url, wsUrl }) => `  chain ${chainId}: ${url} and ${wsUrl}`,
  );
  return ["devnet: running, Ctrl-C stops it", ...rows].join("\n");
}

/**
 * Mines until the newest final block is one that this node has mined itself: it has no state of
 * those that it was loaded with, and an index of its chain as of a real one begins with that.
 */
async function settle(nodeUrl: string): Promise<void> {
  await createRpc(nodeUrl).request("anvil_mine", [numberToHex(FINAL_AFTER_BLOCKS)]);
}

async function start({ share, ...flags }: Flags): Promise<Devnet> {
  const ports = Object.fromEntries(readEnvironment(process.env).devnetPorts);
  const options = {
    blockTimeMs: flags.blockTimeMs,
    ...(flags.provider === null ? {} : { provider: flags.provider }),
    log: (line: string) => console.log(line),
  };
  if (share !== null) return startMarketDevnet({ ...options, share, port: ports[1] ?? 0 });
  const devnet = await startDevnet({ ...options, ports });
  await Promise.all(devnet.chains.map(({ nodeUrl }) => settle(nodeUrl)));
  if (!flags.noTrader) devnet.startTrader();
  return devnet;
}

async function main(): Promise<void> {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) {
    console.log(USAGE);
    return;
  }
  const dotenv = join(import.meta.dirname, "../.env");
  if (existsSync(dotenv)) process.loadEnvFile(dotenv);
  let started = false;
  const stopped = stopAsked().then(() => {
    // Until it has started there is nothing to stop in order: its nodes end with this process.
    if (!started) process.exit(130);
  });
  const devnet = await start(flags);
  started = true;
  console.log(describe(devnet));
  await stopped;
  console.log("devnet: stopping");
  await devnet.stop();
}

try {
  await main();
  process.exit(0);
} catch (error) {
  const known =
    error instanceof UsageError ||
    error instanceof PortBusyError ||
    error instanceof EnvironmentError;
  console.error(known ? error.message : error);
  process.exit(1);
}
