import { t } from '../../../kernel/translation/translate.ts';
import type Stripe from 'stripe';
import { missing } from '../../../kernel/problem.ts';
import { seconds } from '../../../kernel/time.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { currencyDecimals, type Money } from '../money/money.ts';

export const hasStripe = ({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: Config): boolean =>
  STRIPE_SECRET_KEY !== '' && STRIPE_WEBHOOK_SECRET !== '';

/** Loads Stripe's library on the first card payment. */
export async function openStripe(config: Config): Promise<Stripe> {
  if (!hasStripe(config)) throw missing(t('Card payment'));
  const { default: Stripe } = await import('stripe');
  const { protocol, hostname, port } = new URL(config.STRIPE_API_URL);
  return new Stripe(config.STRIPE_SECRET_KEY, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: seconds(15),
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

const smallest = (config: Pick<Config, 'CURRENCY'>): bigint => 10n ** BigInt(6 - currencyDecimals(config));

/** An amount in the smallest unit of the currency, as in Stripe's API: 450 for $4.50. */
export const toStripe = (config: Pick<Config, 'CURRENCY'>, amount: Money): number =>
  Number(amount / smallest(config));

export const fromStripe = (config: Pick<Config, 'CURRENCY'>, amount: number): Money =>
  BigInt(amount) * smallest(config);
