import { t } from '../../../kernel/translation/translate.ts';
import { Type, type Static, type TObject } from 'typebox';
import { invalid } from '../../../kernel/problem.ts';
import type { NewPaywall, Paywall } from '../paywall/paywall.ts';

/** Paywall fields of forms and drafts. */
export const PaywallForm = {
  /** Empty for no subscription, `any` for subscribers of any plan, or the id of the minimum plan. */
  paid_for: Type.String({ maxLength: 20, default: '' }),
  post_price: Type.String({ maxLength: 40, default: '' }),
  paid_text: Type.String({ maxLength: 10_000, default: '' }),
};
type PaywallForm = Static<TObject<typeof PaywallForm>>;

const isId = (typed: string) => /^\d{1,18}$/.test(typed);

/** Returns undefined if the post is not sold. */
export function parsePaywallForm({ paid_for, post_price, paid_text }: PaywallForm): NewPaywall | undefined {
  const price = post_price.trim();
  if (paid_for === '' && price === '') return undefined;
  if (paid_for !== '' && paid_for !== 'any' && !isId(paid_for))
    throw invalid('paid_for', t('Choose a plan from the list'));
  return {
    teaser: paid_text,
    isForMembers: paid_for !== '',
    ...(isId(paid_for) && { planId: paid_for }),
    ...(price !== '' && { price }),
  };
}

/** The form values of a paywall, or of a post without one. */
export const toPaywallForm = (
  paywall: Pick<Paywall, 'isForMembers' | 'planId' | 'price' | 'teaser'> | NewPaywall | null | undefined,
): PaywallForm => ({
  paid_for: paywall?.isForMembers ? (paywall.planId ?? 'any') : '',
  post_price: paywall?.price ?? '',
  paid_text: paywall?.teaser ?? '',
});
