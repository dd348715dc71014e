import { describe, expect, test } from "vitest";
import { readLogLine } from "../../../scripts/start/log-line.ts";

describe("readLogLine", () => {
  test("default", () => {
    const line = '{"level":30,"time":1,"msg":"Indexed block","number":7,"chain":"mainnet"}';
    expect(readLogLine(line)).toEqual({
      text: "info Indexed block number=7 chain=mainnet",
      isWarning: false,
    });
  });

  test("behavior: warnings and errors", () => {
    const line = '{"level":50,"msg":"Failed","error":{"message":"no node","stack":"…"}}';
    expect(readLogLine(line)).toEqual({ text: "error Failed no node", isWarning: true });
    expect(readLogLine('{"level":40,"msg":"Slow"}').isWarning).toBe(true);
  });

  test("behavior: levels by name", () => {
    const line = '{"level":"info","time":"2026-01-01","msg":"token is left out","chainId":1}';
    expect(readLogLine(line)).toEqual({
      text: "info token is left out chainId=1",
      isWarning: false,
    });
    expect(readLogLine('{"level":"warn","msg":"x"}').isWarning).toBe(true);
  });

  test("behavior: lines that are no log record are shown as they are", () => {
    expect(readLogLine("TypeError: x")).toEqual({ text: "TypeError: x", isWarning: true });
    expect(readLogLine('{"a":1}')).toEqual({ text: '{"a":1}', isWarning: true });
    expect(readLogLine("{ not json")).toEqual({ text: "{ not json", isWarning: true });
    expect(readLogLine("")).toEqual({ text: "", isWarning: false });
  });

  test("behavior: a message of many lines is shown as one", () => {
    const error = { message: "RPC Request failed.\n\nURL: http://127.0.0.1\n\nDetails: busy" };
    const { text } = readLogLine(JSON.stringify({ level: 40, msg: "Received error", error }));
    expect(text).toBe(
      "warn Received error RPC Request failed. URL: http://127.0.0.1 Details: busy",
    );
  });

  test("behavior: a guess of Ponder's that failed is no warning", () => {
    const guess = { level: 40, action: "prefetch_rpc_requests", msg: "Received JSON-RPC error" };
    expect(readLogLine(JSON.stringify(guess)).isWarning).toBe(false);
  });

  test("behavior: what a contract refuses is no warning, unless it ends the indexer", () => {
    const error = { message: "RPC Request failed.\n\nDetails: execution reverted" };
    const isWarning = (level: number) =>
      readLogLine(JSON.stringify({ level, msg: "Failed 'context.client' action", error }))
        .isWarning;
    expect([isWarning(40), isWarning(50)]).toEqual([false, true]);
  });
});
