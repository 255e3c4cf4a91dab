import { openGraph } from '../../../web/components/open-graph.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Interstitial } from '../interstitial.ts';

/**
 * The preview that the owner chose for shared links. Does not reveal the destination, which may be protected
 * by a password.
 */
export function previewView({ link, address }: Interstitial): View {
  const { title = '', description = '', image = null } = link.special?.preview ?? {};
  const shown = title || (link.special?.title ?? address);
  return {
    title: shown,
    shape: 'plain',
    description,
    canonical: address,
    head: openGraph({
      type: 'website',
      site: new URL(address).host,
      title: shown,
      description,
      url: address,
      image: image === null ? undefined : { address: image, alt: shown },
    }),
    body: html`<h1>${shown}</h1>
      ${description && html`<p class="lead">${description}</p>`}`,
  };
}
