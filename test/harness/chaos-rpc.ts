import type { ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { startLoopbackServer } from "./loopback-server.ts";

/** A JSON-RPC request as it passes by. */
export interface PassingRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** How the proxy behaves. */
export type Chaos =
  | { readonly kind: "none" }
  /** Closes every connection without an answer. */
  | { readonly kind: "down" }
  /** @property method Which requests; all when absent. */
  | { readonly kind: "slow"; readonly ms: number; readonly method?: string }
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: string }
  /** Sends the first half of each answer and ends it well. */
  | { readonly kind: "truncated" }
  /**
   * Answers a method with a JSON-RPC error.
   *
   * @property first Only where this is the first parameter; whatever it is when absent.
   */
  | {
      readonly kind: "refusing";
      readonly method: string;
      readonly code: number;
      readonly first?: unknown;
    }
  /** Replaces results; the node's own where it returns `undefined`. */
  | {
      readonly kind: "lying";
      readonly answer: (request: PassingRequest, result: unknown) => unknown;
    };

/** A proxy before a node that can be told to misbehave. */
export interface ChaosRpc {
  readonly url: string;
  set(chaos: Chaos): void;
  /** Passes requests to another node from now on. */
  connect(nodeUrl: string): void;
  /** How often a method was asked for, or all of them. */
  count(method?: string): number;
  stop(): Promise<void>;
}

/** Starts a proxy before the node at `nodeUrl`. */
export async function startChaosRpc(nodeUrl: string): Promise<ChaosRpc> {
  let target = nodeUrl;
  let chaos: Chaos = { kind: "none" };
  const counts = new Map<string, number>();

  async function pass(body: string, request: PassingRequest, outgoing: ServerResponse) {
    const behaviour = chaos;
    if (behaviour.kind === "slow" && (behaviour.method ?? request.method) === request.method) {
      await sleep(behaviour.ms);
    }
    if (behaviour.kind === "status") {
      const { retryAfter } = behaviour;
      outgoing.writeHead(
        behaviour.status,
        retryAfter === undefined ? {} : { "retry-after": retryAfter },
      );
      outgoing.end("not now");
      return;
    }
    const headers = { "content-type": "application/json" };
    const isRefused =
      behaviour.kind === "refusing" &&
      behaviour.method === request.method &&
      (behaviour.first ?? request.params[0]) === request.params[0];
    if (isRefused) {
      const error = { code: behaviour.code, message: "refused" };
      outgoing.writeHead(200, headers).end(JSON.stringify({ jsonrpc: "2.0", id: 1, error }));
      return;
    }
    const response = await fetch(target, { method: "POST", headers, body });
    let text = await response.text();
    if (behaviour.kind === "lying") {
      const answer: { result?: unknown } = JSON.parse(text);
      const changed = behaviour.answer(request, answer.result);
      if (changed !== undefined) {
        text = JSON.stringify({ jsonrpc: "2.0", id: 1, result: changed });
      }
    }
    if (behaviour.kind === "truncated") text = text.slice(0, Math.floor(text.length / 2));
    outgoing.writeHead(response.status, headers).end(text);
  }

  const server = await startLoopbackServer((incoming, outgoing) => {
    if (chaos.kind === "down") {
      incoming.destroy();
      return;
    }
    void (async () => {
      const body = await readText(incoming);
      const request: PassingRequest = JSON.parse(body);
      counts.set(request.method, (counts.get(request.method) ?? 0) + 1);
      await pass(body, request, outgoing);
    })().catch(() => outgoing.destroy());
  });
  return {
    url: server.url,
    set: (next) => {
      chaos = next;
      if (next.kind === "down") server.closeConnections();
    },
    connect: (next) => {
      target = next;
    },
    count: (method) =>
      method === undefined
        ? [...counts.values()].reduce((sum, each) => sum + each, 0)
        : (counts.get(method) ?? 0),
    stop: server.stop,
  };
}
