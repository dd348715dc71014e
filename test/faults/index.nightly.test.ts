import { describeIndexFaults } from "./index-faults.ts";

// Another one each night; the names of the tests tell it, and `SEED` sets it.
const seed = Number(process.env.SEED ?? Math.floor(Date.now() / 1_000) % 1_000_000);

describeIndexFaults({ seed, scripts: 50, kills: 20 });
