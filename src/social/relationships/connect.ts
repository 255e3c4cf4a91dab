import { msg, invalid } from '../../kernel/problem.ts';
import { type App, perAccount, verb, type Viewer } from '../../platform/app.ts';
import { acceptFriend, cancelRequest, declineFriend, removeFriend, sendFriendRequest } from './friends.ts';
import { block, mute, unblock, unmute } from './blocks.ts';
import { acceptFollower, declineFollower, removeFollower } from './follow-requests.ts';
import { follow, unfollow } from './follows.ts';
import { connectWords, type ConnectWord } from '../people/components.ts';
import { minutes } from '../../kernel/time.ts';

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
  'follow-accept': acceptFollower,
  'follow-decline': declineFollower,
  'follower-remove': removeFollower,
  block,
  unblock,
  mute,
  unmute,
};

/** Performs the relationship action with the given name, as used by apps and pages. */
export const connect = verb(
  { name: 'relationships.connect', who: 'member', limit: perAccount(200, minutes(5)) },
  async (app: App, viewer: Viewer, word: string, personId: string): Promise<void> => {
    const act = Object.hasOwn(acts, word) ? acts[word as ConnectWord] : undefined;
    if (!act)
      throw invalid('do', msg('do must be one of {connectWords}', { connectWords: connectWords.join(', ') }));
    await act(app, viewer, personId);
  },
);
