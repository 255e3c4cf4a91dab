import { html, trusted, type Html } from '../html.ts';

/** What a page is about, for machines that read schema.org. It holds data, so it runs nothing and needs no nonce. */
export function jsonLd(data: object): Html {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">
    ${trusted(text)}
  </script>`;
}
