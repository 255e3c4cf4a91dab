import type { Config } from '../../../platform/settings/config.ts';
import { card } from '../../../web/components/card.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { copyField } from '../../../web/components/copy.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { formatMoney, plainMoney, type Money } from '../money/money.ts';
import { usdcPath } from '../top-ups/usdc.ts';
import { topUpsPath } from './top-ups-view.ts';
import { walletFrame, walletPath } from './wallet-frame.ts';

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
