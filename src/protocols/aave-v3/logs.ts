import type { Abi, Address, ContractEventName, GetEventArgs } from "viem";
import type { AaveV3Pool } from "../../../abis/AaveV3Pool.ts";
import type { AaveV3PoolConfigurator } from "../../../abis/AaveV3PoolConfigurator.ts";
import type { AaveV3ScaledToken } from "../../../abis/AaveV3ScaledToken.ts";
import type { AaveV3StableDebtToken } from "../../../abis/AaveV3StableDebtToken.ts";

/** A decoded log of a contract: its event's name with the arguments. */
type DecodedLog<abi extends Abi> = {
  readonly [name in ContractEventName<abi>]: {
    readonly eventName: name;
    readonly args: GetEventArgs<
      abi,
      name,
      { EnableUnion: false; IndexedOnly: false; Required: true }
    >;
  };
}[ContractEventName<abi>];

/** Logs of a market's pool. */
export type PoolLog = DecodedLog<typeof AaveV3Pool>;

/** Logs of a market's configurator. */
export type ConfiguratorLog = DecodedLog<typeof AaveV3PoolConfigurator>;

/** Logs of aTokens and variable debt tokens. */
export type ScaledTokenLog = DecodedLog<typeof AaveV3ScaledToken>;

/** Logs of stable debt tokens. */
export type StableDebtLog = DecodedLog<typeof AaveV3StableDebtToken>;

/** Logs of a configurator that change one reserve, or list it. */
export type ReserveConfigLog = Extract<ConfiguratorLog, { readonly args: { asset: Address } }>;
