import { html, type Html } from '../../../web/html.ts';

/** Tags as links to their questions. */
export const tagList = (tags: readonly string[], href: (tag: string) => string): Html | false =>
  tags.length > 0 &&
  html`<ul class="tags" aria-label="Tags">
    ${tags.map((tag) => html`<li><a class="tag" href="${href(tag)}">${tag}</a></li>`)}
  </ul>`;
