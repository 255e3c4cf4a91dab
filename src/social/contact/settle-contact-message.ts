import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/** Marks a message as settled, or reopens it. */
export async function settleContactMessage(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  operatorId: string,
  id: string,
  isSettled: boolean,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('social.contact_message')
    .set(
      isSettled
        ? { settled_at: clock.now(), settled_by: operatorId }
        : { settled_at: null, settled_by: null },
    )
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw missing(t('Message'));
}
