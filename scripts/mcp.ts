/**
 * Serves the Model Context Protocol on the standard input and output, for programs that start it;
 * its tools ask a running API.
 *
 *     npm run -s mcp -- [--url http://127.0.0.1:42069] [--key-file <path>]
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { type AskApi, createMcpServer } from "../src/api/http/mcp/tools.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:42069" },
    // Not the key itself, which others on the machine would read among the arguments.
    "key-file": { type: "string" },
  },
});
const base = `${values.url.replace(/\/$/, "")}/api/v1`;
const keyFile = values["key-file"];
const key = keyFile === undefined ? null : readFileSync(keyFile, "utf8").trim();

const ask: AskApi = async (path, { query = {}, body }) => {
  const search = new URLSearchParams(query).toString();
  const headers: Record<string, string> = {};
  if (key !== null) headers.authorization = `Bearer ${key}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const url = `${base}${path}${search === "" ? "" : `?${search}`}`;
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  try {
    const answered = await fetch(url, { ...init, headers });
    return { status: answered.status, body: await answered.json() };
  } catch {
    const message = `no API answers at ${values.url}; start it with npm start, or name it with --url.`;
    return { status: 503, body: { code: "UPSTREAM_UNAVAILABLE", message } };
  }
};

await createMcpServer(ask).connect(new StdioServerTransport());
