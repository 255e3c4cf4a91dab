import { t } from '../../../kernel/translation/translate.ts';
import { cleanText, isBlank } from '../../../kernel/clean-text.ts';
import { invalid } from '../../../kernel/problem.ts';

export const longestReason = 500;

/** Why an operator moves or refuses money: shown to the person it concerns. */
export function checkReason(typed: string): string {
  const reason = cleanText(typed, 'reason', longestReason);
  if (isBlank(reason)) throw invalid('reason', t('Enter a reason'));
  return reason;
}
