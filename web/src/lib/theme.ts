import { useEffect, useState } from "react";

export type Theme = "system" | "light" | "dark";

const STORED = "weir.theme";

function stored(): Theme {
  const value = localStorage.getItem(STORED);
  return value === "light" || value === "dark" ? value : "system";
}

/** Light, dark, or as the system has it; kept in this browser. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(stored);
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    localStorage.setItem(STORED, theme);
  }, [theme]);
  return [theme, setTheme];
}
