import type { App } from '../../../platform/app.ts';
import { nameMatches } from '../../../platform/database/name-matches.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { SocialPage } from '../../access/page.ts';
import { pageName, selectPages, toPage } from '../select-pages.ts';

const max = 50;

/** A page in the operator's list. `note`: the statement of a verification request. */
export interface OperatedPage {
  page: SocialPage;
  note: string | null;
}

/** Returns verification requests, oldest first; suspended pages; and pages whose name matches `q`. */
export async function listForOperator(
  app: App,
  operator: Viewer,
  q = '',
): Promise<{ asking: OperatedPage[]; suspended: OperatedPage[]; found: OperatedPage[] }> {
  const select = () =>
    selectPages(app, operator)
      .leftJoin('social.page_verification as asked', (join) =>
        join.onRef('asked.page_id', '=', 'page.id').on('asked.decided_at', 'is', null),
      )
      .select('asked.note')
      .limit(max);
  const conditions = nameMatches(pageName, q);
  let named = select().orderBy('page.id', 'desc');
  for (const condition of conditions) named = named.where(condition);
  const toOperated = ({ note, ...row }: Awaited<ReturnType<typeof named.execute>>[number]): OperatedPage => ({
    page: toPage(app, row),
    note,
  });
  const [asking, suspended, found] = await Promise.all([
    select().where('asked.id', 'is not', null).orderBy('asked.id').execute(),
    select().where('page.suspended_at', 'is not', null).orderBy('page.id', 'desc').execute(),
    conditions.length > 0 ? named.execute() : [],
  ]);
  return {
    asking: asking.map(toOperated),
    suspended: suspended.map(toOperated),
    found: found.map(toOperated),
  };
}
