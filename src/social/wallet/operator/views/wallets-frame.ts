import { t } from '../../../../kernel/translation/translate.ts';
import { operator } from '../../../../identity/components/operator-frame.ts';
import { tabs } from '../../../../web/components/navigation/tabs.ts';
import { html, type Html } from '../../../../web/html.ts';
import type { View } from '../../../../web/view.ts';

export const walletsPath = '/operator/wallets';

const pages = () => [
  { label: t('Ledger'), href: walletsPath },
  { label: t('Bank transfers'), href: `${walletsPath}/bank-transfers` },
  { label: t('Payouts'), href: `${walletsPath}/payouts` },
  { label: t('Top-ups and credits'), href: `${walletsPath}/top-ups` },
];

/** A page of the operator's wallet section with its tabs. */
export const walletsFrame = (title: string, href: string, body: Html): View =>
  operator(
    title,
    walletsPath,
    html`${tabs(
      t('Wallets'),
      pages().map((entry) => ({ ...entry, current: entry.href === href })),
    )}
    ${body}`,
  );
