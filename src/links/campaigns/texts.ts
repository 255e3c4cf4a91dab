import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { normalize, toLine, lengthOf } from '../../kernel/text.ts';
import { isAlias } from '../record/fields/alias.ts';

const shortest = 2;
const longestName = 100;
const longestSlug = 60;

/** Validates the name of a campaign, a single line of text. */
export function parseCampaignName(text: string): string {
  const name = toLine(text);
  const length = lengthOf(name);
  if (length < shortest)
    throw invalid('name', t('A campaign name must have at least {shortest} characters', { shortest }));
  if (length > longestName)
    throw invalid('name', t('A campaign name can have at most {longestName} characters', { longestName }));
  return name;
}

/** Validates a custom slug and normalizes it to NFC. */
export function parseSlug(text: string): string {
  const slug = normalize(text.trim(), 'NFC');
  const length = lengthOf(slug);
  if (length < shortest)
    throw invalid('slug', t('A slug must have at least {shortest} characters', { shortest }));
  if (length > longestSlug)
    throw invalid('slug', t('A slug can have at most {longestSlug} characters', { longestSlug }));
  if (!isAlias(slug)) throw invalid('slug', t('A slug can contain letters, digits, hyphens and underscores'));
  return slug;
}

/** Returns the slug for a name, such as `spring-sale` for `Spring sale!`. */
export function slugOf(name: string): string {
  const words =
    normalize(name, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const slug = Array.from(words.join('-')).slice(0, 40).join('').replace(/-$/, '');
  return slug.length < shortest ? 'campaign' : slug;
}
