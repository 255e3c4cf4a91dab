import { openGraph } from '../../../web/components/open-graph.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Interstitial } from '../interstitial.ts';

/** What the owner wants to be seen of a link where it is shared. Where it leads is not told: there may be a password. */
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
