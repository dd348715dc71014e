import { useMemo, useState } from "react";
import { useTokenSearch, useTokens } from "../api/queries";
import type { TokenRecord } from "../api/types";
import { shortAddress } from "../lib/text";
import { Dialog } from "./dialog";
import { symbolOf, TokenMark } from "./marks";
import { Empty, Loading } from "./notes";

/** Whether a well-known token is meant: it comes first, whatever else has its symbol. */
function isMeant({ symbol, name, address }: TokenRecord, text: string): boolean {
  const sought = text.trim().toLowerCase();
  return [symbol ?? "", name ?? "", address].some((each) => each.toLowerCase().startsWith(sought));
}

/** Finds a token by symbol, name or address. */
export function TokenPicker({
  chainId,
  title,
  onPick,
  onClose,
}: {
  readonly chainId: number;
  readonly title: string;
  readonly onPick: (address: string) => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState("");
  const { byAddress, isPending } = useTokens(chainId);
  const search = useTokenSearch(chainId, text);
  const shown = useMemo(() => {
    const common = [...byAddress.values()];
    if (text.trim() === "") return common;
    const meant = common.filter((token) => isMeant(token, text));
    const others = (search.data ?? []).filter(({ address }) => {
      return !meant.some((token) => token.address === address);
    });
    return [...meant, ...others];
  }, [byAddress, search.data, text]);
  const common = [...byAddress.values()].slice(0, 8);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = shown;
          if (first !== undefined && text.trim() !== "") onPick(first.address);
        }}
      >
        <label className="field">
          <span className="hidden">Symbol, name or address</span>
          <input
            type="search"
            placeholder="Symbol, name or address"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <div className="chips">
          {common.map((token) => (
            <button
              key={token.address}
              type="button"
              className="chip"
              onClick={() => onPick(token.address)}
            >
              <TokenMark token={token} size="s" /> {symbolOf(token)}
            </button>
          ))}
        </div>
      </form>
      {(isPending || (search.isLoading && shown.length === 0)) && <Loading lines={6} />}
      {!isPending && !search.isFetching && shown.length === 0 && (
        <Empty title="No token fits">
          Tokens that this chain trades and that pass the checks are listed.
        </Empty>
      )}
      <ul className="rows">
        {shown.map((token) => (
          <li key={token.address}>
            <button type="button" className="row" onClick={() => onPick(token.address)}>
              <TokenMark token={token} />
              <span className="row-main">
                <strong>{symbolOf(token)}</strong>
                <span className="muted small clip">{token.name}</span>
              </span>
              <span className="muted small mono">{shortAddress(token.address)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
