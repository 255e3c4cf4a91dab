import type { App } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { DomainInput } from './add-domain.ts';
import { announceDomain } from './announce-domain.ts';
import { readRedirect } from './domain.ts';
import { readDomain } from './read-domain.ts';

/** Changes where visitors without a link go. What is left out stays; blank takes it away. */
export async function updateDomain(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  { redirectroot, redirect404 }: Omit<DomainInput, 'domain'>,
): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockRow(app, 'links.domain', id);
    const { host, rootRedirect, missingRedirect } = await readDomain(app, viewer, id);
    const root = redirectroot === undefined ? rootRedirect : readRedirect('redirectroot', redirectroot, host);
    const absent =
      redirect404 === undefined ? missingRedirect : readRedirect('redirect404', redirect404, host);
    await app.db
      .updateTable('links.domain')
      .set({ root_redirect: root, missing_redirect: absent })
      .where('id', '=', id)
      .execute();
    await announceDomain(app, host);
  });
}
