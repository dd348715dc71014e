import { connect } from "node:net";
import { text } from "node:stream/consumers";
import {
  createdSchema,
  listedSchema,
  type Question,
  replySchema,
  revokedSchema,
} from "./messages.ts";
import type { KeyStore } from "./store.ts";

/** The keys command got no answer; the message says what to do. */
export class KeysUnreachableError extends Error {
  override readonly name = "KeysUnreachableError";
  readonly code = "KEYS_UNREACHABLE";
}

/**
 * The keys of the service that listens at `path`.
 *
 * Every function throws KeysUnreachableError while it does not run.
 */
export function createRemoteKeyStore(path: string): KeyStore {
  return {
    create: async (name) => createdSchema.parse(await ask(path, { ask: "create", name })),
    list: async () => listedSchema.parse(await ask(path, { ask: "list" })),
    revoke: async (id) => revokedSchema.parse(await ask(path, { ask: "revoke", id })),
  };
}

async function ask(path: string, question: Question): Promise<unknown> {
  const reply = replySchema.parse(JSON.parse(await exchange(path, JSON.stringify(question))));
  if ("failure" in reply) throw new KeysUnreachableError(`The service failed: ${reply.failure}`);
  return reply.result;
}

async function exchange(path: string, question: string): Promise<string> {
  const socket = connect({ path, allowHalfOpen: true });
  socket.end(question);
  try {
    return await text(socket);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const absent = code === "ENOENT" || code === "ECONNREFUSED";
    throw new KeysUnreachableError(
      absent
        ? `No service runs on this data directory (${path}), and its embedded database has one owner; start it with npm start, then run this again, or set DATABASE_URL.`
        : `The service at ${path} did not answer: ${message}; run this as the user that started it.`,
      { cause: error },
    );
  }
}
