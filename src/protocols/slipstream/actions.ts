/** The pools swap as those of Uniswap V3, and call back by the same name. */
export { swap } from "../uniswap-v3/actions.ts";
