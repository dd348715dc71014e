import { join } from "node:path";
import { z } from "zod";

/** What is asked over the socket, one line of JSON per connection. */
export const questionSchema = z.discriminatedUnion("ask", [
  z.object({ ask: z.literal("create"), name: z.string().nullable() }),
  z.object({ ask: z.literal("list") }),
  z.object({ ask: z.literal("revoke"), id: z.string() }),
]);

export type Question = z.infer<typeof questionSchema>;

/** A new key's text. */
export const createdSchema = z.string();
/** Stored keys. */
export const listedSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string().nullable(),
    createdAt: z.coerce.date(),
    lastUsedAt: z.coerce.date().nullable(),
    revokedAt: z.coerce.date().nullable(),
  }),
);
/** What revoking did. */
export const revokedSchema = z.enum(["revoked", "was revoked before", "unknown"]);

/** The answer, one line too: the result, or why there is none. */
export const replySchema = z.union([
  z.object({ result: z.unknown() }),
  z.object({ failure: z.string() }),
]);

export type Reply = z.infer<typeof replySchema>;

/** Where the service listens for the keys command. */
export function keysSocket(dataDirectory: string): string {
  return join(dataDirectory, "keys.sock");
}
