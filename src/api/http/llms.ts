import type { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "./app-env.ts";
import { ENDPOINTS } from "./routes/endpoints.ts";

/**
 * Serves `/llms.txt`: the service in words, for programs that read.
 *
 * @see https://llmstxt.org
 */
export function mountLlms(app: OpenAPIHono<AppEnv>): void {
  const text = llmsText();
  app.get("/llms.txt", (c) => c.text(text));
}

/** What the service is, how to ask it, and every endpoint in a line. */
export function llmsText(): string {
  const lines = ENDPOINTS.map(({ path, body, summary }) => {
    return `- [${body === undefined ? "GET" : "POST"} ${path}](/openapi.json): ${summary}`;
  });
  return `# Weir

> Self-hosted routing of DeFi operations: quotes and unsigned transactions for swaps, deposits and redemptions, and bundles of them, on the EVM chains that this service indexes.

Addresses are accepted in any letter case and answered in lower case; 0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee is the native currency of a chain. Amounts are decimal strings in the smallest unit of their token. Find a token's address by \`GET /api/v1/tokens?q=\`, never by memory. Every failure is JSON with \`code\`, \`message\` (fact, values and remedy), \`details\` and \`data\`. Where the operator has created keys, send \`Authorization: Bearer <key>\`.

How a trade is made: ask \`/api/v1/shortcuts/quote\`; ask \`/api/v1/shortcuts/route\` with \`include=calls\`; send the calls in order from \`fromAddress\`, with \`gas\` as the limit of the last, before \`validUntil\`. The answer's \`amountOut\` is what arrives in the block after \`createdAt\`; below \`minAmountOut\` the transaction reverts.

## API

${lines.join("\n")}

## More

- [/openapi.json](/openapi.json): every parameter, answer and error
- [/docs/reference](/docs/reference): the same, for people
- [/mcp](/mcp): the Model Context Protocol over streamable HTTP (POST)
`;
}
