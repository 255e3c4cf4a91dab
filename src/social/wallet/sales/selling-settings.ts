import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { canMonetize } from '../../access/paywall.ts';
import { parseMoney, type Money } from '../money/money.ts';

/** A member's settings for earning money. */
export interface SellingSettings {
  /** Price of a first message from people the member neither follows nor is friends with. Null if free. */
  chatPrice: Money | null;
  acceptsTips: boolean;
}

export async function getSellingSettings(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<SellingSettings> {
  const row = await db
    .selectFrom('social.selling_settings')
    .where('account_id', '=', accountId)
    .select(['chat_price', 'accepts_tips'])
    .executeTakeFirst();
  return {
    chatPrice: row && row.chat_price !== null ? BigInt(row.chat_price) : null,
    acceptsTips: row?.accepts_tips ?? true,
  };
}

const minPrice = 500_000n;
const highestPrice = 1_000_000_000n;

interface Typed {
  /** As typed, such as `2.50`. Empty or 0 makes first messages free. Undefined keeps the setting. */
  chatPrice?: string | undefined;
  acceptsTips?: boolean | undefined;
}

export async function saveSellingSettings(app: App, viewer: Viewer, typed: Typed): Promise<void> {
  if (!canMonetize(app.config, viewer))
    throw new Problem('forbidden', t('You need the permission can_monetize_content to earn money here'));
  const { chatPrice: price, acceptsTips } = typed;
  const isFree = price !== undefined && /^0*(\.0+)?$/.test(price.trim());
  const chatPrice =
    price === undefined || isFree
      ? undefined
      : parseMoney(app.config, price, { field: 'chat_price', min: minPrice, max: highestPrice });
  const changes = {
    ...(price !== undefined && { chat_price: chatPrice === undefined ? null : String(chatPrice) }),
    ...(acceptsTips !== undefined && { accepts_tips: acceptsTips }),
    updated_at: app.clock.now(),
  };
  await app.db
    .insertInto('social.selling_settings')
    .values({ account_id: viewer.id, ...changes })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changes))
    .execute();
}
