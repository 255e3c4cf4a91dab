import { completeUrl } from '../../../kernel/text.ts';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { hashPassword, isTooLong } from '../../../identity/credentials/password.ts';
import { invalid, msg } from '../../../kernel/problem.ts';
import { parseTime, sqlDate } from '../../../kernel/time.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { timeText } from '../../../web/components/surfaces.ts';
import { inUtc, parseExpiry, parseTarget } from '../../link/fields.ts';
import { flagOf, lenientBoolean, looseText, orBlank, textOf } from '../../loose-values.ts';
import { option } from './option.ts';
import { isWhole, shownAddress, type Typed } from './typed.ts';

export const DigitsOrInteger = Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,9}$' })]);

/** Converts blank to null. */
export function numberOf(value: unknown): number | null | undefined {
  if (value === undefined) return undefined;
  return value === '' || value === null || value === false ? null : Number(value);
}

/** What ends a link: a time, a number of clicks, its owner. */
export const endings = {
  /** In the format of `parseExpiry`. Blank: never. */
  expiry: option<string, Date | null>({
    body: {
      expiry: looseText('YYYY-MM-DD HH:MM:SS, in UTC or in `timezone`'),
      timezone: looseText('Extension. The IANA name of the zone in which `expiry` is, such as Europe/Berlin'),
    },
    fromBody: (body) => inUtc(textOf(body.expiry), textOf(body.timezone)),
    record: { expiry: Type.Union([Type.String(), Type.Null()]) },
    toRecord: (at) => at && sqlDate(at),
    fields: ['expiry', 'timezone'],
    label: msg('Expires'),
    fromForm: ({ values }) => inUtc(values.expiry ?? '', values.timezone),
    toForm: (at) => ({ values: { expiry: at?.toISOString().slice(0, 19) } }),
    says: ({ values }) => {
      const zone = values.timezone === '' ? 'UTC' : values.timezone;
      const at = values.expiry === undefined ? undefined : parseTime(values.expiry, zone);
      return [
        at &&
          t('Expires {time} (UTC); {afterwards}.', { time: timeText(at), afterwards: afterwards(values) }),
      ];
    },
    store: {
      column: 'expires_at',
      parse: (text, { app, before }) =>
        text.trim() === '' ? null : parseExpiry(text, app.clock.now(), before ?? null),
    },
    csv: { column: 'expires_at', write: (at) => (at ? sqlDate(at) : '') },
  }),

  /** Number of clicks after which the link expires. Null: never. */
  clickLimit: option<number | null, number | null>({
    body: {
      clicklimit: orBlank(DigitsOrInteger, 'Extension. Number of clicks after which the link expires'),
    },
    fromBody: ({ clicklimit }) => numberOf(clicklimit),
    record: { clicklimit: Type.Union([Type.Integer(), Type.Null()]) },
    toRecord: (limit) => limit,
    fields: ['clicklimit'],
    label: msg('Click limit'),
    fromForm: ({ values }) => (values.clicklimit?.trim() ? Number(values.clicklimit) : null),
    toForm: (limit) => ({ values: { clicklimit: limit === null ? '' : String(limit) } }),
    says: ({ values }) => [
      /^[1-9]\d*$/.test(values.clicklimit ?? '') &&
        t('At most {clicks} clicks; {afterwards}.', {
          clicks: values.clicklimit ?? '',
          afterwards: afterwards(values),
        }),
    ],
    store: {
      column: 'click_limit',
      parse: (limit) => {
        if (limit !== null && (!Number.isInteger(limit) || limit < 1 || limit > 2_147_483_647))
          throw invalid('clicklimit', msg('The click limit must be a whole number of at least 1'));
        return limit;
      },
    },
    csv: { column: 'click_limit', write: (limit) => limit ?? '' },
  }),

  /** Redirect for the expired link. Blank: shows a page that says it has expired. */
  expiredUrl: option<string, string | null>({
    body: { expiredurl: looseText('Extension. Destination of the link after it expired') },
    fromBody: ({ expiredurl }) => textOf(expiredurl),
    record: { expiredurl: Type.String() },
    toRecord: (to) => to ?? '',
    fields: ['expiredurl'],
    label: msg('Redirect after expiry'),
    hint: msg('Leave empty to show an expiry page.'),
    fromForm: ({ values }) => completeUrl(values.expiredurl ?? ''),
    toForm: (to) => ({ values: { expiredurl: to ?? '' } }),
    store: {
      column: 'expired_url',
      parse: (text, { app }) => (text.trim() ? parseTarget(text, app.config, 'expiredurl') : null),
    },
    targets: (to) => [to ?? undefined],
    csv: { column: 'expired_url', write: (to) => to ?? '', read: (text) => text },
  }),

  isDisabled: option<boolean, boolean>({
    body: { disabled: lenientBoolean('Extension. Whether the link is disabled') },
    fromBody: ({ disabled }) => flagOf(disabled),
    record: { disabled: Type.Boolean() },
    toRecord: (isDisabled) => isDisabled,
    // Forms show it and do not change it.
    fields: [],
    label: msg('Off'),
    fromForm: () => undefined,
    toForm: (isDisabled) => ({ values: { off: isDisabled ? 'on' : undefined } }),
    says: ({ values }) => [
      Boolean(values.off) && t('Unpublished. Visitors see that the page is unavailable.'),
    ],
    store: {
      select: sql`link.disabled_at is not null`,
      columns: (isDisabled, now) => ({ disabled_at: isDisabled ? now : null }),
      parse: (isDisabled) => isDisabled,
    },
    csv: { column: 'switched_off', write: (isDisabled) => (isDisabled ? 'yes' : '') },
  }),

  /**
   * Blank: no password for a new link, unchanged on update because forms cannot show it. Null: no password.
   */
  password: option<string | HashedPassword | null, boolean, HashedPassword | null | undefined>({
    body: {
      password: looseText(
        'Password that visitors must enter. When a link is updated, blank does not change it and null or false removes it',
      ),
    },
    fromBody: ({ password }) => {
      if (password === null || password === false) return null;
      return password instanceof HashedPassword ? password : textOf(password);
    },
    record: { password: Type.Boolean({ description: 'Whether the link has a password' }) },
    toRecord: (hasPassword) => hasPassword,
    fields: ['password', 'nopassword'],
    label: msg('Password'),
    // An empty field keeps the current password, because forms cannot show it.
    fromForm: ({ values }) =>
      values.nopassword === undefined ? (values.password === '' ? undefined : values.password) : null,
    toForm: (hasPassword) => ({ values: { locked: hasPassword ? 'on' : undefined } }),
    says: ({ values }) => [
      (Boolean(values.password) || (values.locked === 'on' && !values.nopassword)) &&
        t('Protected by a password.'),
    ],
    store: {
      select: sql`link.password_hash is not null`,
      columns: (password) => (password === undefined ? {} : { password_hash: password?.hash ?? null }),
      parse: (password, { viewer }) => hashLinkPassword(viewer, password),
    },
    csv: { column: 'has_password', write: (hasPassword) => (hasPassword ? 'yes' : '') },
  }),
};

function afterwards({ expiredurl = '' }: NonNullable<Typed['values']>): string {
  return isWhole(expiredurl)
    ? t('then redirects to {link}', { link: shownAddress(expiredurl) })
    : t('then shows an expiry page');
}

/** A password that was validated and hashed before the transaction that stores it. */
export class HashedPassword {
  readonly hash: string;
  constructor(hash: string) {
    this.hash = hash;
  }
}

/**
 * Hashes the password of a link. Blank becomes undefined, and a hashed password is returned as is. Must be
 * called before a transaction.
 */
export async function hashLinkPassword(
  viewer: Pick<Viewer, 'id'>,
  password: string | HashedPassword | null | undefined,
): Promise<HashedPassword | null | undefined> {
  if (typeof password !== 'string') return password;
  if (password === '') return undefined;
  if (isTooLong(password)) throw invalid('password', msg('The password can have at most 128 characters'));
  return new HashedPassword(await hashPassword(password, viewer.id));
}

/**
 * Deletes granted click allowances together with the limit. A later limit starts from the number of counted
 * clicks.
 */
export async function purgeAllowance({ db }: Pick<App, 'db'>, linkId: string): Promise<void> {
  await sql`delete from links.click_allowance where link_id = ${linkId}`.execute(db);
}
