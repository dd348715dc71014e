import "./bundles.integration.test.ts";
