import "./fast-blocks.integration.test.ts";
