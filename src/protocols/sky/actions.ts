import { type AbiFunction, parseAbiItem } from "viem";
import type { Operation } from "../operation.ts";
import type { Edge } from "../protocol.ts";
import type { SkyConverter } from "./pool.ts";

/** @see https://github.com/sky-ecosystem/usds/blob/5dfba54824c652a43208ae2926daab225aebf8b4/src/DaiUsds.sol */
const DAI_TO_USDS = parseAbiItem("function daiToUsds(address usr, uint256 wad)");
const USDS_TO_DAI = parseAbiItem("function usdsToDai(address usr, uint256 wad)");

/** Functions that the operations call. */
export const functions: readonly AbiFunction[] = [DAI_TO_USDS, USDS_TO_DAI];

/** The converter takes the input by an allowance and pays whom it is told to. */
export function swap(state: SkyConverter, edge: Edge): Operation {
  return {
    kind: "call",
    target: state.converter,
    function: edge.tokenIn === state.dai ? DAI_TO_USDS : USDS_TO_DAI,
    args: [{ kind: "recipient" }, { kind: "amountIn" }],
    value: "none",
    approve: true,
    amountOut: { from: "amountIn" },
    pays: "recipient",
    price: "fixed",
  };
}
