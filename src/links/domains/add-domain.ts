import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { announceDomain } from './announce-domain.ts';
import { checkRecords } from './check-records.ts';
import { displaceDomain } from './displace-domain.ts';
import { readDomainName, readRedirect } from './domain.ts';

export interface DomainInput {
  domain: string;
  redirectroot?: string | null | undefined;
  redirect404?: string | null | undefined;
}

/**
 * Adds a domain that already points here, and says its id. One that somebody has is a conflict, unless the DNS says that
 * it is the viewer's now.
 */
export async function addDomain(app: App, viewer: Pick<Viewer, 'id'>, input: DomainInput): Promise<string> {
  const { scheme, host } = readDomainName(input.domain, app.config);
  const redirects = {
    root_redirect: readRedirect('redirectroot', input.redirectroot ?? '', host),
    missing_redirect: readRedirect('redirect404', input.redirect404 ?? '', host),
  };
  if (!(await isTaken(app, host))) await checkRecords(app, viewer, host);
  return inTransaction(app, async (app) => {
    if (!(await displaceDomain(app, viewer, host))) throw taken(host);
    const now = app.clock.now();
    const times = { verified_at: now, checked_at: now, created_at: now };
    const made = await app.db
      .insertInto('links.domain')
      .values({ account_id: viewer.id, host, scheme, ...redirects, ...times })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw taken(host);
    await announceDomain(app, host);
    return made.id;
  });
}

async function isTaken({ db }: App, host: string): Promise<boolean> {
  const row = await db.selectFrom('links.domain').select('id').where('host', '=', host).executeTakeFirst();
  return row !== undefined;
}

const taken = (host: string) =>
  new Problem(
    'conflict',
    `“${host}” is in use already. If it is yours, prove it by the TXT record below, then add it again`,
    { field: 'domain' },
  );
