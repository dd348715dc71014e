import { useEffect, useRef, useState } from "react";
import { duration } from "../../lib/text";

/**
 * How far the index is on its way to the head, and how long it takes at the pace since it was seen.
 */
export function Backfill({
  indexed,
  head,
}: {
  readonly indexed: number | null;
  readonly head: number | null;
}) {
  const first = useRef<{ readonly at: number; readonly block: number } | null>(null);
  const [pace, setPace] = useState<number | null>(null);
  useEffect(() => {
    if (indexed === null) return;
    first.current ??= { at: Date.now(), block: indexed };
    const seconds = (Date.now() - first.current.at) / 1_000;
    const done = indexed - first.current.block;
    if (seconds > 3 && done > 0) setPace(done / seconds);
  }, [indexed]);
  if (indexed === null || head === null || head === 0) {
    return <p className="muted">The backfill has not reached a block yet.</p>;
  }
  const share = Math.min(1, indexed / head);
  const left = pace === null ? null : (head - indexed) / pace;
  return (
    <div className="stack">
      <div className="meter">
        <svg role="img" aria-label={`${(share * 100).toFixed(1)} % of the blocks`}>
          <rect width={`${share * 100}%`} height="100%" />
        </svg>
      </div>
      <p className="muted small">
        {(share * 100).toFixed(1)} % of the blocks
        {left !== null && `, about ${duration(left)} left`}
      </p>
    </div>
  );
}
