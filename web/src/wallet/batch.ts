import { type Hex, numberToHex } from "viem";
import type { Route } from "../api/types";
import { polled } from "./chain";
import type { Provider } from "./provider";

/** Calls that a wallet executes together or not at all, in the order that they have to be made. */
export type Calls = NonNullable<Route["calls"]>;

/** A wallet's account on a chain. */
interface Sender {
  readonly account: string;
  readonly chainId: number;
}

/** @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities */
type Capabilities = Readonly<
  Record<string, { readonly atomic?: { readonly status?: string } } | undefined>
>;

/** @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus */
interface CallsStatus {
  readonly status: number;
  readonly receipts?: readonly { readonly transactionHash: string }[];
}

const VERSION = "2.0.0";
/** Every chain, in what a wallet is capable of. */
const ALL_CHAINS: Hex = "0x0";
/** Below it nothing is decided; from `FAILED` on it is not as it should be. */
const [DECIDED, FAILED] = [200, 400];

/** Whether the wallet executes several calls of the account at once; most do not know of it. */
export async function executesCalls(
  provider: Provider,
  { account, chainId }: Sender,
): Promise<boolean> {
  const chain = numberToHex(chainId);
  try {
    const params = [account, [chain]];
    const found = (await provider.request({
      ...{ method: "wallet_getCapabilities", params },
    })) as Capabilities | null;
    const { status } = found?.[chain]?.atomic ?? found?.[ALL_CHAINS]?.atomic ?? {};
    return status === "supported" || status === "ready";
  } catch {
    return false;
  }
}

/**
 * Has the wallet execute calls, all or none.
 *
 * @returns By what the wallet knows them. @throws What it says when the user declines.
 */
export async function sendCalls(
  provider: Provider,
  { account, chainId }: Sender,
  calls: Calls,
): Promise<string> {
  const request = {
    ...{ version: VERSION, from: account, chainId: numberToHex(chainId), atomicRequired: true },
    calls,
  };
  const sent = await provider.request({ method: "wallet_sendCalls", params: [request] });
  return (sent as { readonly id: string }).id;
}

/**
 * Waits until a wallet has executed calls, or they were reverted.
 *
 * @returns The hash of the transaction. @throws Where the wallet gave up, and after three minutes.
 */
export function hashOfCalls(provider: Provider, id: string): Promise<string> {
  const ask = { method: "wallet_getCallsStatus", params: [id] };
  return polled(`The calls ${id} are`, async () => {
    const { status, receipts } = (await provider.request(ask)) as CallsStatus;
    if (status < DECIDED) return null;
    const hash = receipts?.at(-1)?.transactionHash;
    if (hash !== undefined) return hash;
    const fact = status >= FAILED ? "gave the calls up" : "names no transaction of the calls";
    throw new Error(`The wallet ${fact} (status ${status}); look into the wallet.`);
  });
}
