import { describe, expect, test } from "vitest";
import { createApp } from "../../../src/api/http/app.ts";
import { addProcessMetrics, createMetrics } from "../../../src/api/metrics/metrics.ts";
import { timed } from "../../../src/api/metrics/timed.ts";
import { fixtureDeps, queryOf, TRADE } from "../fixture/app.ts";

/** Samples by name and labels, as the text names them. */
function samples(text: string): ReadonlyMap<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe("createMetrics", () => {
  test("default: the chains' gauges", async () => {
    const response = await createApp(fixtureDeps()).request("/metrics");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const found = samples(await response.text());
    expect(found.get('weir_chain_ready{chain="1"}')).toBe(1);
    expect(found.get('weir_head_lag_blocks{chain="80094"}')).toBe(0);
    expect(found.get('weir_graph_pools{chain="1"}')).toBe(4);
    expect(found.get('weir_pools{chain="1",state="eligible"}')).toBe(4);
    expect(found.get('weir_pools{chain="1",state="dormant"}')).toBe(0);
    expect(found.get('weir_graph_edges{chain="1"}')).toBe(8);
    expect(found.get('weir_graph_tokens{chain="1"}')).toBe(4);
    expect(found.get('weir_refused_requests_total{reason="overloaded"}')).toBe(0);
  });

  test("behavior: requests by route template, nothing of the caller in a label", async () => {
    const app = createApp(fixtureDeps());
    const canary = "canary-77aa";
    await app.request(`/api/v1/shortcuts/quote?${queryOf(TRADE)}&apikey=${canary}`);
    await app.request(`/api/v1/tokens?page=0&x=${canary}`);
    await app.request(`/${canary}`, { headers: { authorization: `Bearer ${canary}` } });
    await app.request("/api/v1/tokens", { method: "DELETE" });
    const text = await (await app.request("/metrics")).text();
    const found = samples(text);
    const count = (method: string, route: string, status: string) =>
      found.get(
        `weir_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
      );
    expect(count("GET", "/api/v1/shortcuts/quote", "2xx")).toBe(1);
    expect(count("GET", "/api/v1/tokens", "4xx")).toBe(1);
    expect(count("GET", "unmatched", "4xx")).toBe(1);
    expect(count("DELETE", "unmatched", "4xx")).toBe(1);
    expect(text).not.toContain(canary);
  });

  test("behavior: what a chain's meter counts", async () => {
    const metrics = createMetrics();
    const meter = metrics.chain(1);
    meter.searched(0.002);
    meter.simulated(0.2);
    meter.snapshotBuilt(0.01);
    meter.reorganised(3);
    meter.asked({ place: 2, outcome: "fault", seconds: 1 });
    metrics.refused("rate_limited");
    const found = samples(await metrics.registry.metrics());
    expect(found.get('weir_search_duration_seconds_sum{chain="1"}')).toBe(0.002);
    expect(found.get('weir_simulation_duration_seconds_count{chain="1"}')).toBe(1);
    expect(found.get('weir_snapshot_build_duration_seconds_count{chain="1"}')).toBe(1);
    expect(found.get('weir_reorgs_total{chain="1"}')).toBe(1);
    expect(found.get('weir_reorged_blocks_total{chain="1"}')).toBe(3);
    expect(
      found.get('weir_node_request_duration_seconds_count{chain="1",node="2",outcome="fault"}'),
    ).toBe(1);
    expect(found.get('weir_refused_requests_total{reason="rate_limited"}')).toBe(1);
  });
});

describe("addProcessMetrics", () => {
  test("default", async () => {
    const metrics = createMetrics();
    addProcessMetrics(metrics);
    const text = await metrics.registry.metrics();
    expect(text).toContain("process_cpu_seconds_total");
    expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
  });
});

describe("timed", () => {
  test("default", () => {
    const seconds: number[] = [];
    expect(
      timed(
        (time) => seconds.push(time),
        () => 7,
      ),
    ).toBe(7);
    expect(() =>
      timed(
        (time) => seconds.push(time),
        () => {
          throw new Error("x");
        },
      ),
    ).toThrow("x");
    expect(seconds).toHaveLength(2);
  });

  test("behavior: a promise counts when it is settled", async () => {
    const seconds: number[] = [];
    const observe = (time: number) => seconds.push(time);
    const pending = timed(observe, () => Promise.reject(new Error("x")));
    expect(seconds).toEqual([]);
    await expect(pending).rejects.toThrow("x");
    expect(seconds).toHaveLength(1);
  });
});
