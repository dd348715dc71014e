import "./share-bound.test.ts";
