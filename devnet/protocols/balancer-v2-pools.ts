import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  slice,
  toEventSelector,
} from "viem";
import { z } from "zod";
import { BalancerV2Vault } from "../../abis/BalancerV2Vault.ts";
import { lower } from "../../src/lib/address.ts";
import type { Builder } from "../builder.ts";
import type { DevnetToken } from "../manifest.ts";
import type { Rpc } from "../rpc.ts";
import { tokenBySymbol } from "../token-list.ts";
import type { BalancerV2Deployment } from "./balancer-v2.ts";
import { type BootstrappingPlan, queueCourse } from "./balancer-v2-bootstrapping.ts";
import { creationOf, providersOf } from "./balancer-v2-creation.ts";
import type { EclpShape } from "./eclp-parameters.ts";
import type { SeedContext } from "./protocol.ts";

/** A pool to make and fill. */
export type PoolPlan = {
  readonly name: string;
  readonly symbol: string;
  /** Weight in percent by symbol; of stable pools, shares of the value. */
  readonly tokens: Readonly<Record<string, number>>;
  readonly swapFeeWad: bigint;
  /** US dollars of all tokens together. */
  readonly usd: number;
} & (
  | {
      readonly kind: "weighted";
      /** Of its factory; 3 when absent. The first has a factory of its own for two tokens. */
      readonly version?: 1 | 2;
      /** By symbol; not in the first version. */
      readonly providers?: Readonly<Record<string, ProviderPlan>>;
    }
  | BootstrappingPlan
  | {
      readonly kind: "stable";
      /**
       * Of its factory; 3 when absent. From the second on they are composable; the first has a
       * factory of its own for two tokens with rates.
       */
      readonly version?: 1 | 2;
      readonly amplification: bigint;
      /** By symbol, of tokens that do not count one for one. */
      readonly rates?: Readonly<Record<string, RatePlan>>;
    }
  | {
      readonly kind: "eclp";
      readonly shape: EclpShape;
      /** By symbol. */
      readonly providers?: Readonly<Record<string, ProviderPlan>>;
    }
  | {
      readonly kind: "2clp";
      /** Square roots of the least and the highest price of the first token, wads. */
      readonly sqrts: readonly [bigint, bigint];
      /** By symbol. */
      readonly providers?: Readonly<Record<string, ProviderPlan>>;
    }
);

/** Where a token's rate comes from. */
export interface ProviderPlan {
  readonly provider: Address;
  readonly rateWad: bigint;
}

/** What a stable pool makes of a rate. */
export interface RatePlan extends ProviderPlan {
  /** Seconds that the pool keeps it. */
  readonly cacheSeconds: bigint;
  /** Whether the protocol takes nothing of its growth. */
  readonly isExempt: boolean;
}

/** Answers the word in slot 0 whatever it is asked: PUSH0 SLOAD PUSH0 MSTORE, RETURN 32 bytes. */
const RATE_PROVIDER_CODE = "0x5f545f5260205ff3";

/** Makes a rate provider say another rate, or deploys it. */
export async function setRate(rpc: Rpc, provider: Address, rateWad: bigint): Promise<void> {
  const word = numberToHex(rateWad, { size: 32 });
  await rpc.request("anvil_setCode", [provider, RATE_PROVIDER_CODE]);
  await rpc.request("anvil_setStorageAt", [provider, numberToHex(0n, { size: 32 }), word]);
}

const tokenAbi = parseAbi([
  "function mint(address to, uint256 value)",
  "function deposit() payable",
  "function approve(address spender, uint256 value)",
]);
const poolIdAbi = parseAbi(["function getPoolId() view returns (bytes32)"]);

const ONE = 10n ** 18n;
const GAS = { create: 12_000_000n, join: 1_500_000n, token: 200_000n };
const INIT = 0n;
const MAX_UINT256 = (1n << 256n) - 1n;
/** Enough native currency for the pools and for all else that the operator does. */
const OPERATOR_BALANCE = 100_000_000n * ONE;

/**
 * Makes the pools in order and fills them at the prices of the token list; the operator owns them
 * and their shares.
 */
export async function seedPools(
  { builder, tokens }: SeedContext,
  at: BalancerV2Deployment,
  plans: readonly PoolPlan[],
): Promise<void> {
  const balance = numberToHex(OPERATOR_BALANCE);
  await builder.rpc.request("anvil_setBalance", [builder.operator, balance]);
  const approved = new Set<Address>();
  for (const plan of plans) {
    const parts = partsOf(plan, tokens);
    for (const { provider, rateWad } of Object.values(providersOf(plan))) {
      await setRate(builder.rpc, provider, rateWad);
    }
    const { factory, data } = creationOf(builder, at, { plan, parts });
    builder.queue({ to: factory, data, gas: GAS.create, label: `creation of ${plan.symbol}` });
    for (const part of parts) queueFunding(builder, at.vault, part, approved);
    await builder.flush();
    const pool = await newestPool(builder, factory);
    await queueFirstJoin(builder, {
      ...{ vault: at.vault, pool, parts },
      holdsOwn: plan.kind === "stable" && plan.version !== 1,
    });
    if (plan.kind === "bootstrapping") await queueCourse(builder, pool, { plan, parts });
    await builder.flush();
  }
}

