import { useState } from "react";
import { useChain } from "../lib/chain-choice";
import { hueOf, shortAddress } from "../lib/text";
import { Dialog } from "../parts/dialog";
import { Empty, ErrorNote } from "../parts/notes";
import { useWallet } from "./context";
import type { WalletOffer } from "./provider";

/** Connects a wallet of the browser or an account of the devnet. */
export function WalletButton({ wide = false }: { readonly wide?: boolean }) {
  const { connection } = useWallet();
  const [isOpen, setOpen] = useState(false);
  const style = wide ? "button button-main button-wide" : "button";
  return (
    <>
      <button type="button" className={style} onClick={() => setOpen(true)}>
        {connection === null ? (
          <>
            Connect<span className="wide-only">{"\u00a0"}wallet</span>
          </>
        ) : (
          <span className="mono">{shortAddress(connection.account)}</span>
        )}
      </button>
      {isOpen && <WalletDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function WalletDialog({ onClose }: { readonly onClose: () => void }) {
  const { chainId } = useChain();
  const { offers, accounts, connect, connection } = useWallet();
  const [choice, setChoice] = useState<{ offer: WalletOffer; found: readonly string[] } | null>(
    null,
  );
  const [error, setError] = useState<unknown>(null);
  const choose = async (offer: WalletOffer): Promise<void> => {
    setError(null);
    try {
      const found = await accounts(offer, chainId);
      const [only] = found;
      if (offer.kind === "devnet") setChoice({ offer, found });
      else if (only !== undefined) {
        connect({ offer, account: only });
        onClose();
      }
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <Dialog title={choice === null ? "Connect a wallet" : "Devnet accounts"} onClose={onClose}>
      {error !== null && <ErrorNote error={error} />}
      {offers.length === 0 && (
        <Empty title="No wallet found">
          Wallets that announce themselves (EIP-6963) show up here. Quotes need none.
        </Empty>
      )}
      {choice === null ? (
        <ul className="rows">
          {offers.map((offer) => (
            <li key={offer.id}>
              <button type="button" className="row" onClick={() => void choose(offer)}>
                <WalletMark offer={offer} />
                <span className="row-main">
                  <strong>{offer.name}</strong>
                  <span className="muted small">
                    {offer.kind === "devnet"
                      ? "Its node signs; nothing here is worth anything"
                      : "In this browser"}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="rows">
          {choice.found.map((account) => (
            <li key={account}>
              <button
                type="button"
                className="row"
                onClick={() => {
                  connect({ offer: choice.offer, account });
                  onClose();
                }}
              >
                <span className={`mark mark-m hue-${hueOf(account)}`} aria-hidden="true" />
                <span className="mono clip">{account}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {connection !== null && (
        <button
          type="button"
          className="button"
          onClick={() => {
            connect(null);
            onClose();
          }}
        >
          Disconnect
        </button>
      )}
    </Dialog>
  );
}

function WalletMark({ offer }: { readonly offer: WalletOffer }) {
  if (offer.icon !== null) return <img className="mark mark-m" src={offer.icon} alt="" />;
  return (
    <span className={`mark mark-m hue-${hueOf(offer.id)}`} aria-hidden="true">
      {offer.name.slice(0, 1)}
    </span>
  );
}
