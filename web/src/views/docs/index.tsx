import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useParams } from "wouter";
import { Empty, Loading } from "../../parts/notes";
import { DOCUMENTS } from "./documents";

const ENTRIES = DOCUMENTS.flatMap(({ entries }) => entries);

/** Guides and reference, one document at a time. */
export function Docs() {
  const { guide: slug = ENTRIES[0]?.slug } = useParams();
  const entry = ENTRIES.find((each) => each.slug === slug);
  const { data, isPending } = useQuery({
    queryKey: ["document", slug],
    queryFn: async () => (await entry?.load())?.default ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    // The browser looked for the heading before the text was there.
    if (data) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [data]);
  return (
    <div className="docs">
      <nav className="docs-nav" aria-label="Documents">
        {DOCUMENTS.map(({ group, entries }) => (
          <div key={group} className="docs-group">
            <h2>{group}</h2>
            {entries.map((each) => (
              <Link
                key={each.slug}
                href={`/docs/${each.slug}`}
                aria-current={each.slug === slug ? "page" : undefined}
              >
                {each.title}
              </Link>
            ))}
            {group === "Reference" && <a href="/docs/reference">OpenAPI ↗</a>}
          </div>
        ))}
      </nav>
      <article className="card guide">
        {isPending && <Loading lines={8} />}
        {data === null && <Empty title="No such document">The list beside names them all.</Empty>}
        {data !== null && data !== undefined && (
          <>
            <h1>{data.title}</h1>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of the project's own Markdown by the build. */}
            <div dangerouslySetInnerHTML={{ __html: data.html }} />
          </>
        )}
      </article>
    </div>
  );
}
