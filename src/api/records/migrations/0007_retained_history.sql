CREATE TABLE "weir_app"."retained_history" (
	"schema" text NOT NULL,
	"chain_id" integer NOT NULL,
	"block" bigint NOT NULL,
	"since" bigint NOT NULL,
	"is_deleted" boolean NOT NULL,
	CONSTRAINT "retained_history_schema_chain_id_pk" PRIMARY KEY("schema","chain_id")
);
