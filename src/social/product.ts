import { t } from '../web/translation/translate.ts';
import { html } from '../web/html.ts';
import type { Product } from '../web/product.ts';
import { plazaNavigation } from './navigation.ts';

/** Plaza's name and logo. The letters of both products share a stroke: four units wide with round caps. */
export const plaza = (): Product => ({
  key: 'plaza',
  brand: {
    name: 'Plaza',
    letters: {
      path:
        'M4 36V18a6 6 0 0 1 6-6h4a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6H4M29 4v24' +
        'M54 28V18a6 6 0 0 0-6-6h-4a6 6 0 0 0-6 6v4a6 6 0 0 0 6 6h10' +
        'M63 12h13L63 28h13M101 28V18a6 6 0 0 0-6-6h-4a6 6 0 0 0-6 6v4a6 6 0 0 0 6 6h10',
      width: 105,
      dot: { x: 12, y: 20 },
    },
    tile: {
      ground: '#2b47c4',
      letter: 'M10 27V12a4.5 4.5 0 0 1 4.5-4.5h3A4.5 4.5 0 0 1 22 12v3a4.5 4.5 0 0 1-4.5 4.5H10',
      x: 16,
      y: 13.5,
    },
  },
  sibling: 'Hop',
  home: { href: '/', label: t('Open Plaza') },
  navigation: plazaNavigation(),
  search: {
    href: '/search#search-box',
    results: '/search?q=',
    suggestions: '/search/suggest?q=',
    for: 'anyone',
  },
  shareTo: '/compose',
  footer: [
    { label: t('About'), href: '/static' },
    { label: t('Terms'), href: '/static/terms' },
    { label: t('Privacy'), href: '/static/privacy' },
    { label: t('Contact'), href: '/contact' },
    { label: t('Developers'), href: '/developers' },
    { label: t('API reference'), href: '/api-docs' },
  ],
  shortcuts: [
    { name: t('New post'), url: '/compose' },
    { name: t('Messages'), url: '/messages' },
    { name: t('Notifications'), url: '/notifications' },
    { name: t('Search'), url: '/search' },
  ],
  head: html`<link
    rel="search"
    type="application/opensearchdescription+xml"
    title="Plaza"
    href="/opensearch.xml"
  />`,
  isLive: true,
});
