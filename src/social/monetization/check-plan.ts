import { t } from '../../kernel/translation/translate.ts';
import { cleanText, isBlank, lengthOf, toLine } from '../../kernel/text.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Period, PlanContent } from './plan.ts';

export const longestTitle = 100;
export const longestDescription = 2000;
const maxTrialDays = 90;
/** Up to 999,999.99, without leading zeros. */
const priceForm = /^(0|[1-9]\d{0,5})(\.\d{1,2})?$/;
/** A payment covers at most five years. */
const maxPeriods: Readonly<Record<Period, number>> = { day: 365, week: 260, month: 60, year: 5 };

export interface TypedPlan extends Omit<PlanContent, 'periodNum' | 'trialDays' | 'chosenPosition'> {
  periodNum: string;
  /** Undefined for no trial. */
  trialDays?: string;
  /** Undefined or blank to follow the order of creation. */
  position?: string;
}

/** Validates a plan. Throws a `Problem` at the invalid field. */
export function checkPlan({
  title,
  price,
  periodNum,
  period,
  description,
  trialDays = '0',
  position = '',
}: TypedPlan): PlanContent {
  const line = toLine(title);
  if (isBlank(line)) throw invalid('title', t('Enter a title'));
  if (lengthOf(line) > longestTitle)
    throw invalid('title', t('A title can have at most {longestTitle} characters', { longestTitle }));
  if (!priceForm.test(price) || Number(price) === 0)
    throw invalid('price', t('Enter a price above 0 and below 1,000,000, with at most two decimals'));
  const max = maxPeriods[period];
  if (!/^[1-9]\d{0,2}$/.test(periodNum) || Number(periodNum) > max)
    throw invalid('period_num', t('Enter a whole number from 1 to {max}', { max }));
  if (!/^(0|[1-9]\d?)$/.test(trialDays) || Number(trialDays) > maxTrialDays)
    throw invalid('trial_days', t('Enter a whole number from 0 to {maxTrialDays}', { maxTrialDays }));
  if (!/^\d{0,4}$/.test(position)) throw invalid('plan_order', t('Enter a whole number from 0 to 9999'));
  return {
    title: line,
    price,
    periodNum: Number(periodNum),
    period,
    trialDays: Number(trialDays),
    chosenPosition: position === '' ? null : Number(position),
    description: cleanText(description, 'custom_description', longestDescription),
  };
}
