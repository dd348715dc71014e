import type { Builder } from "../builder.ts";
import type { DevnetPool, DevnetToken } from "../manifest.ts";
import type { CompilationName } from "../solidity/compilations.ts";
import type { CompiledContracts } from "../solidity/contracts.ts";

/** What a protocol is deployed with. */
export interface DeployContext {
  readonly builder: Builder;
  /** The protocol's compilations; others may be empty. */
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
  /** What it deploys of our own compiling. */
  readonly compilations?: readonly CompilationName[];
  /** Before it is filled. */
  deploy(context: DeployContext): Promise<void>;
  /**
   * After the market's pools are made: own pools, positions, rewards. The operator may mint any
   * token to itself.
   */
  seed?(context: SeedContext): Promise<void>;
}
