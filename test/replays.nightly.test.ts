import "./replays.integration.test.ts";
