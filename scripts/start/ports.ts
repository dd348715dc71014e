import { createServer } from "node:net";
import { StartError } from "./failure.ts";

/** A port that something is about to listen on. */
export interface WantedPort {
  /** Environment variable that sets it. */
  readonly variable: string;
  readonly host: string;
  readonly port: number;
  /** What it is for, as in "the API". */
  readonly purpose: string;
}

/** Listens for a moment; gives the port, which the system picks for 0. */
function tryListen(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}

/** @throws StartError that names every port that is busy or asked for twice. */
export async function requirePorts(wanted: readonly WantedPort[]): Promise<void> {
  const problems: string[] = [];
  for (const [index, { variable, host, port, purpose }] of wanted.entries()) {
    const earlier = wanted.slice(0, index).find((other) => other.port === port);
    if (earlier !== undefined) {
      problems.push(`Port ${port} is asked for twice: ${earlier.variable} and ${variable}.`);
      continue;
    }
    try {
      await tryListen(host, port);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      problems.push(
        code === "EADDRINUSE"
          ? `Port ${port} for ${purpose} is in use; stop what listens there or set ${variable} to a free port.`
          : `Port ${port} for ${purpose} cannot be listened on at ${host}: ${message}; change ${variable}.`,
      );
    }
  }
  if (problems.length > 0) throw new StartError(problems.join("\n"));
}

/** A loopback port that nothing listens on now, and none of `taken`. */
export async function freePort(taken: readonly number[]): Promise<number> {
  for (;;) {
    const port = await tryListen("127.0.0.1", 0);
    if (!taken.includes(port)) return port;
  }
}
