import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { SocialPage } from './page.ts';
import { selectPages, toPage } from './select-pages.ts';

const most = 50;

/** A page as an operator decides about it. `note`: what its team says where it asks to be verified. */
export interface OperatedPage {
  page: SocialPage;
  note: string | null;
}

/** Those that ask to be verified, the first to ask first; those that are shut; and those that are called like `q`. */
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
      .limit(most);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5);
  let named = select().orderBy('page.id', 'desc');
  for (const word of words)
    named = named.where(
      sql<string>`lower(page.username || ' ' || page.title)`,
      'like',
      `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`,
    );
  const toOperated = ({ note, ...row }: Awaited<ReturnType<typeof named.execute>>[number]): OperatedPage => ({
    page: toPage(app, row),
    note,
  });
  const [asking, suspended, found] = await Promise.all([
    select().where('asked.id', 'is not', null).orderBy('asked.id').execute(),
    select().where('page.suspended_at', 'is not', null).orderBy('page.id', 'desc').execute(),
    words.length > 0 ? named.execute() : [],
  ]);
  return {
    asking: asking.map(toOperated),
    suspended: suspended.map(toOperated),
    found: found.map(toOperated),
  };
}
