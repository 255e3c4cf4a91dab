import { Problem } from '../../kernel/problem.ts';
import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { checkRecords } from './check-records.ts';
import { isMisconfigured, type Domain } from './domain.ts';
import { getDomain } from './get-domain.ts';
import { selectDomains } from './queries.ts';

/** Maximum domains checked per run. The rest wait for the next run. */
const maxAtOnce = 200;
/**
 * Domains that do not point here are checked in every run, because owners wait for their fix to be noticed.
 */
const recheckAfter = hours(23);

/**
 * Checks again whether one of the viewer's domains points here. Throws a `Problem` that names the missing
 * record.
 */
export async function recheckDomain(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  const { host } = await getDomain(app, viewer, id);
  await check(app, { id, host, account: viewer.id });
}

/** Checks the domains that were checked least recently. */
export async function recheckDomains(app: App): Promise<void> {
  const since = new Date(app.clock.now().getTime() - recheckAfter);
  const due = await selectDomains(app)
    .select('account_id as account')
    .where((row) =>
      row.or([
        row('checked_at', 'is', null),
        row('checked_at', '<', since),
        row('verified_at', '<', row.ref('checked_at')),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(maxAtOnce)
    .execute();
  for (const domain of due) await tryCheck(app, domain);
}

async function tryCheck(app: App, domain: Domain & { account: string }): Promise<void> {
  try {
    await check(app, domain);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!isMisconfigured(domain)) app.log.info({ host: domain.host }, 'a domain no longer points here');
  }
}

async function check(app: App, { id, host, account }: { id: string; host: string; account: string }) {
  try {
    await checkRecords(app, { id: account }, host);
    await note(app, id, { verified_at: app.clock.now() });
  } catch (error) {
    // DNS failures say nothing about the domain, so they are not recorded.
    if (error instanceof Problem && error.kind === 'invalid') await note(app, id, {});
    throw error;
  }
}

const note = ({ db, clock }: App, id: string, verified: { verified_at?: Date }) =>
  db
    .updateTable('links.domain')
    .set({ checked_at: clock.now(), ...verified })
    .where('id', '=', id)
    .execute();
