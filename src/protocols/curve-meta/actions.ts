/** What plain pools of two coins do, by the same functions. */
export {
  burnOperation,
  deposit,
  functions,
  mintOperation,
  redeem,
  swap,
} from "../curve-stableswap/actions.ts";
