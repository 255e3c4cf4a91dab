import { t } from '../web/translation/translate.ts';
import type { Config } from '../platform/settings/config.ts';
import type { NavigationEntry } from '../web/navigation.ts';
import type { Product } from '../web/product.ts';

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
  search: {
    href: '/dashboard#link-search',
    results: '/dashboard?q=',
    suggestions: '/dashboard/suggest?q=',
    for: 'member',
  },
  shortcuts: [
    { name: t('Links'), url: '/dashboard' },
    { name: t('Statistics'), url: '/dashboard/statistics' },
    { name: t('QR codes'), url: '/dashboard/qr' },
    { name: t('Bio pages'), url: '/dashboard/bio' },
  ],
  shareTo: '/dashboard/links/new',
  footer: [
    { label: t('Quick start'), href: '/developers' },
    { label: t('API reference'), href: '/api-docs' },
    { label: 'OpenAPI', href: '/openapi.json', isDocument: true },
    { label: t('Report a link'), href: '/report' },
  ],
});

/** Navigation entries for visitors who are not signed in. Features add the others. */
const visitorNavigation = (): readonly NavigationEntry[] => [
  { key: 'home', label: t('Features'), icon: 'house', href: '/', for: 'visitor', phone: true },
  { key: 'signin', label: t('Sign in'), icon: 'log-in', href: '/signin', for: 'visitor', phone: true },
  {
    key: 'signup',
    label: t('Register'),
    icon: 'user-plus',
    href: '/signup',
    for: 'visitor',
    phone: true,
    act: true,
  },
];

/** The user agent of Hop's outgoing requests. */
export const outboundAgent = ({ hopUrl }: Pick<Config, 'hopUrl'>) => ({ 'user-agent': `Hop (+${hopUrl})` });
