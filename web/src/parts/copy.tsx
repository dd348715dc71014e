import { useEffect, useState } from "react";

/** Copies a text and says so. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      className="button button-small"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </button>
  );
}

/** A request as others make it. */
export interface Call {
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
}

function curlOf({ path, body }: Call): string {
  const url = `"${location.origin}${path}"`;
  if (body === undefined) return `curl -s ${url}`;
  const text = JSON.stringify(body).replaceAll("'", "'\\''");
  return `curl -s ${url} -H "content-type: application/json" -d '${text}'`;
}

function typescriptOf({ path, body }: Call): string {
  const url = JSON.stringify(`${location.origin}${path}`);
  if (body === undefined) {
    return `const response = await fetch(${url});\nconst answer = await response.json();\n`;
  }
  const init = [
    `  method: "POST",`,
    `  headers: { "content-type": "application/json" },`,
    `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),`,
  ].join("\n");
  return `const response = await fetch(${url}, {\n${init}\n});\nconst answer = await response.json();\n`;
}

/** The view's own request as a command, as code, and the view itself as a link. */
export function CopyAs({ call }: { readonly call: Call }) {
  return (
    <fieldset className="copy-as" aria-label="Copy">
      <Copy text={curlOf(call)} label="Copy curl" />
      <Copy text={typescriptOf(call)} label="Copy TypeScript" />
      <Copy text={location.href} label="Copy link" />
    </fieldset>
  );
}
