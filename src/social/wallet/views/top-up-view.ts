import { t } from '../../../kernel/translation/translate.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { fileField } from '../../../web/components/fields/file-field.ts';
import { notice } from '../../../web/components/notice.ts';
import { table } from '../../../web/components/table.ts';
import { day } from '../../../web/components/time.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Fragment, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { formatMoney } from '../money/money.ts';
import type { TopUp } from '../top-ups/top-up.ts';
import { providerNames, stateBadge, topUpsPath } from './top-ups-view.ts';
import { walletFrame } from './wallet-frame.ts';

/** A top-up with its payment instructions and state. */
export function topUpView(config: Config, topUp: TopUp, state: FormState = {}): View {
  const isWaiting = topUp.state === 'pending';
  return walletFrame(
    t('Top-up'),
    topUpsPath,
    html`${topUp.state === 'refused' && refusedNotice(topUp)}
    ${topUp.state === 'completed' && topUp.returnTo !== '' && backNotice(config, topUp)}
    ${card({
      title: `${providerNames()[topUp.provider]}, ${formatMoney(config, topUp.amount)}`,
      flush: true,
      body: details(config, topUp),
    })}
    ${isWaiting && topUp.checkoutUrl !== null && payLink(config, topUp.amount, topUp.checkoutUrl)}
    ${isWaiting && topUp.provider === 'bank' && receiptCard(topUp, state)}
    ${
      isWaiting &&
      topUp.provider === 'bank' &&
      buttonForm({
        to: `${topUpsPath}/${topUp.id}/cancel`,
        label: t('Cancel top-up'),
        confirm: t('Cancel this top-up? Do not cancel it if you have already sent the money.'),
      })
    }`,
  );
}

const payLink = (config: Config, amount: bigint, href: string): Html =>
  html`<p>
    ${linkButton({
      label: t('Pay {config} by card', { config: formatMoney(config, amount) }),
      href,
      icon: 'arrow-up-right',
      kind: 'primary',
    })}
  </p>`;

const backNotice = (config: Config, { amount, returnTo }: TopUp): Html =>
  notice({
    tone: 'success',
    title: t('{amount} was added to your wallet', { amount: formatMoney(config, amount) }),
    body: html`<p>${linkButton({ label: t('Continue your purchase'), href: returnTo, kind: 'primary' })}</p>`,
  });

const refusedNotice = ({ reason }: TopUp): Html =>
  notice({ tone: 'danger', title: t('This top-up was not confirmed'), body: html`<p>${reason}</p>` });

function details(config: Config, topUp: TopUp): Html {
  const rows: [string, Fragment][] = [
    [t('Status'), stateBadge(topUp)],
    [t('Amount'), formatMoney(config, topUp.amount)],
    [t('Reference'), html`<code>${topUp.reference}</code>`],
    [t('Date'), day(topUp.createdAt)],
  ];
  if (topUp.returned > 0n) rows.push([t('Returned'), formatMoney(config, topUp.returned)]);
  if (topUp.reason !== '' && topUp.state !== 'refused') rows.push([t('Reason'), topUp.reason]);
  if (topUp.state === 'pending' && topUp.provider === 'bank')
    rows.push([t('Transfer to'), html`<span class="message-text">${config.BANK_DETAILS}</span>`]);
  return table({
    caption: t('Top-up details'),
    rows,
    columns: [
      { label: t('Detail'), main: true, cell: ([name]) => name },
      { label: t('Value'), cell: ([, value]) => value },
    ],
  });
}

const receiptCard = ({ id, hasReceipt }: TopUp, state: FormState): Html =>
  card({
    title: hasReceipt ? t('Replace receipt') : t('Upload receipt'),
    lead: hasReceipt
      ? t('The operator has your receipt and will confirm when the money arrives.')
      : t(
          'Use the reference as the purpose of the transfer, then upload your bank’s receipt. The operator credits your wallet when the money arrives.',
        ),
    body: form({
      action: `${topUpsPath}/${id}/receipt`,
      upload: true,
      state,
      submit: t('Upload'),
      body: fileField({
        ...bind(state)('receipt'),
        label: t('Receipt'),
        hint: t('PDF, PNG, JPEG or WebP, up to 5 MiB.'),
        accept: 'application/pdf,image/png,image/jpeg,image/webp',
        required: true,
      }),
    }),
  });
