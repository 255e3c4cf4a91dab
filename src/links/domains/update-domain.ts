import type { App } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { DomainInput } from './add-domain.ts';
import { announceDomain } from './announce-domain.ts';
import { readDomain } from './read-domain.ts';
import { readRedirect } from './read-redirect.ts';

/** Changes where visitors without a link go. Omitted fields stay; blank takes it away. */
export async function updateDomain(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  { redirectroot, redirect404 }: Omit<DomainInput, 'domain'>,
): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockRow(app, 'links.domain', id);
    const { host, rootRedirect, missingRedirect } = await readDomain(app, viewer, id);
    // What stays where it leads stays as it is.
    const read = (
      field: 'redirectroot' | 'redirect404',
      text: string | null | undefined,
      before: string | null,
    ) => (text === undefined || text === before ? before : readRedirect(app, field, text, host));
    const root = await read('redirectroot', redirectroot, rootRedirect);
    const absent = await read('redirect404', redirect404, missingRedirect);
    await app.db
      .updateTable('links.domain')
      .set({ root_redirect: root, missing_redirect: absent })
      .where('id', '=', id)
      .execute();
    await announceDomain(app, host);
  });
}
