import { sql } from 'kysely';
import { mailAccount } from '../../identity/account/email.ts';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { publishLinkChanges } from '../link/link.ts';
import { parseTarget } from '../link/fields.ts';
import { refuseHarmful } from '../safety/assessment.ts';
import { getDomain, parseDomainName, publishDomainChange } from './domain.ts';
import { checkRecords, isProven } from './records.ts';
import { minutes } from '../../kernel/time.ts';

interface DomainInput {
  domain: string;
  redirectroot?: string | null | undefined;
  redirect404?: string | null | undefined;
}

export interface CheckedDomain {
  scheme: 'http' | 'https';
  host: string;
  redirects: { root_redirect: string | null; missing_redirect: string | null };
  /** The previous owner who loses the domain to the viewer. */
  displacedId: string | undefined;
}

/** Runs all DNS checks for a new domain. Must be called before a transaction. */
export async function checkDomain(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: DomainInput,
): Promise<CheckedDomain> {
  const { scheme, host } = parseDomainName(input.domain, app.config);
  const redirects = {
    root_redirect: await checkRedirect(app, 'redirectroot', input.redirectroot, host),
    missing_redirect: await checkRedirect(app, 'redirect404', input.redirect404, host),
  };
  const { isTaken, ownerId } = await findDisplaced(app, viewer, host);
  if (!isTaken) await checkRecords(app, viewer, host);
  return { scheme, host, redirects, displacedId: ownerId };
}

/**
 * Adds a domain that already points here and returns its id. A domain that is already added is a conflict,
 * unless DNS proves that it now belongs to the viewer.
 */
export const addDomain = verb(
  { name: 'domains.add', who: 'member', role: 'admin', limit: perAccount(60, minutes(10)) },
  async (app, viewer: Pick<Viewer, 'id'>, input: DomainInput, checked?: CheckedDomain): Promise<string> => {
    const { scheme, host, redirects, displacedId } = checked ?? (await checkDomain(app, viewer, input));
    return inTransaction(app, async (app) => {
      if (!(await releaseDomain(app, host, displacedId))) throw taken(host);
      const now = app.clock.now();
      const times = { verified_at: now, checked_at: now, created_at: now };
      const created = await app.db
        .insertInto('links.domain')
        .values({ account_id: viewer.id, host, scheme, ...redirects, ...times })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!created) throw taken(host);
      await publishDomainChange(app, host);
      return created.id;
    });
  },
);

const taken = (host: string) =>
  new Problem(
    'conflict',
    msg('“{host}” is already in use. If you own it, set the TXT record below and add it again.', { host }),
    { field: 'domain' },
  );

/** Updates the redirects of a domain. Omitted fields do not change, and blank ones remove the redirect. */
export const updateDomain = verb(
  { name: 'domains.update', who: 'member', role: 'admin' },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    id: string,
    { redirectroot, redirect404 }: Omit<DomainInput, 'domain'>,
  ): Promise<void> => {
    await inTransaction(app, async (app) => {
      await lockRow(app, 'links.domain', id);
      const { host, rootRedirect, missingRedirect } = await getDomain(app, viewer, id);
      // Unchanged redirects are not validated again.
      const read = (
        field: 'redirectroot' | 'redirect404',
        text: string | null | undefined,
        before: string | null,
      ) => (text === undefined || text === before ? before : checkRedirect(app, field, text, host));
      const root = await read('redirectroot', redirectroot, rootRedirect);
      const absent = await read('redirect404', redirect404, missingRedirect);
      await app.db
        .updateTable('links.domain')
        .set({ root_redirect: root, missing_redirect: absent })
        .where('id', '=', id)
        .execute();
      await publishDomainChange(app, host);
    });
  },
);

/**
 * Validates a redirect URL with the rules for link destinations. It must not point to the domain itself.
 * Blank: none.
 */
export async function checkRedirect(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  field: 'redirectroot' | 'redirect404',
  text: string | null | undefined,
  host: string,
): Promise<string | null> {
  if (!text?.trim()) return null;
  const address = parseTarget(text, app.config, field);
  if (new URL(address).hostname.split('.').filter(Boolean).join('.') === host)
    throw invalid(field, msg('This redirects back to {host} and would loop', { host }));
  await refuseHarmful(app, [{ field, to: address }]);
  return address;
}

/**
 * Soft-deletes a domain; `restoreDomain` undoes this. Throws a conflict while it has active links, so that
 * published short URLs do not break by accident.
 */
export const deleteDomain = verb(
  { name: 'domains.delete', who: 'member', role: 'admin' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const { host } = await getDomain(app, viewer, id);
      // Prevents new links on the domain until the transaction ends.
      await sql`select from links.domain where id = ${id} for update`.execute(app.db);
      const { links } = await app.db
        .selectFrom('links.link')
        .select(sql<number>`count(*)::float8`.as('links'))
        .where('domain_id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (links > 0)
        throw new Problem(
          'conflict',
          msg(
            '{links, plural, one {One link uses {host}. Delete or move it first.} other {# links use {host}. Delete or move them first.}}',
            { links, host },
          ),
        );
      // Moves deleted links to the default domain in case they are restored.
      await app.db.updateTable('links.link').set({ domain_id: null }).where('domain_id', '=', id).execute();
      await sql`
      with gone as (delete from links.domain where id = ${id} returning ${sql.raw(columns)})
      insert into links.deleted_domain (${sql.raw(columns)}, deleted_at)
      select ${sql.raw(columns)}, ${app.clock.now()} from gone`.execute(app.db);
      await publishDomainChange(app, host);
    });
  },
);

/** Columns stored for a deleted domain, so that it can be fully restored. */
const columns =
  'id, account_id, host, scheme, root_redirect, missing_redirect, verified_at, checked_at, created_at';

/**
 * Restores one of the viewer's deleted domains and returns its name. The checks of a new domain apply: it
 * must point here, and its redirects must be allowed. Throws a conflict if the domain has been taken.
 */
export const restoreDomain = verb(
  { name: 'domains.restore', who: 'member', role: 'admin' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string): Promise<string> => {
    const { host, root, absent: missingRedirect } = await getDeleted(app, viewer, id);
    await checkRedirect(app, 'redirectroot', root, host);
    await checkRedirect(app, 'redirect404', missingRedirect, host);
    await checkRecords(app, viewer, host);
    return inTransaction(app, async (app) => {
      const { numAffectedRows } = await sql`
      insert into links.domain (${sql.raw(columns)}) overriding system value
      select ${sql.raw(columns)} from links.deleted_domain where id = ${id} and account_id = ${viewer.id}
      on conflict do nothing`.execute(app.db);
      if (numAffectedRows !== 1n)
        throw new Problem('conflict', msg('“{host}” is already in use again', { host }));
      await app.db.deleteFrom('links.deleted_domain').where('id', '=', id).execute();
      await publishDomainChange(app, host);
      return host;
    });
  },
);

async function getDeleted({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, id: string) {
  const deleted = await db
    .selectFrom('links.deleted_domain')
    .select(['host', 'root_redirect as root', 'missing_redirect as absent'])
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .executeTakeFirst();
  if (!deleted) throw missing(msg('Domain'));
  return deleted;
}

/**
 * Finds the owner from whom the viewer may take over a domain: the viewer's TXT record exists and the owner's
 * does not. Address records prove nothing, because they are the same for both. Queries DNS, so must not be
 * called in a transaction.
 */
async function findDisplaced(
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
async function releaseDomain(app: App, host: string, displacedId: string | undefined): Promise<boolean> {
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
  await publishLinkChanges(
    app,
    rows.map((link) => ({ ...link, domain: domain.address })),
  );
}
