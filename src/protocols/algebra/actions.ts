/** The pools swap as those of Uniswap V3, and call back by a name of their own. */
export { swap } from "../uniswap-v3/actions.ts";
