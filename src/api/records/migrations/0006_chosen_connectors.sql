CREATE TABLE "weir_app"."chosen_connectors" (
	"chain_id" integer NOT NULL,
	"hour" bigint NOT NULL,
	"tokens" text[] NOT NULL,
	CONSTRAINT "chosen_connectors_chain_id_hour_pk" PRIMARY KEY("chain_id","hour")
);
