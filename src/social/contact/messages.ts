import { sql } from 'kysely';
import { parseEmail } from '../../identity/account/email.ts';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';
import { type App, verb } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';

interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** Stores a message for the operators. */
export const sendContactMessage = verb(
  { name: 'contact.send', who: 'anyone', limit: { by: ['address'], calls: 10, within: hours(1) } },
  async (app: App, senderId: string | undefined, given: ContactMessage): Promise<void> => {
    const { name, email, subject, message } = tidy(given);
    await app.db
      .insertInto('social.contact_message')
      .values({ account_id: senderId ?? null, name, email, subject, message, created_at: app.clock.now() })
      .execute();
  },
);

const maxLengths = { name: 100, subject: 200, message: 5000 } as const;
const empty = {
  name: msg('Enter your name'),
  subject: msg('Enter a subject'),
  message: msg('Enter a message'),
};

function tidy(given: ContactMessage): ContactMessage {
  const email = parseEmail(given.email);
  const text = (field: keyof typeof maxLengths) => {
    const value = given[field].trim();
    if (value === '') throw invalid(field, empty[field]);
    if (value.length > maxLengths[field])
      throw invalid(field, msg('Use at most {max} characters', { max: maxLengths[field] }));
    return value;
  };
  return { name: text('name'), email, subject: text('subject'), message: text('message') };
}

export interface StoredMessage {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  createdAt: Date;
  settledAt: Date | null;
}

export const messagesPage = 30;

/**
 * Returns open or settled messages, newest first. `before` is the id of the last message of the previous
 * page.
 */
export function listContactMessages(
  { db }: Pick<App, 'db'>,
  { settled, before }: { settled: boolean; before?: string | undefined },
): Promise<StoredMessage[]> {
  return db
    .selectFrom('social.contact_message')
    .select(['id', 'name', 'email', 'subject', 'message'])
    .select(['created_at as createdAt', 'settled_at as settledAt'])
    .where(settled ? sql<boolean>`settled_at is not null` : sql<boolean>`settled_at is null`)
    .$call(whenGiven(before, (query, before) => query.where('id', '<', before)))
    .orderBy('id', 'desc')
    .limit(messagesPage)
    .execute();
}

/** Marks a message as settled, or reopens it. */
export const settleContactMessage = verb(
  { name: 'contact.settle', who: 'operator' },
  async (
    { db, clock }: Pick<App, 'db' | 'clock'>,
    operatorId: string,
    id: string,
    isSettled: boolean,
  ): Promise<void> => {
    const { numUpdatedRows } = await db
      .updateTable('social.contact_message')
      .set(
        isSettled
          ? { settled_at: clock.now(), settled_by: operatorId }
          : { settled_at: null, settled_by: null },
      )
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw missing(msg('Message'));
  },
);
