import { mkdirSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import type { Logger } from "pino";
import { type Question, questionSchema, type Reply } from "./messages.ts";
import type { KeyStore } from "./store.ts";

/** Time for one question and its answer. */
const TIMEOUT_MS = 10_000;
/** Bits that are taken off a new file's mode, to leave 0600: whoever can connect can make keys. */
const OWNER_ONLY = 0o177;

/**
 * Lets the keys command of the same user manage keys while this process owns the database. A socket that an earlier process left behind
 * is replaced.
 *
 * @param path Of the socket; systems allow some 100 bytes.
 * @returns The function that stops it.
 * @throws The system's error when the path cannot be listened on.
 */
export async function serveKeys(
  store: KeyStore,
  { path, log }: { readonly path: string; readonly log: Logger },
): Promise<() => Promise<void>> {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on("error", (error) => log.debug({ err: error }, "the keys command went away"));
    void answer(socket, store, log);
  });
  await listen(server, path);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** The file is made before `listen` returns, with the mode from its first moment on. */
function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    const before = process.umask(OWNER_ONLY);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(before);
    }
  });
}

async function answer(socket: Socket, store: KeyStore, log: Logger): Promise<void> {
  let reply: Reply;
  try {
    reply = { result: await resultOf(store, questionSchema.parse(JSON.parse(await text(socket)))) };
  } catch (error) {
    log.warn({ err: error }, "the keys command failed");
    reply = { failure: error instanceof Error ? error.message : String(error) };
  }
  socket.end(JSON.stringify(reply));
}

function resultOf(store: KeyStore, question: Question): Promise<unknown> {
  switch (question.ask) {
    case "create":
      return store.create(question.name);
    case "list":
      return store.list();
    case "revoke":
      return store.revoke(question.id);
  }
}
