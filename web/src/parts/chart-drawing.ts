import uPlot, { type AlignedData, type Options } from "uplot";
import { compactDollars } from "../lib/amounts";

export interface Drawing {
  /** What is below, then a list for each line. */
  readonly data: AlignedData;
  /** Of the lines, where there are several. */
  readonly names: readonly string[];
  /** Seconds since the epoch, or dollars by powers of ten. */
  readonly scale: "time" | "dollars";
  readonly width: number;
  readonly height: number;
  readonly format: (value: number) => string;
  readonly kind: "line" | "bars";
}

/** Colours of the lines, in their order. */
const COLOURS = ["--accent", "--warn"];

/** Draws into an element. @returns Takes it away. */
export function drawChart(element: HTMLElement, drawing: Drawing): () => void {
  const { data, scale, width, height, format, kind } = drawing;
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
    font: "11px system-ui, sans-serif",
  };
  const bars = uPlot.paths.bars?.({ size: [0.6, 40] });
  const isLone = data.length === 2;
  const options: Options = {
    ...{ width, height },
    legend: { show: false },
    cursor: { y: false },
    scales: {
      x: scale === "time" ? { range: () => withMargin(data[0]) } : { time: false, distr: 3 },
    },
    axes: [
      scale === "time"
        ? axis
        : { ...axis, filter: powersOfTen, values: (_, ticks) => ticks.map(sizeOf) },
      { ...axis, size: 64, values: (_, ticks) => ticks.map((tick) => format(tick)) },
    ],
    series: [
      {},
      ...data.slice(1).map((_, i) => {
        const stroke = colour(COLOURS[i % COLOURS.length] ?? "--accent");
        return {
          stroke,
          ...(isLone && { fill: `${stroke}${kind === "bars" ? "aa" : "22"}` }),
          width: 2,
          points: { show: (data[0]?.length ?? 0) < 60 },
          ...(kind === "bars" && bars !== undefined && { paths: bars, points: { show: false } }),
        };
      }),
    ],
    plugins: [tooltip(drawing)],
  };
  const plot = new uPlot(options, data, element);
  return () => plot.destroy();
}

const HOUR = 3_600;

/** One point alone, of which the library makes years, and bars at the ends need room as well. */
function withMargin(times: ArrayLike<number>): [number, number] {
  const [from = 0, to = 0] = [times[0], times[times.length - 1]];
  const margin = Math.max(HOUR, (to - from) * 0.04);
  return [from - margin, to + margin];
}

/** The ticks of a logarithmic axis for which there is room. */
function powersOfTen(_: uPlot, ticks: readonly number[]): (number | null)[] {
  return ticks.map((tick) => (Number.isInteger(Math.log10(tick)) ? tick : null));
}

function sizeOf(dollars: number | null): string {
  return dollars === null ? "" : compactDollars(dollars);
}

function moment(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
  });
}

/** Says what is under the pointer. */
function tooltip({ names, scale, format }: Drawing): uPlot.Plugin {
  const box = document.createElement("div");
  box.className = "chart-tip";
  return {
    hooks: {
      init: (plot) => plot.over.append(box),
      setCursor: (plot) => {
        const { idx = null, left = 0 } = plot.cursor;
        const [x, ...values] = plot.data.map((line) => (idx === null ? null : line[idx]));
        const said = values.flatMap((value, i) =>
          value === undefined || value === null
            ? []
            : [names[i] === undefined ? format(value) : `${names[i]} ${format(value)}`],
        );
        box.hidden = x === undefined || x === null || said.length === 0;
        if (x === undefined || x === null || box.hidden) return;
        const at = scale === "time" ? moment(x) : compactDollars(x);
        box.textContent = `${said.join(" · ")} · ${at}`;
        box.style.left = `${Math.max(0, Math.min(left, plot.over.clientWidth - box.clientWidth))}px`;
      },
    },
  };
}
