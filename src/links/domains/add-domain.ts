import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { publishDomainChange } from './announce-domain.ts';
import { checkRecords } from './check-records.ts';
import { releaseDomain, findDisplaced } from './displace-domain.ts';
import { parseDomainName } from './domain.ts';
import { getRedirect } from './get-redirect.ts';

export interface DomainInput {
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
    root_redirect: await getRedirect(app, 'redirectroot', input.redirectroot, host),
    missing_redirect: await getRedirect(app, 'redirect404', input.redirect404, host),
  };
  const { isTaken, ownerId } = await findDisplaced(app, viewer, host);
  if (!isTaken) await checkRecords(app, viewer, host);
  return { scheme, host, redirects, displacedId: ownerId };
}

/**
 * Adds a domain that already points here and returns its id. A domain that is already added is a conflict,
 * unless DNS proves that it now belongs to the viewer.
 */
export async function addDomain(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: DomainInput,
  checked?: CheckedDomain,
): Promise<string> {
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
}

const taken = (host: string) =>
  new Problem(
    'conflict',
    t('“{host}” is already in use. If you own it, set the TXT record below and add it again.', { host }),
    { field: 'domain' },
  );
