import { faceOf } from "../lib/chains";
import { hueOf, shortAddress } from "../lib/text";

interface Token {
  readonly address: string;
  readonly symbol?: string | null;
}

/** A token's sign: its letters on a colour of its own, as nothing is loaded from elsewhere. */
export function TokenMark({
  token,
  size = "m",
}: {
  readonly token: Token;
  readonly size?: "s" | "m";
}) {
  const letters = (token.symbol ?? token.address.slice(2)).replace(/[^\p{L}\p{N}]/gu, "");
  return (
    <span className={`mark mark-${size} hue-${hueOf(token.address)}`} aria-hidden="true">
      {letters.slice(0, letters.length > 4 ? 3 : 4) || "?"}
    </span>
  );
}

/** A token's symbol, or its address where it has none. */
export function symbolOf(token: Token): string {
  return token.symbol === undefined || token.symbol === null || token.symbol === ""
    ? shortAddress(token.address)
    : token.symbol;
}

/** A chain's sign and name. */
export function ChainMark({ chainId }: { readonly chainId: number }) {
  const { title } = faceOf(chainId);
  return (
    <span className="chain">
      <span className={`dot chain-${chainId}`} aria-hidden="true" />
      {title}
    </span>
  );
}

/** The service's own sign. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M5 11c4 0 4 3 8 3s5-4 14-3M5 17c4 0 4 4 9 4s6-4 13-4M5 23c5 0 6 3 11 3s6-2 11-2" />
    </svg>
  );
}
