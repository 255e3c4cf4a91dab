import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { settings } from '../../identity/components/settings-frame.ts';
import { t } from '../../web/translation/translate.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import type { FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';

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

/** Idempotency key of a form: submitting it twice moves money once. */
export const FormKey = Type.String({
  pattern: '^[A-Za-z0-9-]{8,64}$',
  description: 'Random idempotency key',
});

/** A hidden field with a new key. A rejected form gets a new key too, since nothing was moved. */
export const idempotencyKeyField = (state: FormState): Html =>
  html`<input type="hidden" name="key" id="${state.idPrefix ?? 'form'}-key" value="${randomUUID()}" />`;
