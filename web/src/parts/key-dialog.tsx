import { useState } from "react";
import { useApi } from "../api/context";
import { Dialog } from "./dialog";

const keepOpen = (): void => undefined;

/** Asks for the API key once; it stays in the memory of this page alone. */
export function KeyDialog() {
  const { giveKey } = useApi();
  const [key, setKey] = useState("");
  return (
    <Dialog title="This service needs a key" onClose={keepOpen}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim() !== "") giveKey(key.trim());
        }}
      >
        <p className="muted">
          Whoever runs it makes one with <code>npm run keys -- create</code>. It is kept in the
          memory of this page, until you leave it.
        </p>
        <label className="field">
          <span>API key</span>
          <input
            type="password"
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </label>
        <button type="submit" className="button button-main">
          Use this key
        </button>
      </form>
    </Dialog>
  );
}
