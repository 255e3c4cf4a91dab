import { jsonLd } from '../../../web/components/json-ld.ts';
import { openGraph } from '../../../web/components/open-graph.ts';
import { html, type Html } from '../../../web/html.ts';
import { short } from '../../text/short.ts';
import { feedLinks } from '../../components/feed-links.ts';
import { pathOfPage, type SocialPage } from '../../access/page.ts';

export const describe = ({ about, title, category }: SocialPage): string =>
  short(about, 200) || `${title}${category ? `, ${category.name},` : ''} on Plaza`;

/** Open Graph and structured data of a page. */
export function sharing(page: SocialPage, base: string): Html {
  const { title, username, about, website, portrait, cover, likes, createdAt } = page;
  const url = `${base}${pathOfPage(page)}`;
  const image = cover ?? portrait;
  return html`${openGraph({
    type: 'profile',
    site: 'Plaza',
    title,
    description: describe(page),
    url,
    image: image === null ? undefined : { address: image },
  })}
  ${feedLinks(`pages/${username}`, title)}
  ${jsonLd({
    '@type': 'ProfilePage',
    url,
    dateCreated: createdAt.toISOString(),
    mainEntity: {
      '@type': 'Organization',
      '@id': url,
      name: title,
      alternateName: `@${username}`,
      url,
      ...(about && { description: about }),
      ...(portrait !== null && { logo: portrait, image: portrait }),
      ...(website && { sameAs: website }),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/LikeAction',
        userInteractionCount: likes,
      },
    },
  })}`;
}
