// The program of a search process: follows graphs and searches on them as it is told, until the process that started it lets go of it.
import { PROTOCOLS } from "../../protocols/index.ts";
import { obeyParent } from "../child-process.ts";
import { findRoute } from "../router/find-route.ts";
import { createGraphCopies } from "./graph-copy.ts";
import type { Order, Report } from "./messages.ts";
import { toPlain } from "./plain-route.ts";

const copies = createGraphCopies(PROTOCOLS);

function search(order: Extract<Order, { readonly kind: "search" }>): void {
  const { id, feed, version, request, gasPrice } = order;
  const snapshot = copies.snapshot(feed, version);
  if (snapshot === null) {
    report({ kind: "failed", id });
    return;
  }
  const startedAt = performance.now();
  try {
    const result = toPlain(findRoute(snapshot, request, gasPrice));
    report({ kind: "found", id, result, seconds: (performance.now() - startedAt) / 1_000 });
  } catch {
    // Whoever asked searches itself, and so throws the same where it can be handled.
    report({ kind: "failed", id });
  }
}

const report = obeyParent<Order, Report>((order) => {
  if (order.kind === "search") {
    search(order);
    return;
  }
  copies.follow(order);
  if (order.kind === "graph") report({ kind: "built", feed: order.feed, version: order.version });
});
