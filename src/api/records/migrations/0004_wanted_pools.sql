CREATE TABLE "weir_app"."wanted_pools" (
	"chain_id" integer NOT NULL,
	"pool" text NOT NULL,
	"wanted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wanted_pools_chain_id_pool_pk" PRIMARY KEY("chain_id","pool")
);
