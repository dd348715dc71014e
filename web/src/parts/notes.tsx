import type { ReactNode } from "react";
import { ApiError } from "../api/client";

/** What failed: the API's own message, which says what to do, with what helps to ask about it. */
export function ErrorNote({
  error,
  action,
}: {
  readonly error: unknown;
  readonly action?: ReactNode;
}) {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof ApiError ? error.code : null;
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div className="note note-bad" role="alert">
      {code !== null && <strong>{HEADLINES[code] ?? headline(code)}</strong>}
      <p>{message}</p>
      {action}
      {requestId !== null && <p className="small muted">Request {requestId}</p>}
    </div>
  );
}

const HEADLINES: Readonly<Record<string, string>> = {
  UNREACHABLE: "The service is out of reach",
  INDEX_STALE: "The index is behind the chain",
  NO_ROUTE: "No route",
  INSUFFICIENT_LIQUIDITY: "Not enough liquidity",
  UNAUTHORIZED: "A key is needed",
  RATE_LIMITED: "Too many requests",
  SIMULATION_FAILED: "The simulation failed",
};

function headline(code: string): string {
  const text = code.toLowerCase().replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Something to know, without alarm. */
export function Note({
  kind = "plain",
  children,
}: {
  readonly kind?: "plain" | "warn" | "good";
  readonly children: ReactNode;
}) {
  return <div className={`note note-${kind}`}>{children}</div>;
}

/** Nothing is here, and why. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

/** Grey lines where something will be. */
export function Loading({
  lines = 3,
  label = "Loading",
}: {
  readonly lines?: number;
  readonly label?: string;
}) {
  return (
    <output className="loading" aria-label={label}>
      {Array.from({ length: lines }, (_, i) => `line-${i}`).map((line) => (
        <span key={line} className="bone" />
      ))}
    </output>
  );
}
