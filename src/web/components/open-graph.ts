import { html, type Html, trusted } from '../html.ts';

/** Open Graph metadata, for previews where a page is shared. */
export function openGraph(options: {
  type: 'article' | 'profile' | 'website';
  site: string;
  title: string;
  description: string;
  url: string;
  image?: { address: string; width?: number; height?: number; alt?: string } | undefined;
}): Html {
  const { image } = options;
  return html`<meta property="og:type" content="${options.type}" />
    <meta property="og:site_name" content="${options.site}" />
    <meta property="og:title" content="${options.title}" />
    <meta property="og:description" content="${options.description}" />
    <meta property="og:url" content="${options.url}" />
    ${
      image &&
      html`<meta property="og:image" content="${image.address}" />
        ${image.width && html`<meta property="og:image:width" content="${image.width}" />`}
        ${image.height && html`<meta property="og:image:height" content="${image.height}" />`}
        ${image.alt && html`<meta property="og:image:alt" content="${image.alt}" />`}`
    }
    <meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}" />`;
}

/** Structured data of a page (schema.org). It is not executed, so it needs no nonce. */
export function jsonLd(data: object): Html {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return html`<script type="application/ld+json">
    ${trusted(text)}
  </script>`;
}
