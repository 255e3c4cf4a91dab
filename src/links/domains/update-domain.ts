import type { App } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { DomainInput } from './add-domain.ts';
import { publishDomainChange } from './announce-domain.ts';
import { getDomain } from './get-domain.ts';
import { getRedirect } from './get-redirect.ts';

/** Updates the redirects of a domain. Omitted fields do not change, and blank ones remove the redirect. */
export async function updateDomain(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  { redirectroot, redirect404 }: Omit<DomainInput, 'domain'>,
): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockRow(app, 'links.domain', id);
    const { host, rootRedirect, missingRedirect } = await getDomain(app, viewer, id);
    // Unchanged redirects are not validated again.
    const read = (
      field: 'redirectroot' | 'redirect404',
      text: string | null | undefined,
      before: string | null,
    ) => (text === undefined || text === before ? before : getRedirect(app, field, text, host));
    const root = await read('redirectroot', redirectroot, rootRedirect);
    const absent = await read('redirect404', redirect404, missingRedirect);
    await app.db
      .updateTable('links.domain')
      .set({ root_redirect: root, missing_redirect: absent })
      .where('id', '=', id)
      .execute();
    await publishDomainChange(app, host);
  });
}
