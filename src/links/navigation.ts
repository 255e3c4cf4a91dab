import { t } from '../kernel/translation/translate.ts';
import type { NavigationEntry } from '../web/navigation.ts';

/** Navigation entries for visitors who are not signed in. Features add the others. */
export const visitorNavigation = (): readonly NavigationEntry[] => [
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
