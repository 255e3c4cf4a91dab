import { t } from '../../../kernel/translation/translate.ts';
import { cleanText, isBlank } from '../../../kernel/text.ts';
import { invalid } from '../../../kernel/problem.ts';

export const longestReason = 500;

/** Validates an operator's reason for moving or rejecting money, which is shown to the person concerned. */
export function checkReason(typed: string): string {
  const reason = cleanText(typed, 'reason', longestReason);
  if (isBlank(reason)) throw invalid('reason', t('Enter a reason'));
  return reason;
}
