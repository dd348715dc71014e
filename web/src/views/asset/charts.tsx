import { useMemo } from "react";
import { type Interval, type PoolPoint, type RecordedPoint, useHistory } from "../../api/history";
import { compactDollars, dollars, percent, plain } from "../../lib/amounts";
import { Chart } from "../../parts/chart";
import { Empty, ErrorNote, Loading } from "../../parts/notes";
import { useTokenLookup } from "../../parts/token-lookup";
import { pairOf, poolSeries, priceSeries, recordedSeries } from "./series";

interface Subject {
  readonly chainId: number;
  readonly id: string;
  readonly interval: Interval;
}

/** Price, value and yield of a token or a position. */
export function RecordedCharts({
  kind,
  ...subject
}: Subject & { readonly kind: "tokens" | "positions" }) {
  const { data, error, isPending } = useHistory<RecordedPoint>(kind, subject);
  const series = useMemo(() => {
    const points = data?.data ?? [];
    return {
      price: recordedSeries(points, "priceUsd"),
      tvl: recordedSeries(points, "tvlUsd"),
      apy: recordedSeries(points, "apy"),
    };
  }, [data]);
  if (error !== null) return <ErrorNote error={error} />;
  if (isPending) return <Loading lines={6} />;
  const isHeld = series.tvl.values.some((value) => value !== null);
  const earns = series.apy.values.some((value) => value !== null);
  return (
    <div className="charts">
      {kind === "tokens" && <Chart title="Price" series={series.price} format={dollars} />}
      {(isHeld || kind === "positions") && (
        <Chart title="Value held" series={series.tvl} format={compactDollars} />
      )}
      {(earns || kind === "positions") && (
        <Chart title="Yield" series={series.apy} format={percent} />
      )}
    </div>
  );
}

/** Price, volume and fees of a pool. */
export function PoolCharts(subject: Subject) {
  const { data, error, isPending } = useHistory<PoolPoint>("pools", subject);
  const lookup = useTokenLookup(subject.chainId, pairOf(data?.data ?? []));
  const drawn = useMemo(() => {
    const points = data?.data ?? [];
    const price = priceSeries(points);
    return price === null ? null : { price, ...poolSeries(points, price.tokenOut, lookup) };
  }, [data, lookup]);
  if (error !== null) return <ErrorNote error={error} />;
  if (isPending) return <Loading lines={6} />;
  if (drawn === null) {
    return (
      <section className="card">
        <Empty title="Nothing recorded yet">A pool's hours appear with its first swap.</Empty>
      </section>
    );
  }
  const [base, unit] = [lookup(drawn.price.tokenIn).symbol, lookup(drawn.price.tokenOut).symbol];
  return (
    <div className="charts">
      <Chart title={`Price of ${base} in ${unit}`} series={drawn.price.series} format={plain} />
      <Chart title={`Volume in ${unit}`} series={drawn.volume} format={plain} kind="bars" />
      <Chart title={`Fees in ${unit}`} series={drawn.fees} format={plain} kind="bars" />
    </div>
  );
}
