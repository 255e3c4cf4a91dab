import { t } from '../../../kernel/translation/translate.ts';
import { Type, type Static, type TObject } from 'typebox';
import { invalid } from '../../../kernel/problem.ts';
import type { NewPaywall, Paywall } from '../paywall/paywall.ts';

/** How a post is sold, as forms and drafts have it. */
export const PaywallForm = {
  /** Empty: nobody has to subscribe; `any`: subscribers of any plan; otherwise the id of the least plan. */
  paid_for: Type.String({ maxLength: 20, default: '' }),
  post_price: Type.String({ maxLength: 40, default: '' }),
  paid_text: Type.String({ maxLength: 10_000, default: '' }),
};
type PaywallForm = Static<TObject<typeof PaywallForm>>;

const isId = (typed: string) => /^\d{1,18}$/.test(typed);

/** Undefined: it is not sold. */
export function readPaywallForm({ paid_for, post_price, paid_text }: PaywallForm): NewPaywall | undefined {
  const price = post_price.trim();
  if (paid_for === '' && price === '') return undefined;
  if (paid_for !== '' && paid_for !== 'any' && !isId(paid_for))
    throw invalid('paid_for', t('Choose a plan of the list'));
  return {
    teaser: paid_text,
    isForMembers: paid_for !== '',
    ...(isId(paid_for) && { planId: paid_for }),
    ...(price !== '' && { price }),
  };
}

/** The form of a post that is sold, or is not. */
export const toPaywallForm = (
  paywall: Pick<Paywall, 'isForMembers' | 'planId' | 'price' | 'teaser'> | NewPaywall | null | undefined,
): PaywallForm => ({
  paid_for: paywall?.isForMembers ? (paywall.planId ?? 'any') : '',
  post_price: paywall?.price ?? '',
  paid_text: paywall?.teaser ?? '',
});
