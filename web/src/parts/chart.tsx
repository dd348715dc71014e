import { useEffect, useMemo, useRef } from "react";
import type { AlignedData } from "uplot";
import { useWidth } from "../lib/width";
import { Empty } from "./notes";

export interface Series {
  /** Seconds since the epoch, ascending. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

const HEIGHT = 220;

/** A line over time. */
export function Chart({
  title,
  series,
  format,
  kind = "line",
}: {
  readonly title: string;
  readonly series: Series;
  readonly format: (value: number) => string;
  readonly kind?: "line" | "bars";
}) {
  const { times, values } = series;
  const lines = useMemo(() => [values], [values]);
  const known = values.filter((value) => value !== null);
  const last = known.at(-1);
  return (
    <section className="card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        {last !== undefined && <strong className="number">{format(last)}</strong>}
      </header>
      <div className="chart">
        {known.length === 0 ? (
          <Empty title="Nothing recorded yet">Every hour adds a point.</Empty>
        ) : (
          <ChartCanvas
            label={summary(title, known, format)}
            x={times}
            lines={lines}
            scale="time"
            {...{ format, kind }}
          />
        )}
      </div>
    </section>
  );
}

/** Lines or bars alone; the library is loaded when the first chart is seen. */
export function ChartCanvas({
  label,
  x,
  lines,
  names = NO_NAMES,
  scale,
  format,
  kind = "line",
}: {
  readonly label: string;
  /** Ascending. */
  readonly x: readonly number[];
  readonly lines: readonly (readonly (number | null)[])[];
  /** Of the lines, where there are several. */
  readonly names?: readonly string[];
  readonly scale: "time" | "dollars";
  readonly format: (value: number) => string;
  readonly kind?: "line" | "bars";
}) {
  const [box, width] = useWidth<HTMLDivElement>(400);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let end = (): void => undefined;
    let isGone = false;
    void import("./chart-drawing").then(({ drawChart }) => {
      if (isGone) return;
      const data: AlignedData = [[...x], ...lines.map((line) => [...line])];
      end = drawChart(element, { data, names, scale, width, height: HEIGHT, format, kind });
    });
    return () => {
      isGone = true;
      end();
    };
  }, [x, lines, names, scale, width, format, kind]);
  return (
    <div ref={box}>
      <div ref={place} role="img" aria-label={label} />
    </div>
  );
}

const NO_NAMES: readonly string[] = [];

function summary(title: string, known: readonly number[], format: (value: number) => string) {
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return `${title}: ${known.length} points between ${format(least)} and ${format(most)}`;
}
