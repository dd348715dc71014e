export * from "./src/catalog/schema.ts";
export * from "./src/protocols/aave-v3/schema.ts";
export * from "./src/protocols/curve-stableswap/schema.ts";
export * from "./src/protocols/erc4626/schema.ts";
export * from "./src/protocols/lido/schema.ts";
export * from "./src/protocols/uniswap-v2/schema.ts";
export * from "./src/protocols/uniswap-v3/schema.ts";
