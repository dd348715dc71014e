import { describe, expect, test } from "vitest";
import { renderDocument } from "../../../scripts/page/document.ts";

const render = (body: string, path = "docs/guides/send.md") =>
  renderDocument(`# Send\n\n${body}\n`, path);

describe("renderDocument", () => {
  test("default", () => {
    const { title, html } = render("## What it *does*\n\n```sh\ncurl x\n```");
    expect(title).toBe("Send");
    expect(html).toContain('<h2 id="what-it-does">What it <em>does</em></h2>');
    expect(html).toContain('<pre tabindex="0"><code class="language-sh">curl x');
  });

  test.for([
    ["bundles.md", "/docs/bundles"],
    ["errors.md#limits", "/docs/errors#limits"],
    ["../reference/routes.md", "/docs/routes"],
    ["../../CONTRIBUTING.md", "/docs/contributing"],
    ["#keys", "#keys"],
    ["https://example.org/a.md", "https://example.org/a.md"],
  ])("behavior: a link to %s leads to %s", ([href = "", target = ""]) => {
    expect(render(`See [there](${href}).`).html).toBe(
      `<p>See <a href="${target}">there</a>.</p>\n`,
    );
  });

  test.for([
    "../../.env.example",
    "../../contracts/README.md",
    "../../../outside.md",
  ])("behavior: a link to %s, which is not served, is words", (href) => {
    expect(render(`See [there](${href}).`).html).toBe("<p>See there.</p>\n");
  });
});
