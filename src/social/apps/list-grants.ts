import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { isInForce, selectApps } from './queries.ts';

/** An app the viewer has authorized. */
export interface Grant {
  id: string;
  name: string;
  domain: string;
  grantedAt: Date;
  usedAt: Date | null;
}

export const listGrants = (app: App, viewer: Pick<Viewer, 'id'>): Promise<Grant[]> =>
  selectApps(app)
    .clearSelect()
    .innerJoin('social.oauth_grant as permit', 'permit.app_id', 'oauth_app.id')
    .where('permit.account_id', '=', viewer.id)
    .where(isInForce)
    .select(['permit.id', 'oauth_app.name', 'domain', 'granted_at as grantedAt', 'used_at as usedAt'])
    .orderBy('permit.id', 'desc')
    .limit(100)
    .execute();
