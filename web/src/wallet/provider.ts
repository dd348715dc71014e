/** A wallet as EIP-1193 describes it; the devnet's accounts are reached through one as well. */
export interface Provider {
  request(call: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown>;
  on?(event: string, listener: (...values: never[]) => void): void;
}

/** A wallet that may be connected. */
export interface WalletOffer {
  readonly id: string;
  readonly name: string;
  /** A data URL; null where a letter has to do. */
  readonly icon: string | null;
  readonly kind: "extension" | "devnet";
  readonly provider: (chainId: number) => Provider;
}

/** @see https://eips.ethereum.org/EIPS/eip-6963 */
interface Announcement {
  readonly info: { readonly uuid: string; readonly name: string; readonly icon: string };
  readonly provider: Provider;
}

/** Tells of every wallet that announces itself in this browser. @returns Stops listening. */
export function discoverWallets(onWallet: (offer: WalletOffer) => void): () => void {
  const listen = (event: Event): void => {
    const { detail } = event as CustomEvent<Announcement>;
    const { uuid, name, icon } = detail.info;
    onWallet({
      ...{ id: uuid, name, kind: "extension" },
      icon: icon.startsWith("data:image/") ? icon : null,
      provider: () => detail.provider,
    });
  };
  window.addEventListener("eip6963:announceProvider", listen);
  window.dispatchEvent(new Event("eip6963:requestProvider"));
  return () => window.removeEventListener("eip6963:announceProvider", listen);
}

/** What a node or a wallet refused, in its own words. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The devnet's own accounts, for which its node signs. */
export const devnetWallet: WalletOffer = {
  ...{ id: "devnet", name: "Devnet account", icon: null, kind: "devnet" },
  provider: (chainId) => ({
    request: async ({ method, params = [] }) => {
      const response = await fetch(`/devnet/${chainId}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      const answer = await response.json();
      if (answer.error !== undefined) throw new RpcError(answer.error.code, answer.error.message);
      if (!response.ok) throw new RpcError(response.status, answer.message);
      return answer.result;
    },
  }),
};
