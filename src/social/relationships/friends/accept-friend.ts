import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { befriend } from './send-friend-request.ts';
import { withPair } from '../../people/pair.ts';

/** Accepts a friend request, even if it was declined before. No-op if they are friends already. */
export async function acceptFriend(app: App, viewer: Viewer, personId: string): Promise<void> {
  await withPair(app, viewer, personId, async (app, { me, other, friendship, friendshipId }) => {
    if (friendship === 'friends') return;
    if (friendship !== 'asks' && friendship !== 'refused') throw missing(t('Friend request'));
    await befriend(app, friendshipId ?? '', me, other);
  });
}
