import type { Builder } from "../builder.ts";
import type { DevnetPool, DevnetToken } from "../manifest.ts";
import type { CompiledContracts } from "../solidity/contracts.ts";

/** What a protocol is deployed with. */
export interface DeployContext {
  readonly builder: Builder;
  readonly compiled: CompiledContracts;
  /** The chain's tokens, hostile ones included. */
  readonly tokens: readonly DevnetToken[];
}

/** What a protocol is filled with, once the market's pools exist. */
export interface SeedContext extends DeployContext {
  readonly pools: readonly DevnetPool[];
}

/** The contracts of one protocol. */
export interface DevnetProtocol {
  readonly slug: string;
  readonly chainIds: readonly number[];
  /** Before any pool is made. */
  deploy(context: DeployContext): Promise<void>;
  /** After the market's pools are made: own pools, positions, rewards. The operator may mint any token to itself. */
  seed?(context: SeedContext): Promise<void>;
}
