import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { cleanText } from '../../kernel/text.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { saveOpenPictures } from '../uploads/uploads.ts';
import { inModeratedTransaction, moderateText, prepareSubmission } from '../moderation/moderate.ts';
import { findByNames, getTermContent, getTerm } from './reading.ts';
import { termSlug, checkTerm, indexPositionOf, refuseNonEditors } from './term.ts';
import type { TermContent, TypedTerm } from './term.ts';
import { minutes } from '../../kernel/time.ts';

/**
 * Creates a term, or updates the one with the given id, on behalf of a glossary editor. Content held by
 * moderation becomes a suggestion for another editor. Returns the id of the term, unless it is held.
 */
export const saveTerm = verb(
  { name: 'glossary.save', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, editor: Viewer, typed: TypedTerm, id?: string): Promise<{ id: string } | { waits: true }> => {
    refuseNonEditors(editor);
    if (id !== undefined) await getTerm(app, id);
    const content = await resolveTerm(app, typed, id);
    const said = saidIn(content);
    await prepareSubmission(app, editor, said);
    return inModeratedTransaction(app, editor, async (app) => {
      const verdict = await moderateText(app, editor, { ...said, id });
      if (verdict === 'allow') return { id: await writeTerm(app, { id, content, editorId: editor.id }) };
      await saveSuggestion(app, editor, { termId: id, content, note: '', heldAt: app.clock.now() });
      return { waits: true };
    });
  },
);

const maxOpen = 20;
export const longestVersionNote = 500;

/**
 * Suggests a new term, or a change to the term with the given id, for glossary editors to decide. Returns the
 * id of the suggestion.
 */
export const suggestTerm = verb(
  { name: 'glossary.suggest', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app, author: Viewer, typed: TypedTerm & { note: string }, termId?: string): Promise<string> => {
    const term = termId === undefined ? undefined : await getTerm(app, termId);
    const content = await resolveTerm(app, typed, termId);
    if (term && isDeepStrictEqual(sorted(content), sorted(await getTermContent(app, term))))
      throw invalid('definition', msg('No changes to save'));
    const note = cleanText(typed.note, 'note', longestVersionNote);
    const said = saidIn(content, note);
    await prepareSubmission(app, author, said);
    return inModeratedTransaction(app, author, async (app) => {
      await refuseMany(app, author);
      const verdict = await moderateText(app, author, { ...said, id: termId });
      const heldAt = verdict === 'hold' ? app.clock.now() : null;
      return saveSuggestion(app, author, { termId, content, note, heldAt });
    });
  },
);

/** What moderation reads. */
const saidIn = ({ name, aliases, definition }: TermContent, ...notes: string[]) =>
  ({
    subject: 'term',
    title: [name, ...aliases, ...notes].join('\n'),
    text: definition,
    field: 'definition',
  }) as const;

const sorted = ({ seeAlso, sets, ...rest }: TermContent) => ({
  ...rest,
  seeAlso: seeAlso.toSorted(),
  sets: sets.toSorted(),
});

async function refuseMany({ db }: App, author: Viewer): Promise<void> {
  const open = await db
    .selectFrom('social.term_suggestion')
    .where('author_id', '=', author.id)
    .where('settled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .limit(maxOpen)
    .select('id')
    .execute();
  if (open.length >= maxOpen)
    throw new Problem('conflict', msg('You already have {maxOpen} pending suggestions', { maxOpen }));
}

async function saveSuggestion(
  { db, clock }: App,
  author: Viewer,
  given: { termId?: string | undefined; content: TermContent; note: string; heldAt: Date | null },
): Promise<string> {
  const { id } = await db
    .insertInto('social.term_suggestion')
    .values({
      term_id: given.termId ?? null,
      author_id: author.id,
      content: JSON.stringify(given.content),
      text: given.content.definition,
      note: given.note,
      created_at: clock.now(),
      held_at: given.heldAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

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
    const author = change.suggesterId ?? change.editorId;
    await saveOpenPictures(app, { term_id: id }, change.content.definition, { id: author });
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

const taken = () => new Problem('conflict', msg('This term already exists'), { field: 'name' });

async function put(app: App, { id, content }: TermChange): Promise<string> {
  const now = app.clock.now();
  const { name, aliases, definition } = content;
  const { letter, sortKey } = indexPositionOf(name);
  const slug = termSlug(name);
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
  if (!written) throw missing(msg('Term'));
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

/**
 * Validates a typed term and resolves names of related terms and sets to ids. Throws a `Problem` at the
 * invalid field.
 */
async function resolveTerm(app: App, typed: TypedTerm, ownId?: string): Promise<TermContent> {
  const { name, aliases, definition, seeAlso, sets } = checkTerm(typed);
  const found = await findByNames(app, seeAlso);
  const unknown = seeAlso.find((each) => !found.has(each));
  if (unknown !== undefined)
    throw invalid('seeAlso', msg('Unknown term “{unknown}”', { unknown: unknown.slice(0, 100) }));
  const chosen =
    sets.length === 0
      ? []
      : await app.db.selectFrom('social.term_set').where('slug', 'in', sets).select(['id', 'slug']).execute();
  const strange = sets.find((slug) => !chosen.some((each) => each.slug === slug));
  if (strange !== undefined) throw invalid('sets', msg('Choose sets from the list'));
  return {
    name,
    aliases,
    definition,
    seeAlso: [...new Set(found.values())].filter((id) => id !== ownId),
    sets: chosen.map(({ id }) => id),
  };
}
