import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { toLine, lengthOf } from '../../kernel/text.ts';

const shortestName = 2;
const longestName = 100;
const longestDescription = 500;

/** Validates the name of a channel, a single line of text. */
export function parseChannelName(text: string): string {
  const name = toLine(text);
  if (lengthOf(name) < shortestName)
    throw invalid('name', t('A channel name must have at least {shortestName} characters', { shortestName }));
  if (lengthOf(name) > longestName)
    throw invalid('name', t('A channel name can have at most {longestName} characters', { longestName }));
  return name;
}

export function parseChannelDescription(text: string): string {
  const description = text.trim();
  if (description.length > longestDescription)
    throw invalid(
      'description',
      t('The description can have at most {longestDescription} characters', { longestDescription }),
    );
  return description;
}

/** Parses `#0a5` or `#00aa55`, with or without `#`, as `#` and six digits. */
export function parseColor(text: string): string {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (!digits) throw invalid('color', t('A color must be in the form #RRGGBB'));
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}
