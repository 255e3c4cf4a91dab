import { mailAccount } from '../../identity/account/email.ts';
import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { publishLinkChange } from '../record/announce-link.ts';
import { publishDomainChange } from './announce-domain.ts';
import { isProven } from './check-records.ts';

/**
 * Finds the owner from whom the viewer may take over a domain: the viewer's TXT record exists and the owner's
 * does not. Address records prove nothing, because they are the same for both. Queries DNS, so must not be
 * called in a transaction.
 */
export async function findDisplaced(
  app: Pick<App, 'db' | 'config' | 'outbound'>,
  viewer: Pick<Viewer, 'id'>,
  host: string,
): Promise<{ isTaken: boolean; ownerId?: string }> {
  const present = await app.db
    .selectFrom('links.domain')
    .select('account_id as ownerId')
    .where('host', '=', host)
    .executeTakeFirst();
  if (!present) return { isTaken: false };
  const { ownerId } = present;
  if (ownerId === viewer.id) return { isTaken: true };
  const isTheirs = await isProven(app, { id: ownerId }, host);
  return !isTheirs && (await isProven(app, viewer, host)) ? { isTaken: true, ownerId } : { isTaken: true };
}

/**
 * Frees a domain if it still has the given owner. They keep the row and its links under a placeholder host.
 * Must be called in a transaction. Returns whether the name is free.
 */
export async function releaseDomain(
  app: App,
  host: string,
  displacedId: string | undefined,
): Promise<boolean> {
  const { db } = app;
  const present = await db
    .selectFrom('links.domain as domain')
    .innerJoin('identity.account as owner', 'owner.id', 'domain.account_id')
    .select(['domain.id', 'domain.scheme', 'owner.id as ownerId'])
    .where('domain.host', '=', host)
    .forUpdate('domain')
    .executeTakeFirst();
  if (!present) return true;
  const { id, scheme, ownerId } = present;
  if (ownerId !== displacedId) return false;
  await db
    .updateTable('links.domain')
    .set({ host: `${host}.taken-over-${id}.invalid`, verified_at: null, checked_at: app.clock.now() })
    .where('id', '=', id)
    .execute();
  await purgeLinks(app, { id, address: `${scheme}://${host}` });
  await publishDomainChange(app, host);
  await mailAccount(app, ownerId, ({ firstName }) => ({
    subject: t('{host} was transferred to another owner', { host }),
    text: t(
      'Hello {firstName},\n\nSomeone else verified ownership of {host} with a DNS record, so your short links no longer work on it. The links were not deleted. Choose another domain for them in your dashboard.\n\n{address}\n\nIf you still own the domain, set your DNS record again and add the domain once more.\n',
      { firstName, host, address: `${app.config.hopUrl}/dashboard/domains/${id}` },
    ),
  }));
  return true;
}

/** Purges the links of a domain from the caches of all processes. */
async function purgeLinks(app: App, domain: { id: string; address: string }): Promise<void> {
  const { rows } = await sql<{ id: string; alias: string }>`
    select id, alias from links.link where domain_id = ${domain.id} and deleted_at is null`.execute(app.db);
  for (const link of rows) await publishLinkChange(app, { ...link, domain: domain.address });
}
