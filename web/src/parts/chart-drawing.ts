import uPlot, { type AlignedData, type Options } from "uplot";

export interface Drawing {
  readonly data: AlignedData;
  readonly width: number;
  readonly height: number;
  readonly format: (value: number) => string;
  readonly kind: "line" | "bars";
}

/** Draws into an element. @returns Takes it away. */
export function drawChart(element: HTMLElement, drawing: Drawing): () => void {
  const { data, width, height, format, kind } = drawing;
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
    font: "11px system-ui, sans-serif",
  };
  const bars = uPlot.paths.bars?.({ size: [0.6, 40] });
  const options: Options = {
    ...{ width, height },
    legend: { show: false },
    cursor: { y: false },
    scales: { x: { range: (_, from, to) => withMargin(from, to) } },
    axes: [axis, { ...axis, size: 64, values: (_, ticks) => ticks.map((tick) => format(tick)) }],
    series: [
      {},
      {
        stroke: colour("--accent"),
        fill: `${colour("--accent")}${kind === "bars" ? "aa" : "22"}`,
        width: 2,
        points: { show: (data[0]?.length ?? 0) < 60 },
        ...(kind === "bars" && bars !== undefined && { paths: bars, points: { show: false } }),
      },
    ],
    plugins: [tooltip(format)],
  };
  const plot = new uPlot(options, data, element);
  return () => plot.destroy();
}

const HOUR = 3_600;

/** One point alone, and bars at the ends, need room as well. */
function withMargin(from: number, to: number): [number, number] {
  const margin = Math.max(HOUR, (to - from) * 0.04);
  return [from - margin, to + margin];
}

/** Says what is under the pointer. */
function tooltip(format: (value: number) => string): uPlot.Plugin {
  const box = document.createElement("div");
  box.className = "chart-tip";
  return {
    hooks: {
      init: (plot) => plot.over.append(box),
      setCursor: (plot) => {
        const { idx, left = 0 } = plot.cursor;
        const time = idx === undefined || idx === null ? undefined : plot.data[0]?.[idx];
        const value = idx === undefined || idx === null ? undefined : plot.data[1]?.[idx];
        box.hidden = time === undefined || value === undefined || value === null;
        if (time === undefined || value === undefined || value === null) return;
        const at = new Date(time * 1_000).toLocaleString("en-GB", {
          dateStyle: "medium",
          timeStyle: "short",
        });
        box.textContent = `${format(value)} · ${at}`;
        box.style.left = `${Math.min(left, plot.over.clientWidth - 150)}px`;
      },
    },
  };
}
