import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { anvilBinary } from "./anvil-binary.ts";
import { assertPortFree, freePort } from "./port.ts";
import { createRpc, type Rpc } from "./rpc.ts";

export interface AnvilOptions {
  readonly chainId: number;
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** A state file written from `anvil_dumpState`. */
  readonly statePath?: string;
  /** Further command-line arguments of anvil. */
  readonly args?: readonly string[];
  /** What to do when `port` is in use; ends the error message. */
  readonly portRemedy?: string;
}

/** A running node. It dies with this process, however this process ends. */
export interface Anvil {
  readonly chainId: number;
  readonly port: number;
  readonly url: string;
  readonly wsUrl: string;
  readonly rpc: Rpc;
  /** Resolves when the node has ended, by `stop` or by itself. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs the node beside a reader of standard input and kills the node at its end: the pipe closes
 * when the parent ends, even by SIGKILL, so no node is ever left over.
 */
const WATCHED = `
exec 3<&0
"$0" "$@" </dev/null 3<&- &
node=$!
( cat <&3; kill -9 $node ) >/dev/null 2>&1 &
exec 3<&-
wait $node
rm -rf "$WEIR_ANVIL_CACHE"
`;

/** 60 M, as on Ethereum. */
const GAS_LIMIT = 60_000_000;

/** A state of a market of mainnet's size alone takes a minute to load. */
const BOOT_TIMEOUT_MS = 300_000;

/**
 * Starts anvil and waits until it answers.
 *
 * @throws PortBusyError when `port` is given and taken.
 * @throws Error with anvil's own output when it ends during the start.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const port = await choosePort(options);
  const cache = mkdtempSync(join(tmpdir(), "weir-anvil-"));
  const child = spawn(
    "/bin/sh",
    ["-c", WATCHED, anvilBinary(), ...anvilArguments(options, port, cache)],
    {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, WEIR_ANVIL_CACHE: cache },
      // A terminal's Ctrl-C reaches a process group: in its own, the node is stopped by us and in
      // order.
      detached: true,
    },
  );
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => {
      child.stdin.end();
      resolve();
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const rpc = createRpc(url);
  const stop = () => {
    child.stdin.end();
    return exited;
  };
  try {
    await waitUntilUp(child, rpc);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    chainId: options.chainId,
    port,
    url,
    wsUrl: `ws://127.0.0.1:${port}`,
    rpc,
    exited,
    stop,
  };
}

async function choosePort(options: AnvilOptions): Promise<number> {
  if (options.port === undefined || options.port === 0) return freePort();
  await assertPortFree(
    options.port,
    options.portRemedy ?? "choose another port or stop that process.",
  );
  return options.port;
}

function anvilArguments(options: AnvilOptions, port: number, cache: string): string[] {
  return [
    [
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--chain-id",
      String(options.chainId),
      "--quiet",
    ],
    ["--gas-limit", String(GAS_LIMIT), "--no-request-size-limit", "--cache-path", cache],
    options.statePath === undefined ? [] : ["--load-state", options.statePath],
    options.args ?? [],
  ].flat();
}

async function waitUntilUp(child: ChildProcessWithoutNullStreams, rpc: Rpc): Promise<void> {
  let output = "";
  let ended = false;
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  child.once("error", (error) => {
    output += error.message;
    ended = true;
  });
  child.once("exit", () => {
    ended = true;
  });
  const deadline = Date.now() + BOOT_TIMEOUT_MS;
  while (!(await answers(rpc))) {
    if (ended) throw new Error(`anvil ended during its start: ${output.trim() || "no output"}`);
    if (Date.now() > deadline) {
      throw new Error(
        `anvil did not answer within ${BOOT_TIMEOUT_MS} ms: ${output.trim() || "no output"}`,
      );
    }
    await sleep(10);
  }
}

async function answers(rpc: Rpc): Promise<boolean> {
  try {
    await rpc.request("eth_chainId");
    return true;
  } catch (error) {
    // Refused connections show as TypeError until the node listens.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
