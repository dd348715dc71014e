import.meta.glob("./*/on-chain.integration.test.ts", { eager: true });
