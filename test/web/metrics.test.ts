import { describe, expect, test } from "vitest";
import { createMetrics } from "../../src/api/metrics/metrics.ts";
import { meanMs, readMetrics, total } from "../../web/src/views/status/metrics.ts";

const TEXT = `# HELP weir_reorgs_total Reorganisations.
# TYPE weir_reorgs_total counter
weir_reorgs_total{chain="1"} 3
weir_reorgs_total{chain="10"} 1
weir_http_request_duration_seconds_sum{route="/ready",status="200"} 0.5
weir_http_request_duration_seconds_count{route="/ready",status="200"} 4
process_start_time_seconds 1795461720
`;

describe("readMetrics", () => {
  test("default", () => {
    const samples = readMetrics(TEXT);
    expect(samples).toHaveLength(5);
    expect(total(samples, "weir_reorgs_total")).toBe(4);
    expect(total(samples, "weir_reorgs_total", { chain: "1" })).toBe(3);
    expect(meanMs(samples, "weir_http_request_duration_seconds")).toBe(125);
    expect(meanMs(samples, "weir_node_request_duration_seconds")).toBeNull();
  });

  test("behavior: reads what the service writes", async () => {
    const { registry } = createMetrics();
    const samples = readMetrics(await registry.metrics());
    expect(samples.some(({ name }) => name.startsWith("weir_"))).toBe(true);
    expect(samples.every(({ value }) => !Number.isNaN(value))).toBe(true);
  });
});
