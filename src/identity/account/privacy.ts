import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { type App, verb } from '../../platform/app.ts';

/** Audiences for a person's profile details. */
export const audiences = ['public', 'friends', 'me'] as const;
type Audience = (typeof audiences)[number];

/** Audiences who can send friend requests to an account. */
export const requestAudiences = ['everybody', 'friends-of-friends', 'nobody'] as const;
type Askers = (typeof requestAudiences)[number];

/** Audiences who can send messages to an account. */
export const messageAudiences = ['everybody', 'friends-of-friends', 'friends', 'nobody'] as const;
export type MessageAudience = (typeof messageAudiences)[number];

/** Chat signals that people share with each other. Those who hide their own cannot see those of others. */
export const chatSignals = ['presence', 'receipts', 'typing'] as const;
type ChatSignal = (typeof chatSignals)[number];

/** Profile details with their own audience, and the default audience. */
const defaultAudiences = {
  email: 'me',
  phone: 'me',
  birthdate: 'me',
  gender: 'me',
  relationship: 'public',
  location: 'public',
  work: 'public',
  education: 'public',
  links: 'public',
  friends: 'public',
} as const satisfies Record<string, Audience>;

export type PrivatePart = keyof typeof defaultAudiences;
export const privateParts = Object.keys(defaultAudiences) as readonly PrivatePart[];

export interface PrivacySettings {
  parts: Record<PrivatePart, Audience>;
  requests: Askers;
  messages: MessageAudience;
  /** Whether the person shares their online status, read receipts and typing indicator. */
  shares: Record<ChatSignal, boolean>;
  /** Whether search engines may index the profile. */
  isListed: boolean;
  /** Whether public content is included in paid API calls. */
  isOffered: boolean;
}

/** Stored settings, merged with the defaults. */
export function toPrivacy(stored: unknown): PrivacySettings {
  const { requests, messages, listed, offered, ...given } = (stored ?? {}) as Record<string, unknown>;
  const parts: Record<PrivatePart, Audience> = { ...defaultAudiences };
  for (const part of privateParts)
    parts[part] = audiences.find((each) => each === given[part]) ?? parts[part];
  return {
    parts,
    requests: requestAudiences.find((each) => each === requests) ?? 'everybody',
    messages: messageAudiences.find((each) => each === messages) ?? 'everybody',
    shares: {
      presence: given.presence !== false,
      receipts: given.receipts !== false,
      typing: given.typing !== false,
    },
    isListed: listed !== false,
    isOffered: offered !== false,
  };
}

export async function getPrivacy({ db }: Pick<App, 'db'>, accountId: string): Promise<PrivacySettings> {
  const row = await db
    .selectFrom('identity.account')
    .select('privacy')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return toPrivacy(row?.privacy);
}

export const changePrivacy = verb(
  { name: 'accounts.privacy', who: 'member' },
  async (
    { db }: App,
    accountId: string,
    { parts, requests, messages, shares, isListed, isOffered }: PrivacySettings,
  ): Promise<void> => {
    await db
      .updateTable('identity.account')
      .set({
        privacy: JSON.stringify({
          ...parts,
          requests,
          messages,
          ...shares,
          listed: isListed,
          offered: isOffered,
        }),
      })
      .where('id', '=', accountId)
      .execute();
  },
);

/** Whether a viewer with this relationship to the owner may see this part of the profile. */
export const canSeePart = (
  { parts }: PrivacySettings,
  part: PrivatePart,
  { isMe, friendship }: { isMe: boolean; friendship: string },
): boolean => isMe || parts[part] === 'public' || (parts[part] === 'friends' && friendship === 'friends');

/** SQL: whether the account shares the chat signal. */
export const sharesSignal = (accountId: string, signal: ChatSignal): RawBuilder<SqlBool> => sql`not exists (
  select from identity.account as sharer where sharer.id = ${sql.ref(accountId)}
    and (sharer.privacy -> ${sql.lit(signal)}) = 'false'::jsonb)`;

/** SQL: whether the person's posts are for followers and friends only. */
export const isPrivate = (accountId: string): RawBuilder<SqlBool> => sql`exists (
  select from identity.account as reserved where reserved.id = ${sql.ref(accountId)} and reserved.is_private offset 0)`;

export async function setPrivate({ db }: App, accountId: string, is_private: boolean): Promise<void> {
  await db.updateTable('identity.account').set({ is_private }).where('id', '=', accountId).execute();
}

/** SQL: whether search engines and signed-out visitors may find the account. */
export const isListed = (accountId: string): RawBuilder<SqlBool> => sql`not exists (
  select from identity.account as unlisted
  where unlisted.id = ${sql.ref(accountId)} and unlisted.privacy @> '{"listed": false}')`;

/** As `isListed`, for a row of `identity.account`, which is not looked up again. */
export const isRowListed = (account: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${account}.privacy`)} @> '{"listed": false}') is not true`;

/** SQL: whether the account's public content is included in paid API calls. Accounts can opt out. */
export const isInPaidCalls = (accountId: string): RawBuilder<SqlBool> => sql`not exists (
  select from identity.account as seller
  where seller.id = ${sql.ref(accountId)} and seller.privacy @> '{"offered": false}')`;
