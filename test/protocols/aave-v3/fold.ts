import { type Address, decodeEventLog, type PublicClient } from "viem";
import { AaveV3Pool } from "../../../abis/AaveV3Pool.ts";
import { AaveV3PoolAddressesProvider } from "../../../abis/AaveV3PoolAddressesProvider.ts";
import { AaveV3PoolConfigurator } from "../../../abis/AaveV3PoolConfigurator.ts";
import { AaveV3ScaledToken } from "../../../abis/AaveV3ScaledToken.ts";
import { AaveV3StableDebtToken } from "../../../abis/AaveV3StableDebtToken.ts";
import { lower } from "../../../src/lib/address.ts";
import type { AaveV3Contracts } from "../../../src/protocols/aave-v3/contracts.ts";
import {
  aTokenChange,
  configured,
  initialized,
  type MarketFees,
  poolChanges,
  type ReserveChange,
  type ReserveState,
  stableDebtChange,
  variableDebtChange,
} from "../../../src/protocols/aave-v3/transitions.ts";
import { poolAbi } from "./read.ts";

/** What the logs of a market since block 0 make of its reserves, by underlying token. */
export async function foldLogs(
  client: PublicClient,
  {
    addressesProvider,
    pool,
    poolConfigurator,
  }: Pick<AaveV3Contracts, "addressesProvider" | "pool" | "poolConfigurator">,
): Promise<ReadonlyMap<Address, ReserveState>> {
  const reserves = new Map<Address, ReserveState>();
  const tokens = new Map<Address, { underlying: Address; kind: "a" | "variable" | "stable" }>();
  const fees: MarketFees = { flashLoanFeeBps: 0, bridgeFeeBps: 0 };
  const market = { revision: 0, ...fees };
  const deficits = new Map<string, bigint>();
  const apply = (underlying: Address, change: ReserveChange): void => {
    const state = reserves.get(lower(underlying));
    if (state === undefined) throw new Error(`No reserve of ${underlying} was announced.`);
    reserves.set(lower(underlying), { ...state, ...change(state) });
  };
  const timestamps = new Map<bigint, bigint>();
  for (const log of await client.getLogs({ fromBlock: 0n })) {
    const known = timestamps.get(log.blockNumber);
    const timestamp = known ?? (await client.getBlock({ blockNumber: log.blockNumber })).timestamp;
    timestamps.set(log.blockNumber, timestamp);
    const address = lower(log.address);
    const token = tokens.get(address);
    if (address === addressesProvider) {
      const decoded = decoding(() => decodeEventLog({ abi: AaveV3PoolAddressesProvider, ...log }));
      if (decoded === null) continue;
      const revision = await client.readContract({
        ...{ abi: poolAbi, address: decoded.args.newAddress, functionName: "POOL_REVISION" },
      });
      market.revision = Number(revision);
      for (const underlying of reserves.keys()) {
        apply(underlying, () => ({ revision: market.revision }));
      }
    } else if (address === poolConfigurator) {
      const decoded = decoding(() => decodeEventLog({ abi: AaveV3PoolConfigurator, ...log }));
      if (decoded === null) continue;
      switch (decoded.eventName) {
        case "FlashloanPremiumToProtocolUpdated":
          market.flashLoanFeeBps = Number(decoded.args.newFlashloanPremiumToProtocol);
          break;
        case "BridgeProtocolFeeUpdated":
          market.bridgeFeeBps = Number(decoded.args.newBridgeProtocolFee);
          break;
        case "ReserveInitialized": {
          const { asset, aToken, stableDebtToken, variableDebtToken } = decoded.args;
          const underlying = lower(asset);
          reserves.set(underlying, initialized(market.revision));
          tokens.set(lower(aToken), { underlying, kind: "a" });
          tokens.set(lower(variableDebtToken), { underlying, kind: "variable" });
          tokens.set(lower(stableDebtToken), { underlying, kind: "stable" });
          break;
        }
        default:
          apply(decoded.args.asset, configured(decoded, timestamp));
      }
    } else if (address === pool) {
      const decoded = decoding(() => decodeEventLog({ abi: AaveV3Pool, ...log }));
      if (decoded === null) continue;
      let writtenOff = 0n;
      if (decoded.eventName === "DeficitCreated" || decoded.eventName === "LiquidationCall") {
        const { debtAsset, user } = decoded.args;
        const key = `${log.transactionHash} ${debtAsset} ${user}`;
        if (decoded.eventName === "DeficitCreated") deficits.set(key, decoded.args.amountCreated);
        else writtenOff = deficits.get(key) ?? 0n;
      }
      const at = { timestamp, fees: market, writtenOff };
      for (const { underlying, change } of poolChanges(decoded, at)) {
        apply(underlying, change);
      }
    } else if (token?.kind === "stable") {
      const decoded = decoding(() => decodeEventLog({ abi: AaveV3StableDebtToken, ...log }));
      if (decoded !== null) apply(token.underlying, stableDebtChange(decoded, timestamp));
    } else if (token !== undefined) {
      const decoded = decoding(() => decodeEventLog({ abi: AaveV3ScaledToken, ...log }));
      if (decoded === null) continue;
      apply(
        token.underlying,
        token.kind === "a" ? aTokenChange(decoded) : variableDebtChange(decoded, timestamp),
      );
    }
  }
  return reserves;
}

/** Null for an event that nothing is made of. */
function decoding<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof Error && error.name === "AbiEventSignatureNotFoundError") return null;
    throw error;
  }
}
