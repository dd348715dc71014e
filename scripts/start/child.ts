import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { ServerCommand } from "../postgres/server.ts";
import { followLines } from "./tail.ts";

/** How a child ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What a child runs. */
export type ChildProgram =
  /** Arguments of this process's own Node. The IPC channel tells the child when its parent died. */
  | { readonly kind: "node"; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }
  /** Another program, which is to end when its standard input does. */
  | ({ readonly kind: "command" } & ServerCommand);

/** A running child with everything that it starts. */
export interface Child {
  readonly name: string;
  readonly logFile: string;
  readonly exited: Promise<Exit>;
  /** The last lines it printed that were not shown, oldest first. */
  lastLines(): readonly string[];
  send(message: object): void;
  /** Asks it to end; kills it and whatever it started when it does not within `graceMs`. */
  stop(graceMs: number): Promise<void>;
  /** Kills it and whatever it started, at once. */
  kill(): void;
}

export interface ChildOptions {
  readonly name: string;
  readonly program: ChildProgram;
  readonly logFile: string;
  /** Shows a line to the user, or decides not to. */
  readonly onLine: (line: string) => "shown" | "hidden";
  readonly onMessage?: (message: unknown) => void;
}

const KEPT_LINES = 20;

/**
 * Starts a child in a process group of its own, so that a terminal's Ctrl-C reaches only its
 * parent, which then stops the children in order, and so that a kill takes the whole group. Its
 * output goes to a file rather than a pipe, so that it can still write when its parent is gone.
 */
export function startChild(options: ChildOptions): Child {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, "w");
  const child = spawnProgram(options.program, log);
  closeSync(log);
  const last: string[] = [];
  let isStopping = false;
  const take = (line: string): void => {
    if (!isStopping && options.onLine(line) === "shown") return;
    last.push(line);
    if (last.length > KEPT_LINES) last.shift();
  };
  const tail = followLines(options.logFile, take);
  if (options.onMessage !== undefined) child.on("message", options.onMessage);

  const signalGroup = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      if (process.platform === "win32") child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch (error) {
      // Nothing of the group is left.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  const exited = new Promise<Exit>((resolve) => {
    child.once("error", (error) => {
      take(`${options.name} did not start: ${error.message}`);
      tail.end();
      resolve({ code: null, signal: null });
    });
    child.once("exit", (code, signal) => {
      signalGroup("SIGKILL");
      tail.end();
      resolve({ code, signal });
    });
  });

  return {
    name: options.name,
    logFile: options.logFile,
    exited,
    lastLines: () => last,
    send: (message) => {
      if (child.connected) child.send(message);
    },
    stop: async (graceMs) => {
      isStopping = true;
      child.kill("SIGTERM");
      const timer = setTimeout(() => signalGroup("SIGKILL"), graceMs);
      await exited;
      clearTimeout(timer);
    },
    kill: () => signalGroup("SIGKILL"),
  };
}

function spawnProgram(program: ChildProgram, log: number): ChildProcess {
  const detached = process.platform !== "win32";
  if (program.kind === "node") {
    const { args, env } = program;
    return spawn(process.execPath, args, { env, detached, stdio: ["ignore", log, log, "ipc"] });
  }
  const { kind: _, command, args, ...options } = program;
  return spawn(command, args, { ...options, detached, stdio: ["pipe", log, log] });
}
