import { livePeople } from '../../identity/live-people.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/** A page as one reports it: what it says of itself, and who answers for it, which is for moderators alone. */
export interface ReportedPage {
  ownerId: string;
  username: string;
  title: string;
  about: string;
}

/** A page that is there for everybody. A block between people does not reach it. */
export async function findPage({ db }: App, id: string): Promise<ReportedPage> {
  const page = await db
    .selectFrom('social.page as page')
    .innerJoin(livePeople('owner'), (join) => join.onRef('owner.id', '=', 'page.owner_id'))
    .where('page.id', '=', id)
    .where('page.deleted_at', 'is', null)
    .where('page.suspended_at', 'is', null)
    .where('page.held_at', 'is', null)
    .select(['owner.id as ownerId', 'page.username', 'page.title', 'page.about'])
    .executeTakeFirst();
  if (!page) throw missing('Page');
  return page;
}
