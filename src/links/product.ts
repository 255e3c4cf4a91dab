import { t } from '../kernel/translation/translate.ts';
import type { Product } from '../web/product.ts';
import { visitorNavigation } from './navigation.ts';

/** The Hop product. Its logo is an `h` that hops and lands on a dot. */
export const hop = (): Product => ({
  key: 'hop',
  brand: {
    name: 'Hop',
    letters: {
      path:
        'M4 4v24M4 20a8 8 0 0 1 16 0' +
        'M35 12h4a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6h-4a6 6 0 0 1-6-6v-4a6 6 0 0 1 6-6z' +
        'M54 36V18a6 6 0 0 1 6-6h4a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6H54',
      width: 74,
      dot: { x: 20, y: 27.5 },
    },
    tile: { ground: '#0b6b45', letter: 'M10 6v19M10 18.5a6 6 0 0 1 12 0', x: 22, y: 24.2 },
  },
  sibling: 'Plaza',
  home: { href: '/dashboard', label: t('Open dashboard') },
  navigation: visitorNavigation(),
  footer: [
    { label: t('API reference'), href: '/api-docs' },
    { label: 'OpenAPI', href: '/openapi.json', isDocument: true },
    { label: t('Report a link'), href: '/report' },
  ],
});
