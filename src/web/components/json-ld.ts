import { html, trusted, type Html } from '../html.ts';

/** Structured data of a page (schema.org). It is not executed, so it needs no nonce. */
export function jsonLd(data: object): Html {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">
    ${trusted(text)}
  </script>`;
}
