import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import { cleanText, isBlank, toLine } from '../../../kernel/text.ts';
import type { NewPoll } from './poll.ts';

export const maxOptions = 10;
export const longestOption = 100;
const shortestPoll = 5;
const longestPoll = 366 * 24 * 60;

/** Validates a poll. Throws a `Problem` at the invalid field. */
export function checkPoll(given: NewPoll): NewPoll {
  const options = given.options
    .map((option) => toLine(cleanText(option, 'poll_options', longestOption)))
    .filter((option) => !isBlank(option));
  if (options.length < 2) throw invalid('poll_options', t('A poll needs at least two choices'));
  if (options.length > maxOptions)
    throw invalid('poll_options', t('A poll can have at most {maxOptions} choices', { maxOptions }));
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length)
    throw invalid('poll_options', t('Two choices are the same'));
  if (!(given.minutes >= shortestPoll && given.minutes <= longestPoll))
    throw invalid('poll_minutes', t('A poll must last between five minutes and one year'));
  return { ...given, options };
}
