import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { findByNames } from './queries.ts';
import { checkTerm, type TermContent, type TypedTerm } from './term.ts';

/**
 * Validates a typed term and resolves names of related terms and sets to ids. Throws a `Problem` at the
 * invalid field.
 */
export async function resolveTerm(app: App, typed: TypedTerm, ownId?: string): Promise<TermContent> {
  const { name, aliases, definition, seeAlso, sets } = checkTerm(typed);
  const found = await findByNames(app, seeAlso);
  const unknown = seeAlso.find((each) => !found.has(each));
  if (unknown !== undefined)
    throw invalid('seeAlso', t('Unknown term “{unknown}”', { unknown: unknown.slice(0, 100) }));
  const chosen =
    sets.length === 0
      ? []
      : await app.db.selectFrom('social.term_set').where('slug', 'in', sets).select(['id', 'slug']).execute();
  const strange = sets.find((slug) => !chosen.some((each) => each.slug === slug));
  if (strange !== undefined) throw invalid('sets', t('Choose sets from the list'));
  return {
    name,
    aliases,
    definition,
    seeAlso: [...new Set(found.values())].filter((id) => id !== ownId),
    sets: chosen.map(({ id }) => id),
  };
}
