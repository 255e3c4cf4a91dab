import { invalid, msg } from '../../kernel/problem.ts';
import { cleanText, isBlank } from '../../kernel/text.ts';
import { currentLanguage, directionOf } from '../../web/translation/languages.ts';
import type { Config } from '../../platform/settings/config.ts';

/** An amount in millionths of the currency, like USDC, so that fractions of a cent are whole numbers. */
export type Money = bigint;

const decimals = 6;

type Currency = Pick<Config, 'CURRENCY'>;

/** The number of decimals of the currency: 2 for dollars, 0 for yen. */
export const currencyDecimals = ({ CURRENCY }: Currency): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: CURRENCY }).resolvedOptions()
    .maximumFractionDigits ?? 2;

const form = /^(0|[1-9]\d{0,8})(?:\.(\d{1,6}))?$/;

/** Parses a typed amount such as `4.50`. Throws at its field if it cannot be paid. */
export function parseMoney(
  config: Currency,
  text: string,
  { field, min = 1n, max }: { field: string; min?: Money; max?: Money },
): Money {
  const places = currencyDecimals(config);
  const found = form.exec(text.trim());
  if (!found || (found[2]?.length ?? 0) > places)
    throw invalid(
      field,
      places === 0
        ? msg('Enter a whole amount')
        : msg('Enter an amount such as 4.50, with at most {places} decimals', { places }),
    );
  const amount = settingMoney(found[0]);
  if (amount <= 0n) throw invalid(field, msg('Enter an amount above 0'));
  if (amount < min)
    throw invalid(
      field,
      msg('The minimum amount is {config}', { config: (language) => formatMoney(config, min, language) }),
    );
  if (max !== undefined && amount > max)
    throw invalid(
      field,
      msg('The maximum amount is {config}', { config: (language) => formatMoney(config, max, language) }),
    );
  return amount;
}

/** Parses an amount in the configuration, such as `4.50`. */
export function settingMoney(text: string): Money {
  const [whole = '0', places = ''] = text.split('.');
  return BigInt(whole + places.padEnd(decimals, '0'));
}

/**
 * Formats an amount for pages: `$4.50`, with more decimals only if needed: `$0.002`. It is isolated from text that is
 * read from right to left, so that its sign and currency stay in place.
 */
export function formatMoney(
  { CURRENCY }: Currency,
  amount: Money,
  language: string = currentLanguage(),
  signDisplay: 'auto' | 'exceptZero' = 'auto',
): string {
  const key = `${language} ${CURRENCY} ${signDisplay}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: CURRENCY,
      maximumFractionDigits: decimals,
      signDisplay,
    });
  formats.set(key, format);
  const text = format.format(plainMoney(amount) as Intl.StringNumericLiteral);
  return directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text;
}

/** By language, currency and sign. Creating one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a total, truncated to the decimals of the currency. */
export function formatSum(config: Currency, amount: Money): string {
  const part = 10n ** BigInt(decimals - currencyDecimals(config));
  return formatMoney(config, (amount / part) * part);
}

/** Formats an amount for files and APIs: `4.5`, `-0.002`. */
export function plainMoney(amount: Money): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0{1,6}$/, '');
  return amount < 0n ? `-${text}` : text;
}

/** A share of an amount in percent, rounded down to a millionth. */
export const percentOf = (amount: Money, percent: number): Money =>
  (amount * BigInt(Math.round(percent * 100))) / 10_000n;

/** Parses a price from the database, such as `4.50`, to millionths. */
export function toMoney(price: string): Money {
  const [whole = '0', decimals = ''] = price.split('.');
  return BigInt(whole + decimals.slice(0, 6).padEnd(6, '0'));
}

export const longestMoneyReason = 500;

/** Validates an operator's reason for moving or rejecting money, which is shown to the person concerned. */
export function checkReason(typed: string): string {
  const reason = cleanText(typed, 'reason', longestMoneyReason);
  if (isBlank(reason)) throw invalid('reason', msg('Enter a reason'));
  return reason;
}
