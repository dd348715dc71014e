import fc from "fast-check";

// A test that fails once in many runs tells whoever runs it nothing of his change: `npm test` draws
// the same cases each time, the nightly run others, whose seed a failure names.
if (process.env.WEIR_TEST_SIZE !== "nightly") fc.configureGlobal({ seed: 20_26 });
