import { t } from '../../kernel/translation/translate.ts';
import { livePeople } from '../../identity/account/people.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getTerm } from './queries.ts';
import { refuseOthers, type TermContent } from './term.ts';
import { writeTerm } from './write-term.ts';

const max = 100;

/** A version of a term. */
export interface TermVersion {
  id: string;
  content: TermContent;
  at: Date;
  /** The editor. Null if their account was deleted. */
  editor: string | null;
  /** The author of the suggestion, if different from the editor. */
  suggester: string | null;
}

/** Returns all versions of a term, current first. */
export async function listVersions({ db }: Pick<App, 'db'>, termId: string): Promise<TermVersion[]> {
  const rows = await db
    .selectFrom('social.term_version as version')
    .leftJoin(livePeople('editor'), (join) => join.onRef('editor.id', '=', 'version.editor_id'))
    .leftJoin(livePeople('suggester'), (join) => join.onRef('suggester.id', '=', 'version.suggester_id'))
    .where('version.term_id', '=', termId)
    .orderBy('version.id', 'desc')
    .limit(max)
    .select(['version.id', 'version.content', 'version.created_at as at'])
    .select(['editor.username as editor', 'suggester.username as suggester'])
    .execute();
  return rows.map((row) => ({ ...row, content: row.content as unknown as TermContent }));
}

/** Restores an earlier version of a term. */
export async function restoreVersion(app: App, keeper: Viewer, termId: string, id: string): Promise<void> {
  refuseOthers(keeper);
  await getTerm(app, termId);
  const version = await app.db
    .selectFrom('social.term_version')
    .where('id', '=', id)
    .where('term_id', '=', termId)
    .select('content')
    .executeTakeFirst();
  if (!version) throw missing(t('Version'));
  await writeTerm(app, {
    id: termId,
    content: version.content as unknown as TermContent,
    editorId: keeper.id,
  });
}
