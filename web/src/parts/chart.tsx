import { useEffect, useRef } from "react";
import type { AlignedData } from "uplot";
import { useWidth } from "../lib/width";
import { Empty } from "./notes";

export interface Series {
  /** Seconds since the epoch, ascending. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

const HEIGHT = 220;

/** A line over time; the library is loaded when the first chart is seen. */
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
  const [box, width] = useWidth<HTMLDivElement>(400);
  const place = useRef<HTMLDivElement>(null);
  const { times, values } = series;
  const known = values.filter((value) => value !== null);
  const isEmpty = known.length === 0;
  useEffect(() => {
    const element = place.current;
    if (element === null || isEmpty) return;
    let end = (): void => undefined;
    let isGone = false;
    void import("./chart-drawing").then(({ drawChart }) => {
      if (isGone) return;
      const data: AlignedData = [[...times], [...values]];
      end = drawChart(element, { data, width, height: HEIGHT, format, kind });
    });
    return () => {
      isGone = true;
      end();
    };
  }, [times, values, width, format, kind, isEmpty]);
  const last = known.at(-1);
  return (
    <section className="card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        {last !== undefined && <strong className="number">{format(last)}</strong>}
      </header>
      <div className="chart" ref={box}>
        {isEmpty ? (
          <Empty title="Nothing recorded yet">Every hour adds a point.</Empty>
        ) : (
          <div ref={place} role="img" aria-label={summary(title, known, format)} />
        )}
      </div>
    </section>
  );
}

function summary(title: string, known: readonly number[], format: (value: number) => string) {
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return `${title}: ${known.length} points between ${format(least)} and ${format(most)}`;
}
