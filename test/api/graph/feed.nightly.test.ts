import "./feed.integration.test.ts";
