declare global {
  interface ImportMeta {
    /** Of Vite, which Ponder loads this file with: imports what matches, in order of its path. */
    glob(pattern: string, options: { readonly eager: true }): Readonly<Record<string, unknown>>;
  }
}

/** Every family's handlers; to import them registers them. */
export const HANDLERS = import.meta.glob("../../src/protocols/**/indexing.ts", { eager: true });
