import { type Address, decodeFunctionResult, encodeFunctionData } from "viem";
import { FluidDex } from "../../abis/FluidDex.ts";
import type { Ask } from "../../src/catalog/live/aggregate.ts";
import { lower } from "../../src/lib/address.ts";
import { CHAINS } from "../../src/lib/chains.ts";
import { deployments } from "../../src/protocols/fluid/contracts.ts";
import { spotPrice } from "../../src/protocols/fluid/pool.ts";
import { readPools } from "../../src/protocols/fluid/reading.ts";
import { restored } from "../../src/protocols/fluid/state.ts";
import { marketAt } from "../../src/protocols/fluid/swap.ts";
import { headTime } from "../clock.ts";
import type { DevnetPool } from "../manifest.ts";
import { asHex, type Rpc } from "../rpc.ts";
import type { PoolState } from "./pool-state.ts";

const CHAIN_ID = 1;

/** A pool of Fluid, by what prices are made of; null where nobody can trade. */
export async function readFluid(rpc: Rpc, pool: DevnetPool): Promise<PoolState | null> {
  const { address } = pool;
  const liquidity = deployments[0]?.chains[CHAIN_ID]?.contracts.liquidity;
  const multicall3 = CHAINS.get(CHAIN_ID)?.multicall3;
  if (liquidity === undefined || multicall3 === undefined) return null;
  const call = async (to: Address, data: string) =>
    asHex(await rpc.request("eth_call", [{ to, data }, "latest"]));
  const named = (functionName: "constantsView" | "constantsView2") =>
    call(address, encodeFunctionData({ abi: FluidDex, functionName }));
  const [facts, factors] = [await named("constantsView"), await named("constantsView2")];
  const constants = decodeFunctionResult({
    ...{ abi: FluidDex, functionName: "constantsView", data: facts },
  });
  const scales = decodeFunctionResult({
    ...{ abi: FluidDex, functionName: "constantsView2", data: factors },
  });
  const ask: Ask = (views) => Promise.all(views.map(({ target, data }) => call(target, data)));
  const tokens = [lower(constants.token0), lower(constants.token1)] as const;
  const asked = { address, tokens, deployer: lower(constants.deployerContract), config: 0n };
  const [reading] = await readPools(ask, [asked], { liquidity, multicall3 });
  if (!reading) return null;
  const state = {
    ...{ id: address, address, slug: pool.venue, updatedBlock: 0, tokens, ...reading },
    numerators: [scales.token0NumeratorPrecision, scales.token1NumeratorPrecision],
    denominators: [scales.token0DenominatorPrecision, scales.token1DenominatorPrecision],
  } as const;
  const timestamp = BigInt(await headTime(rpc));
  const market = marketAt(state, timestamp);
  if (market === null) return null;
  const edge = { action: "swap", tokenIn: tokens[0], tokenOut: tokens[1] } as const;
  const { numerator, denominator } = spotPrice(state, edge, { timestamp });
  const { collateral, debt } = market.reserves;
  const reserve = (place: 0 | 1) => {
    const all = (collateral?.imaginary[place] ?? 0n) + (debt?.imaginary[place] ?? 0n);
    return Number(restored(state, place, all));
  };
  return {
    ...{ pool, price: Number(numerator) / Number(denominator), concentrated: null },
    ...{ reserve0: reserve(0), reserve1: reserve(1) },
  };
}
