import "./joint-route.test.ts";
