import { sql, type SqlBool } from 'kysely';
import { comparableText } from '../../kernel/comparable.ts';
import { phraseFinder } from '../../kernel/find-phrases.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { FilterContext } from './filters.ts';

/** What the viewer's filters say of a content: the name of the filter that hides or collapses it. */
interface Match {
  name: string;
  isHidden: boolean;
}

/** Returns the strongest match of the texts of one content. */
export type Filtering = (texts: readonly (string | null | undefined)[]) => Match | undefined;

/** Separates texts, so that no phrase is found across two of them. */
const separator = '\0';

/** Returns the viewer's filters that apply here. Undefined if there are none, which is known without a query. */
export async function getFiltering(
  { db, clock }: App,
  viewer: Pick<Viewer, 'id' | 'hasFilters'> | undefined,
  context: FilterContext | undefined,
): Promise<Filtering | undefined> {
  if (!viewer?.hasFilters || context === undefined) return undefined;
  const filters = await db
    .selectFrom('social.filter')
    .where('account_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`${context} = any(contexts)`)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
    .orderBy('id')
    .select(['name', 'keywords', 'is_whole_word', 'action'])
    .execute();
  if (filters.length === 0) return undefined;
  const find = phraseFinder(
    filters.flatMap(({ name, keywords, is_whole_word: isWholeWord, action }) => {
      const value: Match = { name, isHidden: action === 'hide' };
      return keywords.map((keyword) => ({ text: comparableText(keyword), isWholeWord, value }));
    }),
  );
  return (texts) => {
    const found = [...find(texts.map((text) => comparableText(text ?? '')).join(separator))];
    return found.find(({ isHidden }) => isHidden) ?? found[0];
  };
}
