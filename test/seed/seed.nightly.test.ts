import "./seed.integration.test.ts";
