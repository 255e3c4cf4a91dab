import { t } from '../../../kernel/translation/translate.ts';
import { cleanText } from '../../../kernel/text.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { NewPost } from '../new-post.ts';
import type { NewPaywall, Paywall } from './paywall.ts';

export const longestTeaser = 1000;
/** From 0.10 to 9,999.99, without leading zeros. */
const priceForm = /^(0|[1-9]\d{0,3})(\.\d{1,2})?$/;
const minPrice = 0.1;

/** Throws a `Problem` at an invalid field, including a plan of a different seller. */
export async function checkPaywall(
  app: Pick<App, 'db'>,
  author: { id: string },
  {
    kind = 'post',
    pageId,
    poll,
    privacy,
    paywall,
    quoteId,
  }: Pick<NewPost, 'kind' | 'pageId' | 'poll' | 'privacy' | 'paywall' | 'quoteId'>,
  former: Pick<Paywall, 'isForMembers' | 'planId'> | null = null,
): Promise<NewPaywall | undefined> {
  if (!paywall) return undefined;
  const { planId, price, isForMembers } = paywall;
  if (kind !== 'post' && kind !== 'article' && kind !== 'thread')
    throw invalid('for_subscriptions', t('Only posts, articles and threads can be sold'));
  if (poll) throw invalid('poll_options', t('A paid post cannot have a poll'));
  if (quoteId !== undefined) throw invalid('quote_id', t('A paid post cannot share another post'));
  if (privacy === 'me') throw invalid('privacy', t('A paid post cannot be private'));
  if (!isForMembers && price === undefined)
    throw invalid('post_price', t('Enter a price, or include it for subscribers'));
  if (price !== undefined && (!priceForm.test(price) || Number(price) < minPrice))
    throw invalid('post_price', t('Enter a price from 0.10 to 9,999.99, with at most two decimals'));
  if (planId !== undefined && !isForMembers)
    throw invalid('plan_id', t('Include it for subscribers, or remove the plan'));
  const isFormer = former?.isForMembers && former.planId === (planId ?? null);
  if (isForMembers && !isFormer) await refuseWithoutPlan(app, author, pageId, planId);
  return { ...paywall, teaser: cleanText(paywall.teaser, 'paid_text', longestTeaser) };
}

async function refuseWithoutPlan(
  { db }: Pick<App, 'db'>,
  author: { id: string },
  pageId: string | undefined,
  planId: string | undefined,
): Promise<void> {
  const plan = await db
    .selectFrom('social.plan')
    .where(pageId === undefined ? 'account_id' : 'page_id', '=', pageId ?? author.id)
    .$if(planId !== undefined, (query) => query.where('id', '=', planId ?? ''))
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (plan) return;
  if (planId !== undefined) throw invalid('plan_id', t('You have no such plan'));
  throw invalid('for_subscriptions', t('Add a plan first, so that people can subscribe'));
}
