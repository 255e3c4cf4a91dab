import { expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { type App, verb } from '../../platform/app.ts';
import type { DB } from '../../platform/database/rows.gen.ts';
import { hueOf, initials } from '../../web/components/people.ts';

const database = expressionBuilder<DB>();

/**
 * Accounts visible to others: activated, and not suspended, deleted or scheduled for deletion. Has only columns
 * that are public. Can be joined or selected from: `.innerJoin(livePeople('author'), (join) =>
 * join.onRef('author.id', '=', 'post.author_id'))`.
 */
export const livePeople = <Alias extends string>(alias: Alias) => live().as(alias);

/**
 * The visible account whose id is in `column`, for lateral joins. `offset 0` forces one lookup per row;
 * PostgreSQL might scan all accounts otherwise.
 */
export const livePerson = <Alias extends string>(alias: Alias, column: string) =>
  live()
    .where('id', '=', sql.ref<string>(column))
    .modifyEnd(sql`offset 0`)
    .as(alias);

/**
 * Like `livePeople`, but including accounts that are suspended or scheduled for deletion, because moderators
 * still act on them.
 */
export const existingPeople = <Alias extends string>(alias: Alias) => existing().as(alias);

/** An account that waits for its address to be confirmed or for approval is not activated. */
const live = () =>
  existing()
    .where('suspended_at', 'is', null)
    .where('deletion_requested_at', 'is', null)
    .where('activated_at', 'is not', null);

const existing = () =>
  database
    .selectFrom('identity.account')
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'username',
      'first_name',
      'last_name',
      'gender',
      'biography',
      'picture',
      'picture_small',
      'cover',
      'registered_at',
      'last_seen_at',
      'verified_at',
      'is_former',
      'is_private',
      sql<string>`lower(username)`.as('username_key'),
      sql<string>`search.name(username || ' ' || first_name || ' ' || last_name)`.as('searchable'),
    ]);

/**
 * SQL: whether a row of `identity.account` is visible to others. For queries that need columns `livePeople`
 * does not have.
 */
export const isLive = (
  account: string,
): RawBuilder<SqlBool> => sql`(${sql.ref(`${account}.deleted_at`)} is null
  and ${sql.ref(`${account}.suspended_at`)} is null and ${sql.ref(`${account}.deletion_requested_at`)} is null
  and ${sql.ref(`${account}.activated_at`)} is not null)`;

/** Ids of accounts scheduled for deletion. Their activity counts until it is erased. */
export const accountsBeingDeleted = sql`select id from identity.account where deletion_requested_at is not null`;

/**
 * Returns the id of the placeholder account that owns content started by deleted accounts and answered by
 * others. The account is created on first use. It has no valid password, is excluded from search, and its
 * page says what it is.
 */
export async function getFormerMember({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<string> {
  const now = clock.now();
  await db
    .insertInto('identity.account')
    .values({
      // Nobody can register this name, because of its hyphen.
      username: 'former-member',
      email: 'former-member@invalid',
      password_hash: '',
      first_name: 'Former',
      last_name: 'member',
      biography: 'Represents deleted accounts in conversations that others took part in.',
      privacy: JSON.stringify({ requests: 'nobody', listed: false }),
      registered_at: now,
      activated_at: now,
      is_former: true,
    })
    .onConflict((conflict) => conflict.column('is_former').where('is_former', '=', true).doNothing())
    .execute();
  const { id } = await db
    .selectFrom('identity.account')
    .where('is_former', '=', true)
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The profile fields that an account owner can edit. */
export interface OwnProfile {
  firstName: string;
  lastName: string;
  biography: string;
}

export async function getOwnProfile(
  app: App,
  accountId: string,
): Promise<OwnProfile & { email: string; username: string }> {
  const row = await app.db
    .selectFrom('identity.account')
    .select(['first_name', 'last_name', 'biography', 'email', 'username'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { first_name: firstName, last_name: lastName, ...others } = row;
  return { firstName, lastName, ...others };
}

/** Returns the path if it is on this site, else `/`. Prevents open redirects from the sign-in page. */
export const safeRedirectPath = (path: unknown) =>
  typeof path === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/';

/**
 * Short lists from which members choose one entry. Operators edit them. A removed entry stays on the accounts
 * that chose it.
 */
export type OptionList = 'gender' | 'user_group';

export interface ListOption {
  /** Digits. */
  id: string;
  title: string;
  position: number;
}

export function listTitled({ db }: Pick<App, 'db'>, list: OptionList): Promise<ListOption[]> {
  return db
    .selectFrom(`identity.${list}`)
    .select(['id', 'title', 'position'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export const addTitled = verb(
  { name: 'options.add', who: 'operator' },
  async ({ db }, list: OptionList, title: string) => {
    const last = await db
      .selectFrom(`identity.${list}`)
      .select((row) => row.fn.max('position').as('position'))
      .executeTakeFirst();
    await db
      .insertInto(`identity.${list}`)
      .values({ title: checkTitle(title), position: (last?.position ?? 0) + 1 })
      .execute();
  },
);

export const renameTitled = verb(
  { name: 'options.edit', who: 'operator' },
  async ({ db }, list: OptionList, { id, title, position }: ListOption) => {
    const { numUpdatedRows } = await db
      .updateTable(`identity.${list}`)
      .set({ title: checkTitle(title), position })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw missing(msg('Entry'));
  },
);

/** Removes an entry from its list or restores it. */
export const hideTitled = verb(
  { name: 'options.hide', who: 'operator' },
  async ({ db, clock }, list: OptionList, id: string, isHidden: boolean) => {
    await db
      .updateTable(`identity.${list}`)
      .set({ deleted_at: isHidden ? clock.now() : null })
      .where('id', '=', id)
      .execute();
  },
);

/** Whether the entry can be chosen. */
export async function isOnList({ db }: Pick<App, 'db'>, list: OptionList, id: string): Promise<boolean> {
  if (!/^\d{1,18}$/.test(id)) return false;
  const row = await db
    .selectFrom(`identity.${list}`)
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The label of an entry, including removed entries. Blank if there is none. */
export async function getTitle({ db }: Pick<App, 'db'>, list: OptionList, id: string): Promise<string> {
  if (!/^\d{1,18}$/.test(id)) return '';
  const row = await db.selectFrom(`identity.${list}`).select('title').where('id', '=', id).executeTakeFirst();
  return row?.title ?? '';
}

function checkTitle(title: string): string {
  const text = title.trim();
  if (text === '' || text.length > 60) throw invalid('title', msg('Enter 1 to 60 characters'));
  return text;
}

/**
 * The URL of the generated avatar of an account without a picture. It contains everything that is drawn, so
 * serving it needs no query.
 */
export const initialsUrl = ({ id, name }: { id: string; name: string }) =>
  `/avatars/${encodeURIComponent(initials(name) || '?')}/${hueOf(id)}`;
