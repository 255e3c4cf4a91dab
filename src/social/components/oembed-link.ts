import { html, type Html } from '../../web/html.ts';

/** For the head of a public post: where other sites learn how to embed it. */
export const oembedLink = (url: string, base: string, title: string): Html =>
  html`<link
    rel="alternate"
    type="application/json+oembed"
    title="${title}"
    href="${base}/oembed?${new URLSearchParams({ url, format: 'json' }).toString()}"
  />`;