/** What goes into a pool of a token. */
export interface Part {
  readonly token: DevnetToken;
  /** Percent. */
  readonly weight: number;
  readonly amount: bigint;
}

/** In the order of addresses, which the vault asks for. */
export function partsOf(
  plan: Pick<PoolPlan, "tokens" | "usd">,
  tokens: readonly DevnetToken[],
): readonly Part[] {
  const total = Object.values(plan.tokens).reduce((sum, weight) => sum + weight, 0);
  return Object.entries(plan.tokens)
    .map(([symbol, weight]): Part => {
      const token = tokenBySymbol(tokens, symbol);
      const whole = (plan.usd * weight) / total / token.priceUsd;
      const millionths = BigInt(Math.round(whole * 1e6));
      return { token, weight, amount: (millionths * 10n ** BigInt(token.decimals)) / 1_000_000n };
    })
    .sort((a, b) => (BigInt(a.token.address) < BigInt(b.token.address) ? -1 : 1));
}

/**
 * Queues what gives the operator a token and a vault the right to take it.
 *
 * @param approved Tokens that it may take already, of which some take no second approval.
 */
export function queueFunding(
  builder: Builder,
  vault: Address,
  { token, amount }: Part,
  approved: Set<Address> = new Set(),
): void {
  const { operator, spec } = builder;
  const { address } = token;
  const label = `${token.symbol} for a pool of ${vault}`;
  const wraps = address === lower(spec.wrappedNative.address);
  const data = wraps
    ? encodeFunctionData({ abi: tokenAbi, functionName: "deposit" })
    : encodeFunctionData({ abi: tokenAbi, functionName: "mint", args: [operator, amount] });
  builder.queue({
    ...{ to: address, data, gas: GAS.token, label },
    ...(wraps ? { value: amount } : {}),
  });
  if (approved.has(address)) return;
  approved.add(address);
  const approve = encodeFunctionData({
    abi: tokenAbi,
    functionName: "approve",
    args: [vault, MAX_UINT256],
  });
  builder.queue({ to: address, data: approve, gas: GAS.token, label: `approval of ${label}` });
}

const logsSchema = z.array(z.object({ topics: z.array(z.custom<Hex>()) }));

/** The pool that a factory made last. */
export async function newestPool(builder: Builder, factory: Address): Promise<Address> {
  const pool = (await createdPools(builder, factory)).at(-1);
  if (pool === undefined) throw new Error(`The factory ${factory} made no pool.`);
  return pool;
}

/** The pools that a factory made, in order. */
export async function createdPools(
  builder: Builder,
  factory: Address,
): Promise<readonly Address[]> {
  const filter = {
    address: factory,
    topics: [toEventSelector("PoolCreated(address)")],
    fromBlock: "0x0",
  };
  const logs = logsSchema.parse(await builder.rpc.request("eth_getLogs", [filter]));
  return logs.flatMap(({ topics }) => topics.slice(1).map((topic) => slice(topic, 12)));
}

/** A composable stable pool asks for its own share among the tokens. */
async function queueFirstJoin(
  builder: Builder,
  {
    vault,
    pool,
    parts,
    holdsOwn,
  }: {
    readonly vault: Address;
    readonly pool: Address;
    readonly parts: readonly Part[];
    readonly holdsOwn: boolean;
  },
): Promise<void> {
  const query = encodeFunctionData({ abi: poolIdAbi, functionName: "getPoolId" });
  const answer = await builder.rpc.request("eth_call", [{ to: pool, data: query }, "latest"]);
  const poolId = z.custom<Hex>().parse(answer);
  const own = { address: lower(pool), amount: 0n };
  const assets = [
    ...parts.map(({ token, amount }) => ({ address: token.address, amount })),
    ...(holdsOwn ? [own] : []),
  ].sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1));
  const userData = encodeAbiParameters(parseAbiParameters("uint256, uint256[]"), [
    INIT,
    assets.map(({ amount }) => amount),
  ]);
  builder.queue({
    to: vault,
    data: encodeFunctionData({
      abi: BalancerV2Vault,
      functionName: "joinPool",
      args: [
        poolId,
        builder.operator,
        builder.operator,
        {
          assets: assets.map(({ address }) => address),
          maxAmountsIn: assets.map(() => MAX_UINT256),
          userData,
          fromInternalBalance: false,
        },
      ],
    }),
    gas: GAS.join,
    label: `first join of ${pool}`,
  });
}
