import { describe, expect, test } from "vitest";
import {
  deployments,
  type StakingContracts,
} from "../../../src/protocols/staking-tokens/contracts.ts";
import { inquiryOf } from "../../../src/protocols/staking-tokens/inquiries.ts";

const ETHER = 10n ** 18n;

/** The contracts of a deployment on the one chain that it is on. */
function contractsOf(slug: string): StakingContracts {
  const found = deployments.find((deployment) => deployment.slug === slug);
  const [chain] = Object.values(found?.chains ?? {});
  if (chain === undefined) throw new Error(`There is no deployment ${slug}.`);
  return chain.contracts;
}

/** What is made of answers by the view that is asked for; what is not named stays unanswered. */
function readingOf(contracts: StakingContracts, answers: Readonly<Record<string, bigint>>) {
  const { questions, reading } = inquiryOf(contracts);
  return reading(questions.map(([target, view]) => answers[`${target} ${view}`] ?? answers[view]));
}

describe("inquiryOf", () => {
  const renzo = contractsOf("renzo");
  const restaked = {
    "totalSupply()": 50n * ETHER,
    "calculateTVLs()": 54n * ETHER,
    "riskOracleMiddleware()": BigInt(renzo.settings ?? 0),
  };

  test("default: Renzo's value of all, behind the lists of what each operator has", () => {
    const asked = inquiryOf(renzo).questions.find(([, view]) => view === "calculateTVLs()");
    expect(asked?.[2]?.word).toBe(2);
    expect(readingOf(renzo, restaked)).toMatchObject({
      ...{
        shares: 50n * ETHER,
        assets: 54n * ETHER,
        held: 54n * ETHER,
        cap: null,
        isPaused: false,
      },
    });
  });

  test("behavior: Renzo's manager, its risk oracle, and one that is not known pause it", () => {
    for (const told of [
      { "paused()": 1n },
      { "depositPaused()": 1n },
      { "riskOracleMiddleware()": 1n },
    ]) {
      expect(readingOf(renzo, { ...restaked, ...told })).toMatchObject({ isPaused: true });
    }
    const { "riskOracleMiddleware()": _asked, ...silent } = restaked;
    expect(readingOf(renzo, silent)).toBeNull();
  });

  test("behavior: Stader's supply counts while its manager's rate is of it", () => {
    const stader = contractsOf("stader");
    const told = {
      ...{ "exchangeRate()": 100n * ETHER, "totalAssets()": 104n * ETHER },
      ...{ "getExchangeRate()": (ETHER * 104n) / 100n, "totalSupply()": 101n * ETHER },
      ...{ "minDeposit()": 1n, "maxDeposit()": 7n },
    };
    expect(readingOf(stader, told)).toMatchObject({
      ...{
        isPaused: false,
        minimum: 1n,
        cap: 7n,
        supplied: 0n,
        held: (101n * 104n * ETHER) / 100n,
      },
    });
    expect(readingOf(stader, { ...told, "getExchangeRate()": ETHER })?.isPaused).toBe(true);
    for (const contract of [stader.entry, stader.token]) {
      expect(readingOf(stader, { ...told, [`${contract} paused()`]: 1n })?.isPaused).toBe(true);
    }
  });

  test("behavior: what Infrared's proposers earned counts among its deposits", () => {
    const infrared = contractsOf("infrared");
    const told = {
      ...{ "totalSupply()": 10n * ETHER, "deposits()": 11n * ETHER, "distribution()": ETHER },
      "receivor()": BigInt(infrared.settings ?? 0),
    };
    expect(readingOf(infrared, told)).toMatchObject({ assets: 12n * ETHER, isPaused: false });
    expect(readingOf(infrared, { ...told, "receivor()": 1n })).toMatchObject({ isPaused: true });
  });

  test.each(deployments.map(({ slug }) => slug))("error: %s does not answer", (slug) => {
    expect(readingOf(contractsOf(slug), {})).toBeNull();
  });
});
