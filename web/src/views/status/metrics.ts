/** One value of the metrics, with its labels. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the text format of Prometheus, as much of it as our own metrics use. */
export function readMetrics(text: string): readonly Sample[] {
  return text.split("\n").flatMap((line): Sample[] => {
    const match = /^([a-z_]+)(?:\{([^}]*)\})? (\S+)$/.exec(line);
    if (match === null) return [];
    const [, name = "", labels = "", value = ""] = match;
    const entries = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", text = ""]) => {
      return [key, text] as const;
    });
    return [{ name, labels: Object.fromEntries(entries), value: Number(value) }];
  });
}

/** Sum of what fits. */
export function total(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) =>
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
    .reduce((sum, { value }) => sum + value, 0);
}

/** Mean of a histogram in milliseconds; null before the first observation. */
export function meanMs(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | null {
  const count = total(samples, `${name}_count`, labels);
  return count === 0 ? null : (total(samples, `${name}_sum`, labels) / count) * 1_000;
}
