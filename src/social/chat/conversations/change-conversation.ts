import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { days, hours } from '../../../kernel/time.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { addLiveEvent } from '../../live/event.ts';
import { announceCounters } from '../../notify/notify.ts';
import { lockConversation } from './require-member.ts';

/** Changes that affect only the member's own view of a conversation. */
export const changes = [
  'accept',
  'mute',
  'mute-hour',
  'unmute',
  'pin',
  'unpin',
  'archive',
  'unarchive',
] as const;
type Change = (typeof changes)[number];

const maxPinned = 20;
/** Used for a permanent mute. */
const permanently = days(36_500);

/** Accepts, mutes, pins or archives a conversation for the viewer only. */
export async function changeConversation(
  app: App,
  viewer: Viewer,
  id: string,
  change: Change,
): Promise<void> {
  const now = app.clock.now();
  const after = (time: number) => new Date(now.getTime() + time);
  const set = {
    accept: { requested_at: null },
    mute: { muted_until: after(permanently) },
    'mute-hour': { muted_until: after(hours(1)) },
    unmute: { muted_until: null },
    pin: { pinned_at: now, archived_at: null },
    unpin: { pinned_at: null },
    archive: { archived_at: now, pinned_at: null },
    unarchive: { archived_at: null },
  }[change];
  await inTransaction(app, async (app) => {
    await lockConversation(app, viewer, id);
    if (change === 'pin') await refuseManyPinned(app, viewer);
    await app.db
      .updateTable('social.conversation_member')
      .set(set)
      .where('conversation_id', '=', id)
      .where('account_id', '=', viewer.id)
      .execute();
    await addLiveEvent(app, [viewer.id], 'conversation', { conversation: id });
    await announceCounters(app, viewer.id);
  });
}

async function refuseManyPinned({ db }: App, viewer: Viewer): Promise<void> {
  const pinned = await db
    .selectFrom('social.conversation_member')
    .where('account_id', '=', viewer.id)
    .where('pinned_at', 'is not', null)
    .select('conversation_id')
    .execute();
  if (pinned.length >= maxPinned)
    throw invalid('do', t('You can pin at most {maxPinned} conversations', { maxPinned }));
}
