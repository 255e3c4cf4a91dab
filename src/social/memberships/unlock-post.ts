import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { toMoney } from '../wallet/money/to-money.ts';
import { getPayee } from './billing/find-payee.ts';
import { lockBuyer, refusePriceMismatch, sell } from '../wallet/sales/sell.ts';
import { notifyMoney } from './billing/notify-money.ts';

/** Buys access to a single post. `shown`: the price that the buyer saw. Returns the id of the sale. */
export const unlockPost = (app: App, viewer: Viewer, postId: string, shown?: string): Promise<string> =>
  inTransaction(app, async (app) => {
    await lockBuyer(app, viewer);
    const { paywall, author, page } = await getPost(app, viewer, postId);
    if (!paywall || paywall.isOpen) throw new Problem('conflict', t('You can already read this post'));
    if (paywall.price === null)
      throw new Problem('conflict', t('This post is not sold separately. Subscribe instead.'));
    const price = toMoney(paywall.price);
    refusePriceMismatch(app, price, shown);
    const seller = page
      ? ({ type: 'page', id: page.id } as const)
      : ({ type: 'profile', id: author.id } as const);
    const payee = await getPayee(app, seller, viewer.id);
    const now = app.clock.now();
    // The post may have been bought and refunded before.
    const before = await app.db
      .selectFrom('social.sale')
      .where('post_id', '=', postId)
      .where('buyer_id', '=', viewer.id)
      .where('kind', '=', 'unlock')
      .select('id')
      .execute();
    const { id: saleId } = await sell(app, {
      kind: 'unlock',
      buyerId: viewer.id,
      payeeId: payee,
      pageId: page?.id,
      postId,
      amount: price,
      key: `unlock:${postId}:${viewer.id}:${before.length}`,
    });
    await app.db
      .insertInto('social.post_unlock')
      .values({ post_id: postId, account_id: viewer.id, sale_id: saleId, created_at: now })
      .execute();
    await notifyMoney(app, viewer.id, 'unlocked', price);
    await notifyMoney(app, payee, 'post_sold', price);
    return saleId;
  });
