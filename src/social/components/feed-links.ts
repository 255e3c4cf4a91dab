import { html, type Html } from '../../web/html.ts';

export const feedFormats = ['rss', 'atom', 'json'] as const;
export type FeedFormat = (typeof feedFormats)[number];

export const feedTypes: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

const names = { rss: 'RSS', atom: 'Atom', json: 'JSON Feed' } as const;

/** Feed links for the head of a page. `of`: the feed, such as `articles` or `people/ada`. */
export const feedLinks = (of: string, title: string): Html =>
  html`${feedFormats.map(
    (format) =>
      html`<link
        rel="alternate"
        type="${feedTypes[format]}"
        title="${title} (${names[format]})"
        href="/feeds/${of}/${format}"
      />`,
  )}`;

/** oEmbed discovery link for the head of a public post. */
export const oembedLink = (url: string, base: string, title: string): Html =>
  html`<link
    rel="alternate"
    type="application/json+oembed"
    title="${title}"
    href="${base}/oembed?${new URLSearchParams({ url, format: 'json' }).toString()}"
  />`;
