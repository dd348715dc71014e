import { type Address, concat, type Hex, toHex } from "viem";

/**
 * The deterministic deployment proxy: calldata is a 32-byte salt and creation code, which it deploys with CREATE2.
 *
 * @see https://github.com/Arachnid/deterministic-deployment-proxy
 */
export const DEPLOYER_ADDRESS: Address = "0x4e59b44847b379578588920ca78fbf26c0b4956c";

/** Salt of the router's deployment. */
export const ROUTER_SALT: Hex = toHex("weir", { size: 32 });

/**
 * The router contract on every chain: CREATE2 of `ROUTER_SALT` and the creation code of `contracts/src/Router.sol`, which takes
 * no constructor argument. Any change of the contracts, their compiler or its settings gives another address.
 */
export const ROUTER_ADDRESS: Address = "0x336002fb718c97bac7fe346b811d03b66c535331";

/** The router's executor on every chain: the first contract that the router's constructor creates (CREATE, nonce 1). */
export const EXECUTOR_ADDRESS: Address = "0x39c1c833dbe67ef87184683e5ab204ccae5aeeb9";

/**
 * The transaction that deploys the router and, from its constructor, the executor.
 *
 * @param bytecode Creation code of the router.
 */
export function routerDeployment(bytecode: Hex): { readonly to: Address; readonly data: Hex } {
  return { to: DEPLOYER_ADDRESS, data: concat([ROUTER_SALT, bytecode]) };
}
