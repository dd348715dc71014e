import { formatUnits, parseUnits } from "viem";

/**
 * Amount of the smallest unit that a person typed; null where it is none, or has too many decimals.
 */
export function parseAmount(text: string, decimals: number): bigint | null {
  const plain = text.trim().replaceAll(",", "");
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const [, fraction = ""] = plain.split(".");
  if (fraction.length > decimals) return null;
  const amount = parseUnits(plain.startsWith(".") ? `0${plain}` : plain, decimals);
  return amount > 0n ? amount : null;
}

/** All digits of an amount, grouped: `136,192.74913`. */
export function exact(amount: bigint, decimals: number): string {
  const [whole = "0", fraction] = formatUnits(amount, decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** An amount with six significant digits at least and no digit of the whole part lost. */
export function short(amount: bigint, decimals: number): string {
  const [whole = "0", fraction = ""] = exact(amount, decimals).split(".");
  const digits = whole.replaceAll(/[,-]/g, "").length;
  const kept = whole === "0" ? /^0*\d{0,6}/.exec(fraction)?.[0] : fraction.slice(0, 7 - digits);
  const shown = digits >= 7 ? "" : (kept ?? "").replace(/0+$/, "");
  return shown === "" ? whole : `${whole}.${shown}`;
}

const DOLLARS = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 2,
});
const COMPACT = new Intl.NumberFormat("en-US", {
  notation: "compact",
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 2,
});
const PLAIN = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6 });

/** `$1,234.56`; below a cent four significant digits. */
export function dollars(value: number): string {
  if (value !== 0 && Math.abs(value) < 0.01)
    return `$${PLAIN.format(Number(value.toPrecision(4)))}`;
  return DOLLARS.format(value);
}

/** `$1.23M`. */
export function compactDollars(value: number): string {
  return COMPACT.format(value);
}

/** Six significant digits. */
export function plain(value: number): string {
  return PLAIN.format(value);
}

/** Percent as it stands in an answer, `4.27 %`; a yield beyond all sense is not spelled out. */
export function percent(value: number): string {
  if (value >= 10_000) return "> 10,000 %";
  return `${new Intl.NumberFormat("en-US", { maximumFractionDigits: value < 1 ? 3 : 2 }).format(value)} %`;
}

/** Dollars of an amount at a price; only shown, never reckoned with. */
export function worth(amount: bigint, decimals: number, price: number): number {
  return Number(formatUnits(amount, decimals)) * price;
}
