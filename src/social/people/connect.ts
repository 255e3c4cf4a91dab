import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { acceptFriend } from './accept-friend.ts';
import { askFriend } from './ask-friend.ts';
import { block } from './block.ts';
import { cancelRequest } from './cancel-request.ts';
import { declineFriend } from './decline-friend.ts';
import { follow } from './follow.ts';
import { mute, unmute } from './mute.ts';
import { removeFriend } from './remove-friend.ts';
import { unblock } from './unblock.ts';
import { unfollow } from './unfollow.ts';
import { connectWords, type ConnectWord } from './connect-words.ts';

type Act = (app: App, viewer: Viewer, personId: string) => Promise<void>;

const acts: Readonly<Record<ConnectWord, Act>> = {
  follow,
  unfollow,
  friend: askFriend,
  unfriend: async (app, viewer, personId) => {
    await removeFriend(app, viewer, personId);
    await cancelRequest(app, viewer, personId);
  },
  'friend-add': askFriend,
  'friend-accept': acceptFriend,
  'friend-decline': declineFriend,
  'friend-cancel': cancelRequest,
  'friend-remove': removeFriend,
  block,
  unblock,
  mute,
  unmute,
};

/** Does to a person what the word says; apps and pages know these acts by such words. */
export async function connect(app: App, viewer: Viewer, word: string, personId: string): Promise<void> {
  const act = Object.hasOwn(acts, word) ? acts[word as ConnectWord] : undefined;
  if (!act) throw invalid('do', `do must be one of ${connectWords.join(', ')}`);
  await act(app, viewer, personId);
}
