import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { addressOf, indexPositionOf, type TermContent } from './term.ts';

interface TermChange {
  /** Undefined for a new term. */
  id?: string | undefined;
  content: TermContent;
  editorId: string;
  /** The author of the suggestion, if different from the editor. */
  suggesterId?: string | undefined;
}

/** Stores the current content of a term and a version of it. Returns the id of the term. */
export async function writeTerm(app: App, change: TermChange): Promise<string> {
  return inTransaction(app, async (app) => {
    const id = await put(app, change);
    await relate(app, id, change.content);
    await app.db
      .insertInto('social.term_version')
      .values({
        term_id: id,
        editor_id: change.editorId,
        suggester_id: change.suggesterId ?? null,
        content: JSON.stringify(change.content),
        created_at: app.clock.now(),
      })
      .execute();
    return id;
  }).catch((error: unknown) => {
    if (isDuplicate(error, 'term_slug')) throw taken();
    throw error;
  });
}

const taken = () => new Problem('conflict', t('This term already exists'), { field: 'name' });

async function put(app: App, { id, content }: TermChange): Promise<string> {
  const now = app.clock.now();
  const { name, aliases, definition } = content;
  const { letter, sortKey } = indexPositionOf(name);
  const slug = addressOf(name);
  const row = {
    slug,
    name,
    aliases,
    definition,
    letter,
    sort_key: sortKey,
    search: sql<string>`setweight(search.vector('search.unstemmed', ${[name, ...aliases].join(' ')}), 'A')
      || setweight(search.vector('search.stemmed', ${definition}), 'B')`,
    updated_at: now,
  };
  const written =
    id === undefined
      ? await app.db
          .insertInto('social.term')
          .values({ ...row, created_at: now })
          .returning('id')
          .executeTakeFirst()
      : await app.db
          .updateTable('social.term')
          .set(row)
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .returning('id')
          .executeTakeFirst();
  if (!written) throw missing(t('Term'));
  await app.db
    .insertInto('social.term_address')
    .values({ slug, term_id: written.id })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ term_id: written.id }))
    .execute();
  return written.id;
}

/** Stores relations. Terms and sets deleted since the suggestion are skipped. */
async function relate({ db }: App, id: string, { seeAlso, sets }: TermContent): Promise<void> {
  await db.deleteFrom('social.term_relation').where('term_id', '=', id).execute();
  await db.deleteFrom('social.term_in_set').where('term_id', '=', id).execute();
  await sql`insert into social.term_relation (term_id, other_id)
    select ${id}, id from social.term where id = any(${seeAlso}::bigint[]) and id <> ${id}`.execute(db);
  await sql`insert into social.term_in_set (term_id, set_id)
    select ${id}, id from social.term_set where id = any(${sets}::bigint[])`.execute(db);
}
