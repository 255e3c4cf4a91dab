import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { seal, unseal } from '../../kernel/secrets.ts';
import { lengthOf, toLine } from '../../kernel/text.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Asker, type Viewer } from '../../platform/app.ts';
import { addAuditEntry } from '../operators/audit.ts';
import {
  type Audience,
  eventsOf,
  getWebhook,
  newWebhookSecret,
  tablesOf,
  type WebhookService,
} from './webhook.ts';

/** Maximum webhooks per account, for all plans. */
const max = 20;
const longestName = 100;

interface WebhookInput {
  url: string;
  name?: string | undefined;
  events: readonly string[];
  /** Default: the account. */
  audience?: Audience | undefined;
  appId?: string | undefined;
}

/** Creates a webhook with its own secret, which is shown to its owner once. */
export const addWebhook = verb(
  { name: 'webhooks.add', who: 'member', limit: perAccount(60, minutes(10)) },
  async (app, service: WebhookService, viewer: Asker, input: WebhookInput) => {
    const url = await checkAddress(app, service, input.url);
    const name = parseWebhookName(input.name ?? '', url);
    const { audience = 'account' } = input;
    const appId = await service.audiences?.check(app, viewer, audience, input.appId);
    const events = parseEvents(eventsOf(service, audience), input.events);
    const secret = newWebhookSecret();
    const now = app.clock.now();
    return inTransaction(app, async (app) => {
      // Locks the account, so that concurrent additions cannot exceed the limit.
      await app.db
        .selectFrom('identity.account')
        .select('id')
        .where('id', '=', viewer.id)
        .forNoKeyUpdate()
        .execute();
      const db = tablesOf(app, service);
      const held = await db.selectFrom('webhook').select('id').where('account_id', '=', viewer.id).execute();
      if (held.length >= max)
        throw new Problem('conflict', msg('You have {max} webhooks. Delete one first.', { max }));
      const { id } = await db
        .insertInto('webhook')
        .values({
          account_id: viewer.id,
          name,
          url,
          events,
          secret: seal(app.config.secretKey, secret),
          created_at: now,
          updated_at: now,
          ...(appId !== undefined && { audience, app_id: appId }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (audience === 'site') await addAuditEntry(app, viewer.id, 'webhook.add', `webhook ${id}`, url);
      return { id, secret };
    });
  },
);

/** Returns the given name, or else the host of the URL. */
function parseWebhookName(text: string, url: string): string {
  const name = toLine(text);
  if (lengthOf(name) > longestName)
    throw invalid('name', msg('The name can have at most {longestName} characters', { longestName }));
  return name || new URL(url).host.slice(0, longestName);
}

function parseEvents(offered: readonly string[], names: readonly string[]): string[] {
  const unknown = names.find((name) => !offered.includes(name));
  if (unknown !== undefined)
    throw invalid(
      'events',
      msg('“{unknown}” is not an event. Choose from {eventNames}.', {
        unknown,
        eventNames: offered.join(', '),
      }),
    );
  if (names.length === 0) throw invalid('events', msg('Choose at least one event'));
  return offered.filter((name) => names.includes(name));
}

interface WebhookChange extends Partial<Pick<WebhookInput, 'url' | 'name' | 'events'>> {
  /** Whether messages are sent. Enabling resets earlier failures. */
  isActive?: boolean | undefined;
}

/** Updates the given fields of one of the viewer's webhooks. */
export const updateWebhook = verb(
  { name: 'webhooks.update', who: 'member', limit: perAccount(60, minutes(10)) },
  async (
    app,
    service: WebhookService,
    viewer: Pick<Viewer, 'id'>,
    id: string,
    change: WebhookChange,
  ): Promise<void> => {
    const given = change.url?.trim() ? await checkAddress(app, service, change.url) : undefined;
    await inTransaction(app, async (app) => {
      const db = tablesOf(app, service);
      await db.selectFrom('webhook').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      const before = await getWebhook(app, service, viewer, id);
      const url = given ?? before.url;
      const now = app.clock.now();
      await db
        .updateTable('webhook')
        .set({
          url,
          name: change.name === undefined ? before.name : parseWebhookName(change.name, url),
          events: change.events
            ? parseEvents(eventsOf(service, before.audience), change.events)
            : before.events,
          updated_at: now,
          ...(change.isActive === true &&
            before.disabledAt && { disabled_at: null, disabled_reason: null, failing_since: null }),
          ...(change.isActive === false && !before.disabledAt && { disabled_at: now, disabled_reason: null }),
        })
        .where('id', '=', id)
        .execute();
      if (before.audience === 'site' && url !== before.url)
        await addAuditEntry(app, viewer.id, 'webhook.update', `webhook ${id}`, url);
    });
  },
);

/** Deletes one of the viewer's webhooks with its delivery log. */
export const deleteWebhook = verb(
  { name: 'webhooks.delete', who: 'member' },
  async (app, service: WebhookService, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    const deleted = await tablesOf(app, service)
      .deleteFrom('webhook')
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw missing(msg('Webhook'));
  },
);

/**
 * How long messages are also signed with the previous secret, so that receivers can switch to the new one.
 */
const overlap = hours(24);

/** Generates and returns a new secret. */
export const rotateWebhookSecret = verb(
  { name: 'webhooks.rotate-secret', who: 'member' },
  async (app, service: WebhookService, viewer: Pick<Viewer, 'id'>, id: string): Promise<string> => {
    const secret = newWebhookSecret();
    const now = app.clock.now();
    const changed = await tablesOf(app, service)
      .updateTable('webhook')
      .set((row) => ({
        secret: seal(app.config.secretKey, secret),
        former_secret: row.ref('secret'),
        former_until: new Date(now.getTime() + overlap),
        shown_at: null,
        updated_at: now,
      }))
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw missing(msg('Webhook'));
    return secret;
  },
);

/** Returns the secret once. Returns undefined if the owner has already seen it. */
export async function consumeShownSecret(
  app: App,
  service: WebhookService,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<string | undefined> {
  return inTransaction(app, async (app) => {
    const row = await tablesOf(app, service)
      .selectFrom('webhook')
      .select(['secret', 'shown_at'])
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw missing(msg('Webhook'));
    if (row.shown_at) return undefined;
    await markSecretShown(app, service, id);
    return unseal(app.config.secretKey, row.secret);
  });
}

/** Records that the owner has seen the secret. */
export async function markSecretShown(app: App, service: WebhookService, id: string): Promise<void> {
  await tablesOf(app, service)
    .updateTable('webhook')
    .set({ shown_at: app.clock.now() })
    .where('id', '=', id)
    .execute();
}

/**
 * Validates the URL of a webhook. It must use https if the service does, and must not point to the internal network.
 */
async function checkAddress(
  app: Pick<App, 'config' | 'outbound'>,
  service: WebhookService,
  text: string,
): Promise<string> {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 2000)
    throw invalid('url', msg('Enter a URL starting with https://'));
  if (url.protocol !== 'https:' && service.base(app.config).startsWith('https:'))
    throw invalid('url', msg('The URL must use https'));
  if (url.username || url.password)
    throw invalid(
      'url',
      msg('The URL must not contain a username or password. Messages are signed instead.'),
    );
  try {
    await app.outbound.lookup(url.hostname.replace(/^\[|\]$/g, ''));
  } catch (error) {
    // DNS failures say nothing about the URL, so they are ignored.
    if (error instanceof Problem && error.kind === 'invalid') throw invalid('url', error.text);
    if (!(error instanceof Problem)) throw error;
  }
  return url.href;
}
