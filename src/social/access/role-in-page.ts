import { sql, type RawBuilder } from 'kysely';
import type { Viewer } from '../../platform/http/caller.ts';
import type { SocialPage } from './page.ts';

/** SQL: the viewer's role in `page`. */
export const roleIn = (viewer: Pick<Viewer, 'id'> | undefined): RawBuilder<SocialPage['role']> =>
  viewer === undefined
    ? sql`null::text`
    : sql`case when page.owner_id = ${viewer.id} then 'owner' else (
        select role from social.page_role where page_id = page.id and account_id = ${viewer.id}) end`;
