import { t } from '../../../kernel/translation/translate.ts';
import { settings } from '../../../identity/components/settings-frame.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

export const walletPath = '/settings/wallet';

const pages = () => [
  { label: t('Balance'), href: walletPath },
  { label: t('Top up'), href: `${walletPath}/top-ups` },
  { label: t('Payouts'), href: `${walletPath}/payouts` },
];

/** A page of the viewer's wallet with its tabs. */
export const walletFrame = (title: string, href: string, body: Html): View =>
  settings(
    title,
    walletPath,
    html`${tabs(
      t('Wallet'),
      pages().map((entry) => ({ ...entry, current: entry.href === href })),
    )}
    ${body}`,
  );
