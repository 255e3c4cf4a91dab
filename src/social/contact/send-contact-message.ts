import { msg, t } from '../../kernel/translation/translate.ts';
import { parseEmail } from '../../identity/account/email.ts';
import { invalid } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Limit } from '../../platform/verb.ts';

/** Shared by all endpoints that send contact messages. */
export const contactLimit: Limit = { by: ['address'], calls: 10, within: hours(1) };

interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** Stores a message for the operators. */
export async function sendContactMessage(
  app: App,
  senderId: string | undefined,
  given: ContactMessage,
): Promise<void> {
  const { name, email, subject, message } = tidy(given);
  await app.db
    .insertInto('social.contact_message')
    .values({ account_id: senderId ?? null, name, email, subject, message, created_at: app.clock.now() })
    .execute();
}

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
    if (value === '') throw invalid(field, t(empty[field]));
    if (value.length > maxLengths[field])
      throw invalid(field, t('Use at most {max} characters', { max: maxLengths[field] }));
    return value;
  };
  return { name: text('name'), email, subject: text('subject'), message: text('message') };
}
