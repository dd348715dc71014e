import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ApiProvider } from "./api/context";
import { App } from "./app";
import { ChainProvider } from "./lib/chain-choice";
import { WalletProvider } from "./wallet/context";

const element = document.getElementById("page");
if (element !== null) {
  createRoot(element).render(
    <StrictMode>
      <ApiProvider>
        <ChainProvider>
          <WalletProvider>
            <App />
          </WalletProvider>
        </ChainProvider>
      </ApiProvider>
    </StrictMode>,
  );
}
