import { t } from '../../kernel/translation/translate.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import { cleanText } from '../../kernel/text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { canMonetize } from '../access/paywall.ts';
import type { Seller } from '../monetization/plan.ts';
import { inModeratedTransaction, moderateText } from '../moderation/moderate.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { parseMoney } from '../wallet/money/money.ts';
import { getSellingSettings } from '../wallet/sales/selling-settings.ts';
import { getPayee } from './billing/find-payee.ts';
import { lockBuyer, sell } from '../wallet/sales/sell.ts';
import { notifyMoney } from './billing/notify-money.ts';

const minTip = 500_000n;
const highestTip = 1_000_000_000n;
export const longestTipMessage = 500;

interface NewTip {
  /** The receiver: a post's author, or a person or page directly. */
  for: { type: 'post' | 'profile' | 'page'; id: string };
  /** The typed amount, such as `5`. */
  amount: string;
  message: string;
  /** Idempotency key of the form or call: the same key sends one tip. */
  key: string;
}

/** Throws if a tip would be rejected. */
export async function refuseTip(app: App, viewer: Viewer, receiver: NewTip['for']): Promise<void> {
  const { seller } = await getReceiver(app, viewer, receiver);
  await getTipped(app, viewer, seller);
}

/** Sends money with a message to the author of a post, or to a person or page. Returns the id of the sale. */
export async function tip(app: App, viewer: Viewer, given: NewTip): Promise<string> {
  const amount = parseMoney(app.config, given.amount, { field: 'amount', min: minTip, max: highestTip });
  const message = cleanText(given.message, 'message', longestTipMessage);
  return inModeratedTransaction(app, viewer, async (app) => {
    await lockBuyer(app, viewer);
    const { seller, postId } = await getReceiver(app, viewer, given.for);
    const payee = await getTipped(app, viewer, seller);
    if (message !== '') {
      const submission = { subject: 'message', text: message, field: 'message' } as const;
      if ((await moderateText(app, viewer, submission)) === 'hold')
        throw new Problem('invalid', t('This looks like spam. Rephrase it, or remove links.'), {
          field: 'message',
        });
    }
    const { id, isRepeated } = await sell(app, {
      kind: 'tip',
      buyerId: viewer.id,
      payeeId: payee,
      pageId: seller.type === 'page' ? seller.id : undefined,
      postId,
      amount,
      message,
      key: `tip:${viewer.id}:${given.key}`,
    });
    if (isRepeated) return id;
    await notifyMoney(app, viewer.id, 'tip_sent', amount);
    await notifyMoney(app, payee, 'tip', amount);
    return id;
  });
}

async function getReceiver(
  app: App,
  viewer: Viewer,
  { type, id }: NewTip['for'],
): Promise<{ seller: Seller; postId?: string }> {
  if (type !== 'post') return { seller: { type, id } };
  const { author, page } = await getPost(app, viewer, id);
  return { seller: page ? { type: 'page', id: page.id } : { type: 'profile', id: author.id }, postId: id };
}

/** Returns the account that receives tips to a person or page. Throws if they do not accept tips. */
async function getTipped(app: App, viewer: Viewer, seller: Seller): Promise<string> {
  const payee = await getPayee(app, seller, viewer.id);
  const person = await findViewer(app, payee);
  const accepts =
    person && canMonetize(app.config, person) && (await getSellingSettings(app, payee)).acceptsTips;
  if (!accepts) throw new Problem('forbidden', t('This person does not accept tips'));
  return payee;
}
