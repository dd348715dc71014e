import { useCallback } from "react";
import { useSearchParams } from "wouter";

/** Search parameters that are the state of a view, so that its address is its permalink. */
export function useUrlState(): readonly [
  URLSearchParams,
  (changes: Readonly<Record<string, string | null>>) => void,
] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (changes: Readonly<Record<string, string | null>>) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === "") after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [search, change];
}
