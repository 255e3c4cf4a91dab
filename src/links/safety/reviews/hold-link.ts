import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { publishLinkChange } from '../../record/announce-link.ts';
import type { RuleName } from '../assessment/rule.ts';
import { notifyOwners } from './notify-owners.ts';
import { warningOf } from '../lists/rules.ts';
import { getWatched } from './find-any-link.ts';

/**
 * Shows visitors a warning until an operator has reviewed the link, and notifies its owner. Does nothing if
 * it is already held or suspended, or its destination is no longer `url`.
 */
export async function holdLink(app: App, id: string, rule: RuleName, url: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const held = await app.db
      .updateTable('links.link')
      .set({ held_at: app.clock.now(), held_for: rule })
      .where('id', '=', id)
      .where('url', '=', url)
      .where('held_at', 'is', null)
      .where('suspended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!held) return;
    const link = await getWatched(app, id);
    await publishLinkChange(app, link);
    await notifyOwners(app, [link], () => ({
      subject: t('Visitors of your link see a warning'),
      about: t('Until we have reviewed it, visitors of this link see a warning first: “{title}”.', {
        title: warningOf(rule).title,
      }),
    }));
  });
}
