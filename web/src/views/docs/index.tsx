import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { Empty, Loading } from "../../parts/notes";
import { GUIDES } from "./guides";

/** Guides, with the reference one click away. */
export function Docs() {
  const { guide: slug = GUIDES[0]?.slug } = useParams();
  const entry = GUIDES.find((each) => each.slug === slug);
  const { data, isPending } = useQuery({
    queryKey: ["guide", slug],
    queryFn: async () => (await entry?.load())?.default ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="docs">
      <nav className="docs-nav" aria-label="Guides">
        {GUIDES.map((each) => (
          <Link
            key={each.slug}
            href={`/docs/${each.slug}`}
            aria-current={each.slug === slug ? "page" : undefined}
          >
            {each.title}
          </Link>
        ))}
        <a href="/docs/reference">API reference ↗</a>
      </nav>
      <article className="card guide">
        {isPending && <Loading lines={8} />}
        {data === null && <Empty title="No such guide">The list beside names them all.</Empty>}
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
