export * from "../ponder.config.ts";
export { default } from "../ponder.config.ts";
