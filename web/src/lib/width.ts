import { type RefObject, useEffect, useRef, useState } from "react";

/** Width of an element in pixels, followed as it changes; `fallback` before it is known. */
export function useWidth<T extends HTMLElement>(
  fallback: number,
): readonly [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(fallback);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
