-- The counters change with every request and are worth nothing after a crash: they need no write-ahead log.
ALTER TABLE "weir_app"."rate_limits" SET UNLOGGED;
