import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { acceptFriend } from './friends/accept-friend.ts';
import { sendFriendRequest } from './friends/send-friend-request.ts';
import { block } from './blocks/block.ts';
import { cancelRequest } from './friends/cancel-request.ts';
import { declineFriend } from './friends/decline-friend.ts';
import { follow } from './follows/follow.ts';
import { mute, unmute } from './blocks/mute.ts';
import { removeFriend } from './friends/remove-friend.ts';
import { unblock } from './blocks/unblock.ts';
import { unfollow } from './follows/unfollow.ts';
import { connectWords, type ConnectWord } from '../people/connect-words.ts';

type Act = (app: App, viewer: Viewer, personId: string) => Promise<void>;

const acts: Readonly<Record<ConnectWord, Act>> = {
  follow,
  unfollow,
  friend: sendFriendRequest,
  unfriend: async (app, viewer, personId) => {
    await removeFriend(app, viewer, personId);
    await cancelRequest(app, viewer, personId);
  },
  'friend-add': sendFriendRequest,
  'friend-accept': acceptFriend,
  'friend-decline': declineFriend,
  'friend-cancel': cancelRequest,
  'friend-remove': removeFriend,
  block,
  unblock,
  mute,
  unmute,
};

/** Performs the relationship action with the given name, as used by apps and pages. */
export async function connect(app: App, viewer: Viewer, word: string, personId: string): Promise<void> {
  const act = Object.hasOwn(acts, word) ? acts[word as ConnectWord] : undefined;
  if (!act)
    throw invalid('do', t('do must be one of {connectWords}', { connectWords: connectWords.join(', ') }));
  await act(app, viewer, personId);
}
