import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { domainAddress, selectDomains } from '../../domains/domain.ts';

const max = 100;

/** Returns the viewer's branded domains as `https://…`. */
export async function ownDomains(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>): Promise<string[]> {
  const domains = await selectDomains(app)
    .where('account_id', '=', viewer.id)
    .orderBy('id')
    .limit(max)
    .execute();
  return domains.map(domainAddress);
}
