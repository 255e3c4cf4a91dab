import { html, type Html } from '../../web/html.ts';

/** oEmbed discovery link for the head of a public post. */
export const oembedLink = (url: string, base: string, title: string): Html =>
  html`<link
    rel="alternate"
    type="application/json+oembed"
    title="${title}"
    href="${base}/oembed?${new URLSearchParams({ url, format: 'json' }).toString()}"
  />`;
