import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { selectDomains } from '../domains/domain.ts';
import type { Owner } from './import/plan-link.ts';

export async function getOwner(app: App, viewer: Pick<Viewer, 'id'>): Promise<Owner> {
  const domains = await selectDomains(app).where('account_id', '=', viewer.id).execute();
  return {
    accountId: viewer.id,
    hosts: new Set(domains.map(({ host }) => host)),
    now: app.clock.now(),
    config: app.config,
  };
}
