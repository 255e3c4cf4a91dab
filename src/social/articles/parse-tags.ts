import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';

const maxTags = 10;
const longestTag = 60;

/** Parses hashtags typed into a field, separated by commas, spaces or `#`. Throws a `Problem` at `tags`. */
export function parseTags(typed: string): string[] {
  const words = typed
    .split(/[\s,;#，、]+/u)
    .filter((word) => word !== '')
    .map(toTag);
  const tags = [...new Set(words)];
  if (tags.length > maxTags) throw invalid('tags', t('Add at most {maxTags} tags', { maxTags }));
  const odd = tags.find((tag) => !isTag(tag));
  if (odd !== undefined)
    throw invalid(
      'tags',
      t('“{odd}” is not a valid tag. Use letters, digits and underscores.', {
        odd: odd.slice(0, longestTag),
      }),
    );
  return tags;
}

const isTag = (tag: string) =>
  /^[\p{L}\p{N}\p{M}_]+$/u.test(tag) && /\p{L}/u.test(tag) && tag.length <= longestTag;
