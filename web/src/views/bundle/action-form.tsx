import { useState } from "react";
import { useProtocols } from "../../api/queries";
import type { Standard } from "../../api/types";
import { TokenMark } from "../../parts/marks";
import { useTokenLookup } from "../../parts/token-lookup";
import { TokenPicker } from "../../parts/token-picker";
import { type Action, type Argument, inputsOf, isAmount, isOptional, isToken } from "./actions";

/** One action: who offers it, which it is, and its inputs. */
export function ActionForm({
  chainId,
  index,
  action,
  standards,
  onChange,
  onRemove,
}: {
  readonly chainId: number;
  readonly index: number;
  readonly action: Action;
  readonly standards: readonly Standard[];
  readonly onChange: (action: Action) => void;
  readonly onRemove: () => void;
}) {
  const protocols = useProtocols();
  const slugs = [...protocols.values()].filter(({ chains }) =>
    chains.some(({ id }) => id === chainId),
  );
  return (
    <li className="action">
      <div className="action-head">
        <span className="badge">{index}</span>
        <label className="field">
          <span className="hidden">Protocol of action {index}</span>
          <select
            value={action.protocol}
            onChange={(event) => onChange({ ...action, protocol: event.target.value })}
          >
            {slugs.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="hidden">Kind of action {index}</span>
          <select
            value={action.action}
            onChange={(event) => onChange({ ...action, action: event.target.value, args: {} })}
          >
            {standards.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="button button-plain"
          aria-label={`Remove action ${index}`}
          onClick={onRemove}
        >
          ✕
        </button>
      </div>
      <div className="action-inputs">
        {inputsOf(standards, action.action).map(([name, description]) => (
          <Input
            key={name}
            {...{ chainId, index, name, description }}
            value={action.args[name] ?? ""}
            onChange={(value) => onChange({ ...action, args: { ...action.args, [name]: value } })}
          />
        ))}
      </div>
    </li>
  );
}

function Input({
  chainId,
  index,
  name,
  description,
  value,
  onChange,
}: {
  readonly chainId: number;
  readonly index: number;
  readonly name: string;
  readonly description: string;
  readonly value: Argument;
  readonly onChange: (value: Argument) => void;
}) {
  const [isPicking, setPicking] = useState(false);
  const text = typeof value === "string" ? value : "";
  const lookup = useTokenLookup(chainId, isToken(name) ? [text] : []);
  const source = typeof value === "string" ? "" : String(value.useOutputOfCallAt);
  const label = `${name}${isOptional(name) ? ", optional" : ""}`;
  if (isToken(name)) {
    const token = text === "" ? null : lookup(text);
    return (
      <div className="field" title={description}>
        <span>{label}</span>
        <button type="button" className="token-button" onClick={() => setPicking(true)}>
          {token !== null && <TokenMark token={token} />}
          <span className="hidden">
            {name} of action {index}:
          </span>
          <span>{token?.symbol ?? "Choose"}</span>
          <span aria-hidden="true">▾</span>
        </button>
        {isPicking && (
          <TokenPicker
            chainId={chainId}
            title={`${name} of action ${index}`}
            onClose={() => setPicking(false)}
            onPick={(address) => {
              onChange(address);
              setPicking(false);
            }}
          />
        )}
      </div>
    );
  }
  return (
    <div className="field" title={description}>
      <label htmlFor={`${index}-${name}`}>{label}</label>
      {isAmount(name) && index > 0 && (
        <select
          aria-label={`Source of ${name} of action ${index}`}
          value={source}
          onChange={(event) =>
            onChange(
              event.target.value === "" ? "" : { useOutputOfCallAt: Number(event.target.value) },
            )
          }
        >
          <option value="">A literal amount</option>
          {Array.from({ length: index }, (_, i) => i).map((earlier) => (
            <option key={earlier} value={earlier}>
              Output of action {earlier}
            </option>
          ))}
        </select>
      )}
      {source === "" && (
        <input
          id={`${index}-${name}`}
          className="mono"
          spellCheck={false}
          placeholder={isAmount(name) ? "Smallest unit" : ""}
          value={text}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      )}
    </div>
  );
}
