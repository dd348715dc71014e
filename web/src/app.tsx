import { lazy, Suspense } from "react";
import { Link, Route, Switch, useLocation } from "wouter";
import { useApi } from "./api/context";
import { useChain } from "./lib/chain-choice";
import { faceOf } from "./lib/chains";
import { useTheme } from "./lib/theme";
import { KeyDialog } from "./parts/key-dialog";
import { Logo } from "./parts/marks";
import { Empty, Loading } from "./parts/notes";
import { Swap } from "./views/swap";
import { WalletButton } from "./wallet/button";

const Earn = lazy(() => import("./views/earn").then(({ Earn: view }) => ({ default: view })));
const Asset = lazy(() => import("./views/asset").then(({ Asset: view }) => ({ default: view })));
const Bundle = lazy(() => import("./views/bundle").then(({ Bundle: view }) => ({ default: view })));
const Decode = lazy(() => import("./views/decode").then(({ Decode: view }) => ({ default: view })));
const Status = lazy(() => import("./views/status").then(({ Status: view }) => ({ default: view })));
const Docs = lazy(() => import("./views/docs").then(({ Docs: view }) => ({ default: view })));

const VIEWS: readonly (readonly [string, string, string])[] = [
  ["/", "Swap", "M7 4v13m0 0-3-3m3 3 3-3M17 20V7m0 0-3 3m3-3 3 3"],
  ["/earn", "Earn", "M4 19V9m5 10V5m5 14v-7m5 7V8"],
  ["/bundle", "Bundle", "M4 7l8-4 8 4-8 4-8-4m0 5 8 4 8-4M4 17l8 4 8-4"],
  ["/decode", "Decode", "M9 5 3 12l6 7M15 5l6 7-6 7"],
  ["/status", "Status", "M3 12h4l3-8 4 16 3-8h4"],
  ["/docs", "Docs", "M5 4h10l4 4v12H5zM9 12h6M9 16h6"],
];

/** All views with what stands around them. */
export function App() {
  const { needsKey } = useApi();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main">
        <Suspense
          fallback={
            <div className="card">
              <Loading lines={6} />
            </div>
          }
        >
          <Switch>
            <Route path="/" component={Swap} />
            <Route path="/swap" component={Swap} />
            <Route path="/earn" component={Earn} />
            <Route path="/:kind/:chainId/:id" component={Asset} />
            <Route path="/bundle" component={Bundle} />
            <Route path="/decode" component={Decode} />
            <Route path="/status" component={Status} />
            <Route path="/docs/:guide?" component={Docs} />
            <Route>
              <Empty title="Nothing is here">
                <Link href="/">Back to the swap</Link>
              </Empty>
            </Route>
          </Switch>
        </Suspense>
      </main>
      {needsKey && <KeyDialog />}
    </>
  );
}

function Header() {
  const [location] = useLocation();
  const isHere = (path: string) =>
    path === "/" ? ["/", "/swap"].includes(location) : location.startsWith(path);
  return (
    <header className="top">
      <Link href="/" className="brand" aria-label="Weir, to the swap">
        <Logo />
        <span>Weir</span>
      </Link>
      <nav className="nav" aria-label="Views">
        {VIEWS.map(([path, name, icon]) => (
          <Link key={path} href={path} aria-current={isHere(path) ? "page" : undefined}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={icon} />
            </svg>
            {name}
          </Link>
        ))}
      </nav>
      <div className="top-end">
        <ChainSelect />
        <WalletButton />
        <ThemeButton />
      </div>
    </header>
  );
}

function ChainSelect() {
  const { chainId, chainIds, choose } = useChain();
  const [, navigate] = useLocation();
  return (
    <label className="select">
      <span className="hidden">Chain</span>
      <span className={`dot chain-${chainId}`} aria-hidden="true" />
      <select
        value={chainId}
        onChange={(event) => {
          choose(Number(event.target.value));
          // What is in the address line is of the chain before.
          navigate(location.pathname.split("/").length > 2 ? "/earn" : location.pathname);
        }}
      >
        {(chainIds.length === 0 ? [chainId] : chainIds).map((id) => (
          <option key={id} value={id}>
            {faceOf(id).title}
          </option>
        ))}
      </select>
    </label>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useTheme();
  const isDark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  return (
    <button
      type="button"
      className="button button-plain"
      aria-label={isDark ? "Use light colours" : "Use dark colours"}
      onClick={() => setTheme(isDark ? "light" : "dark")}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d={
            isDark
              ? "M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.900 19.100l1.400-1.400m0-11.400L4.900 4.900m14.200 14.200-1.400-1.400M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8"
              : "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500"
          }
        />
      </svg>
    </button>
  );
}
