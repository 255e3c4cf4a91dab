import { t } from '../../../web/translation/translate.ts';
import type { CursorPage } from '../../../platform/database/queries.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { badge, type Tone, card, emptyState, notice, table, day } from '../../../web/components/surfaces.ts';
import { linkButton, copyField } from '../../../web/components/controls.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { type Choice, radioGroup } from '../../../web/components/fields/choice-field.ts';
import { fileField } from '../../../web/components/fields/file-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { type Fragment, html, type Html, type View } from '../../../web/html.ts';
import { idempotencyKeyField, walletFrame, walletPath } from '../frame.ts';
import { formatMoney, type Money, plainMoney, settingMoney } from '../money.ts';
import type { TopUp, TopUpState } from './top-ups.ts';
import { usdcPath } from './usdc.ts';

export const topUpsPath = `${walletPath}/top-ups`;

export const providerNames = (): Readonly<Record<TopUp['provider'], string>> => ({
  stripe: t('Card'),
  usdc: 'USDC',
  bank: t('Bank transfer'),
  operator: t('Credit by the operator'),
});

const states = (): Readonly<Record<TopUpState, { label: string; tone: Tone }>> => ({
  pending: { label: t('Pending'), tone: 'warning' },
  completed: { label: t('Completed'), tone: 'success' },
  refused: { label: t('Rejected'), tone: 'danger' },
  refunded: { label: t('Refunded'), tone: 'neutral' },
  disputed: { label: t('Disputed'), tone: 'danger' },
  expired: { label: t('Canceled'), tone: 'neutral' },
});

export const topUpBadge = ({ state }: Pick<TopUp, 'state'>): Html =>
  badge(states()[state].label, states()[state].tone);

interface Options {
  config: Config;
  /** The methods that this installation offers. */
  ways: readonly Choice[];
  topUps: CursorPage<TopUp>;
  isFirst: boolean;
  /** The page to return to, or empty. */
  returnTo: string;
  state: FormState;
}

/** The top-up form and past top-ups. */
export const topUpsView = (options: Options): View =>
  walletFrame(
    t('Top up'),
    topUpsPath,
    html`${options.ways.length > 0 ? topUpCard(options) : noProviders()} ${historyCard(options)}`,
  );

const noProviders = () =>
  notice({
    title: t('Top-ups are not available'),
    body: html`<p>This site has no payment provider yet. Its operator can credit your wallet.</p>`,
  });

const topUpCard = ({ config, ways, returnTo, state }: Options): Html => {
  return card({
    title: t('Top up your wallet'),
    lead: t('From {min} to {max}.', {
      min: formatMoney(config, settingMoney(config.TOP_UP_MIN)),
      max: formatMoney(config, settingMoney(config.TOP_UP_MAX)),
    }),
    body: form({
      action: topUpsPath,
      state,
      submit: t('Continue'),
      body: html`${textField({
        ...bind(state)('amount'),
        label: t('Amount in {CURRENCY}', { CURRENCY: config.CURRENCY }),
        inputmode: 'decimal',
        autocomplete: 'off',
        required: true,
      })}
      ${radioGroup({
        ...bind(state)('way'),
        value: state.values?.way ?? ways[0]?.value,
        label: t('Payment method'),
        choices: ways,
        required: true,
      })}
      ${returnTo !== '' && html`<input type="hidden" name="return_to" value="${returnTo}" />`}
      ${idempotencyKeyField(state)}`,
    }),
  });
};

const historyCard = ({ config, topUps, isFirst }: Options): Html =>
  html`${card({
    title: t('Your top-ups'),
    flush: true,
    body: table({
      caption: t('Your top-ups'),
      rows: topUps.items,
      columns: [
        {
          label: t('Reference'),
          main: true,
          cell: ({ id, reference }) => html`<a href="${topUpsPath}/${id}">${reference}</a>`,
        },
        { label: t('Method'), cell: ({ provider }) => providerNames()[provider] },
        { label: t('Date'), cell: ({ createdAt }) => day(createdAt) },
        { label: t('Status'), cell: topUpBadge },
        { label: t('Amount'), align: 'end', cell: ({ amount }) => formatMoney(config, amount) },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('No top-ups yet'),
        text: t('Your top-ups and their status will appear here.'),
      }),
    }),
  })}
  ${olderNewer({
    newer: !isFirst && topUpsPath,
    older: topUps.next !== undefined && `${topUpsPath}?before=${topUps.next}`,
  })}`;

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
    [t('Status'), topUpBadge(topUp)],
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

/** Instructions for a USDC top-up: one paid API call whose price is the amount. */
export function usdcView(
  config: Config,
  { username, amount, returnTo }: { username: string; amount: Money; returnTo: string },
): View {
  const query = new URLSearchParams({ username, amount: plainMoney(amount) }).toString();
  const address = `${config.plazaUrl}${usdcPath}?${query}`;
  return walletFrame(
    t('Top up in USDC'),
    topUpsPath,
    card({
      title: t('Pay {amount} in USDC', { amount: formatMoney(config, amount) }),
      lead: t('Send this call with an x402 client, or give it to your agent. Its price is the amount.'),
      body: html`${copyField({ label: t('Payment address'), text: address })}
        <div class="prose">
          <ol>
            <li>The response is 402 with offers on Base and on Solana, each valid for five minutes.</li>
            <li>Sign one of the offers and send the same call again. Clients for x402 do both steps.</li>
            <li>
              When the payment is settled, the amount is added to your wallet, and you get a receipt by email.
            </li>
          </ol>
        </div>
        ${codeSample({ title: 'JavaScript', code: javascript(address, amount) })}
        ${codeSample({ title: t('Get a quote'), code: `curl -si '${address}'` })}
        <p>
          A payment is credited once, even if it is sent again. Clients reject amounts above their own limit:
          raise it to ${formatMoney(config, amount)}.
          <a class="link" href="/developers/paid">How paid calls work</a>
        </p>
        <p>
          <a class="link" href="${returnTo || walletPath}"
            >${returnTo ? t('Back to your purchase') : t('Back to your wallet')}</a
          >
        </p>`,
    }),
  );
}

const javascript = (
  address: string,
  amount: Money,
): string => `import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';

const account = privateKeyToAccount(process.env.PRIVATE_KEY);
const client = new x402Client().register('eip155:8453', new ExactEvmScheme(account));
const pay = wrapFetchWithPayment(fetch, client);
const response = await pay('${address}');
console.log(await response.json()); // ${plainMoney(amount)} USDC were paid`;
