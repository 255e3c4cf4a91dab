import { t } from '../../kernel/translation/translate.ts';
import { isDeepStrictEqual } from 'node:util';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { inModeratedTransaction, moderateText } from '../moderation/moderate.ts';
import { cleanText } from '../../kernel/text.ts';
import { getContent, getTerm } from './queries.ts';
import { resolveTerm } from './resolve-term.ts';
import type { TermContent, TypedTerm } from './term.ts';

const maxOpen = 20;
export const longestNote = 500;

/**
 * Suggests a new term, or a change to the term with the given id, for glossary editors to decide. Returns the
 * id of the suggestion.
 */
export async function suggestTerm(
  app: App,
  author: Viewer,
  typed: TypedTerm & { note: string },
  termId?: string,
): Promise<string> {
  const term = termId === undefined ? undefined : await getTerm(app, termId);
  const content = await resolveTerm(app, typed, termId);
  if (term && isDeepStrictEqual(sorted(content), sorted(await getContent(app, term))))
    throw invalid('definition', t('No changes to save'));
  const note = cleanText(typed.note, 'note', longestNote);
  return inModeratedTransaction(app, author, async (app) => {
    await refuseMany(app, author);
    const verdict = await moderateText(app, author, {
      subject: 'term',
      id: termId,
      title: [content.name, ...content.aliases, note].join('\n'),
      text: content.definition,
      field: 'definition',
    });
    const heldAt = verdict === 'hold' ? app.clock.now() : null;
    return saveSuggestion(app, author, { termId, content, note, heldAt });
  });
}

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
    throw new Problem('conflict', t('You already have {maxOpen} pending suggestions', { maxOpen }));
}

export async function saveSuggestion(
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
