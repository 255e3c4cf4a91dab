import { pageHeader } from '../../web/components/page-header.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

/** A person's settings, in the order of their tabs. */
const pages = [
  { label: 'Profile', href: '/settings' },
  { label: 'Pictures', href: '/settings/pictures' },
  { label: 'About you', href: '/settings/about' },
  { label: 'Account', href: '/settings/credentials' },
  { label: 'Privacy', href: '/settings/privacy' },
  { label: 'Two-factor authentication', href: '/settings/two-factors' },
  { label: 'Passkeys', href: '/settings/passkeys' },
  { label: 'Sessions', href: '/settings/sessions' },
  { label: 'Notifications', href: '/settings/notifications' },
  { label: 'Apps', href: '/settings/apps' },
  { label: 'Agents', href: '/settings/agents' },
  { label: 'Wallet', href: '/settings/wallet' },
  { label: 'Subscriptions', href: '/settings/subscriptions' },
  { label: 'Monetization', href: '/settings/monetization' },
  { label: 'Invitations', href: '/settings/invitations' },
  { label: 'Data', href: '/settings/data' },
];

/** Those that Plaza alone has: at Hop's address they lead there. */
export const settingsOfPlaza = [
  '/settings/about',
  '/settings/privacy',
  '/settings/invitations',
  '/settings/notifications',
  '/settings/apps',
  '/settings/agents',
  '/settings/wallet',
  '/settings/subscriptions',
  '/settings/monetization',
  '/settings/data',
] as const;

/** One of them: heading and tabs above `body`, with the tab of `href` marked. */
export function settings(title: string, href: string, body: Html): View {
  return {
    title,
    section: 'settings',
    wide: true,
    body: html`${pageHeader({ title: 'Settings' })}
    ${tabs(
      'Settings',
      pages.map((entry) => ({ ...entry, current: entry.href === href })),
    )}
    ${body}`,
  };
}
