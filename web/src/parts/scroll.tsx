import type { ReactNode } from "react";

/** What may be wider than its place, a table or a picture; the keyboard scrolls it, too. */
export function Scroll({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
