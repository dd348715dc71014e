/** Stands for Ponder's `ponder:registry`, which Vite alone can load: Ponder reads `fns`. */
export const ponder = {
  fns: [] as { readonly name: string; readonly fn: unknown }[],
  on(name: string, fn: unknown): void {
    this.fns.push({ name, fn });
  },
};
