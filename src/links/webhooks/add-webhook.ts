import { t } from '../../kernel/translation/translate.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { seal } from '../../kernel/secrets.ts';
import { toLine, lengthOf } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getAddress } from './get-address.ts';
import { newSecret } from './secret.ts';
import { eventNames } from './webhook.ts';

/** Maximum webhooks per account, for all plans. */
const max = 20;
const longestName = 100;

export interface WebhookInput {
  url: string;
  name?: string | undefined;
  events: readonly string[];
}

/** Creates a webhook with its own secret, which is shown to its owner once. */
export async function addWebhook(app: App, viewer: Pick<Viewer, 'id'>, input: WebhookInput) {
  const url = await getAddress(app, input.url);
  const name = parseWebhookName(input.name ?? '', url);
  const events = parseEvents(input.events);
  const secret = newSecret();
  const now = app.clock.now();
  return inTransaction(app, async ({ db, config }) => {
    // Locks the account, so that concurrent additions cannot exceed the limit.
    await db
      .selectFrom('identity.account')
      .select('id')
      .where('id', '=', viewer.id)
      .forNoKeyUpdate()
      .execute();
    const held = await db
      .selectFrom('links.webhook')
      .select('id')
      .where('account_id', '=', viewer.id)
      .execute();
    if (held.length >= max)
      throw new Problem('conflict', t('You have {max} webhooks. Delete one first.', { max }));
    const { id } = await db
      .insertInto('links.webhook')
      .values({
        account_id: viewer.id,
        name,
        url,
        events,
        secret: seal(config.secretKey, secret),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, secret };
  });
}

/** Returns the given name, or else the host of the URL. */
export function parseWebhookName(text: string, url: string): string {
  const name = toLine(text);
  if (lengthOf(name) > longestName)
    throw invalid('name', t('The name can have at most {longestName} characters', { longestName }));
  return name || new URL(url).host.slice(0, longestName);
}

export function parseEvents(names: readonly string[]): string[] {
  const unknown = names.find((name) => !(eventNames as string[]).includes(name));
  if (unknown !== undefined)
    throw invalid(
      'events',
      t('“{unknown}” is not an event. Choose from {eventNames}.', {
        unknown,
        eventNames: eventNames.join(', '),
      }),
    );
  if (names.length === 0) throw invalid('events', t('Choose at least one event'));
  return eventNames.filter((name) => names.includes(name));
}
