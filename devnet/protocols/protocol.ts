import type { Builder } from "../builder.ts";
import type { DevnetToken } from "../manifest.ts";
import type { CompiledContracts } from "../solidity/contracts.ts";

/** What a protocol is deployed with. */
export interface DeployContext {
  readonly builder: Builder;
  readonly compiled: CompiledContracts;
  /** The chain's tokens, hostile ones included. */
  readonly tokens: readonly DevnetToken[];
}

/** The contracts of one protocol, before any pool is made. */
export interface DevnetProtocol {
  readonly slug: string;
  readonly chainIds: readonly number[];
  deploy(context: DeployContext): Promise<void>;
}
