// The requests of apps about calls, with two friends who have a conversation.
import assert from 'node:assert/strict';
import type { App, Viewer } from '../../../src/platform/app.ts';
import { callLiveKinds } from '../../../src/social/chat/live.ts';
import { describeEvent } from '../../../src/social/chat/messages/message.ts';
import { getMessages } from '../../../src/social/chat/messages/message-rows.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import type { World } from '../../ask-plaza.ts';

interface State {
  call_id: string;
  state: string;
  device: string;
  answered_time: string;
  ended_time: string;
  duration: number;
  name: string;
  user: { user_name: string } | null;
  caller: { user_name: string } | null;
  participants: { user: { user_name: string } | null; state: string; device: string }[];
}

interface Joined {
  call: State;
  ice_servers: { urls: string[]; username?: string; credential?: string }[];
}

export const deviceOf = ({ username }: Viewer, n = 1) => `device-of-${username}-${n}`;

export async function befriend(app: App, one: Viewer, other: Viewer) {
  await connect(app, one, 'friend-add', other.id);
  await connect(app, other, 'friend-accept', one.id);
}

/** Sets up Ada and Bob as friends with a conversation, and the requests of apps about calls. */
export async function openCalls(world: World) {
  const { app, ada, bob, plaza } = world;
  await befriend(app, ada, bob);
  const { conversationId } = await sendMessage(app, ada, { recipients: [bob.id], text: 'Hello' });
  const ask = async (viewer: Viewer, word: string, body: object) => {
    const answer = await plaza.api(viewer, 'POST', `/apis/php/chat/calls/${word}`, body);
    return { status: answer.status, message: answer.body.message, data: answer.body.data as Joined };
  };
  const done = async (viewer: Viewer, word: string, body: object) => {
    const answer = await ask(viewer, word, body);
    assert.equal(answer.status, 200, `${word}: ${answer.message}`);
    return answer.data;
  };
  return {
    id: conversationId,
    ask,
    start: async (viewer: Viewer, conversation_id = conversationId, type = 'audio') =>
      (await done(viewer, 'start', { conversation_id, type, device: deviceOf(viewer) })).call,
    join: async (viewer: Viewer, { call_id }: State, n = 1) =>
      (await done(viewer, 'join', { call_id, device: deviceOf(viewer, n) })).call,
    leave: (viewer: Viewer, { call_id }: State) => done(viewer, 'leave', { call_id }),
    pulse: async (viewer: Viewer, { call_id }: State, more = {}) =>
      (await done(viewer, 'pulse', { call_id, device: deviceOf(viewer), ...more })) as unknown as State,
    read: async (viewer: Viewer, { call_id }: State) => {
      const answer = await plaza.api(viewer, 'GET', `/apis/php/chat/call?call_id=${call_id}`);
      return { ...(answer.body.data as State), status: answer.status };
    },
    list: async (viewer: Viewer) =>
      (await plaza.api(viewer, 'GET', '/apis/php/chat/calls')).body.data as State[],
    /** Returns what the person's pages show from the live stream. */
    live: async (viewer: Viewer) => {
      const kind = callLiveKinds.find(({ name }) => name === 'call');
      return ((await kind?.read(app, viewer, {})) as unknown as { calls: State[] }).calls;
    },
    lines: async (viewer: Viewer, conversation = conversationId) => {
      const rows = await app.db
        .selectFrom('social.message')
        .where('conversation_id', '=', conversation)
        .where('event', '=', 'call')
        .orderBy('id')
        .select('id')
        .execute();
      const ids = rows.map(({ id }) => id);
      return (await getMessages(app, viewer, ids)).map(describeEvent);
    },
    unread: async (viewer: Viewer) => {
      const { body } = await plaza.api(
        viewer,
        'GET',
        `/apis/php/chat/conversation?conversation_id=${conversationId}`,
      );
      return (body.data as { unread_count: number }).unread_count;
    },
  };
}
