import { t } from '../../../kernel/translation/translate.ts';
import type { relationships } from '../../../identity/profile/change-about.ts';

/** Labels of relationship statuses. */
export const relationshipNames = (): Readonly<Record<(typeof relationships)[number], string>> => ({
  single: t('Single'),
  relationship: t('In a relationship'),
  married: t('Married'),
  complicated: t('It’s complicated'),
  separated: t('Separated'),
  divorced: t('Divorced'),
  widowed: t('Widowed'),
});
