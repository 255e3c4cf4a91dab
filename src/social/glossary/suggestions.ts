import { msg, missing, Problem } from '../../kernel/problem.ts';
import { livePeople } from '../../identity/account/people.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { notify } from '../notify/notify.ts';
import { toPerson, type Person } from '../people/person.ts';
import { cleanText } from '../../kernel/text.ts';
import { longestVersionNote, writeTerm } from './terms.ts';
import { mayMaintain, refuseNonEditors, type TermContent } from './term.ts';

const onPage = 30;

export interface TermSuggestion {
  id: string;
  /** Null for a new term. */
  termId: string | null;
  author: Person;
  content: TermContent;
  note: string;
  createdAt: Date;
  heldAt: Date | null;
  outcome: 'taken' | 'declined' | null;
  reason: string;
}

/**
 * Returns open suggestions, oldest first, for glossary editors. Other viewers get their own suggestions,
 * newest first.
 */
export async function listSuggestions(app: App, viewer: Viewer): Promise<TermSuggestion[]> {
  const isMaintainer = mayMaintain(viewer);
  const rows = await select(app)
    .where('suggestion.deleted_at', 'is', null)
    .$if(isMaintainer, (query) => query.where('suggestion.settled_at', 'is', null))
    .$if(!isMaintainer, (query) => query.where('suggestion.author_id', '=', viewer.id))
    .orderBy('suggestion.id', isMaintainer ? 'asc' : 'desc')
    .limit(onPage)
    .execute();
  return rows.map((row) => toSuggestion(app, row));
}

/** Accepts a suggestion, or declines it with a reason. Notifies its author. Returns the id of the term. */
export const settleSuggestion = verb(
  { name: 'glossary.settle', who: 'member' },
  async (
    app,
    keeper: Viewer,
    id: string,
    decision: { take: true } | { take: false; reason: string },
  ): Promise<string | null> => {
    refuseNonEditors(keeper);
    const reason = decision.take ? '' : cleanText(decision.reason, 'reason', longestVersionNote);
    return inTransaction(app, async (app) => {
      const row = await select(app)
        .where('suggestion.id', '=', id)
        .where('suggestion.settled_at', 'is', null)
        .where('suggestion.deleted_at', 'is', null)
        .forUpdate('suggestion')
        .executeTakeFirst();
      if (!row) throw missing(msg('Suggestion'));
      const { termId, author, content, heldAt } = toSuggestion(app, row);
      if (decision.take && heldAt && author.id === keeper.id)
        throw new Problem('forbidden', msg('A different glossary editor must review this'));
      const written = decision.take
        ? await writeTerm(app, {
            id: termId ?? undefined,
            content,
            editorId: keeper.id,
            suggesterId: author.id === keeper.id ? undefined : author.id,
          })
        : termId;
      const outcome = decision.take ? 'taken' : 'declined';
      await app.db
        .updateTable('social.term_suggestion')
        .set({ settled_at: app.clock.now(), settled_by: keeper.id, outcome, reason, term_id: written })
        .where('id', '=', id)
        .execute();
      if (author.id !== keeper.id) await notify(app, { to: author.id, kind: 'term', outcome });
      return written;
    });
  },
);

/** Withdraws the author's own suggestion. */
export const withdrawSuggestion = verb(
  { name: 'glossary.withdraw', who: 'member' },
  async ({ db, clock }, author: Viewer, id: string) => {
    const withdrawn = await db
      .updateTable('social.term_suggestion')
      .set({ deleted_at: clock.now() })
      .where('id', '=', id)
      .where('author_id', '=', author.id)
      .where('settled_at', 'is', null)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!withdrawn) throw missing(msg('Suggestion'));
  },
);

const select = ({ db }: App) =>
  db
    .selectFrom('social.term_suggestion as suggestion')
    .innerJoin(livePeople('author'), (join) => join.onRef('author.id', '=', 'suggestion.author_id'))
    .select(['author.id', 'author.username', 'author.first_name', 'author.last_name'])
    .select(['author.picture', 'author.picture_small', 'author.verified_at'])
    .select(['suggestion.id as suggestion_id', 'suggestion.term_id', 'suggestion.content', 'suggestion.note'])
    .select(['suggestion.created_at', 'suggestion.held_at', 'suggestion.outcome', 'suggestion.reason']);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toSuggestion = (app: App, row: Row): TermSuggestion => ({
  id: row.suggestion_id,
  termId: row.term_id,
  author: toPerson(app, row),
  content: row.content as unknown as TermContent,
  note: row.note,
  createdAt: row.created_at,
  heldAt: row.held_at,
  outcome: row.outcome as TermSuggestion['outcome'],
  reason: row.reason,
});
