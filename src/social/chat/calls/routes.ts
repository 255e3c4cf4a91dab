import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Done, Envelope, ListEnvelope } from '../../../platform/http/families/social.ts';
import { getSteadyPage, readerOf } from '../../lists/served-pages.ts';
import type { Call } from './call.ts';
import { iceServers } from './ice-servers.ts';
import { joinCall } from './join-call.ts';
import { leaveCall } from './leave-calls.ts';
import { listCalls } from './list-calls.ts';
import { pulseCall } from './pulse-call.ts';
import { getCall } from './get-calls.ts';
import { sendSignal } from './send-signal.ts';
import { startCall } from './start-call.ts';
import {
  CallRecord,
  JoinedCall,
  LeaveBody,
  PulseBody,
  SeatBody,
  SignalBody,
  StartBody,
  toCallRecord,
} from './wire.ts';

const member = operations('Chat', 'member');
const often = { by: ['account'], calls: 300, within: minutes(1) } as const;
const device = 'b1946ac92492d234';

const toJoined = (app: App, viewer: Viewer, call: Call): Static<typeof JoinedCall> => ({
  call: toCallRecord(app, call),
  ice_servers: iceServers(app, viewer),
  pulse_seconds: Math.max(1, Math.floor(app.config.CALL_GRACE_SECONDS / 4)),
});

export const callRoutes = [
  member.get({
    path: '/apis/php/chat/calls',
    summary: 'List your calls',
    description: 'Newest first. Includes calls that you made, answered or missed.',
    query: Type.Object({
      offset: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 100_000, description: 'Page number, starting at 0' }),
      ),
    }),
    returns: ListEnvelope(CallRecord),
    handle: async ({ app, viewer, caller, query }) => {
      const { items, hasMore } = await getSteadyPage(app, readerOf(caller, viewer), {
        list: 'calls',
        page: query.offset ?? 0,
        load: (page) => listCalls(app, viewer, page),
        idOf: ({ id }) => id,
      });
      return { data: items.map((call) => toCallRecord(app, call)), has_more: hasMore };
    },
  }),
  member.get({
    path: '/apis/php/chat/call',
    summary: 'Retrieve a call',
    query: Type.Object({ call_id: Id }),
    returns: Envelope(CallRecord),
    handle: async ({ app, viewer, query }) => ({
      data: toCallRecord(app, await getCall(app, viewer, query.call_id)),
    }),
  }),
  member.post({
    path: '/apis/php/chat/calls/start',
    summary: 'Start a call',
    description:
      'Calls the other person, or the members of a group. If the conversation has a current call, you join it. The live stream reports the call with the events `call` and `call-signal`.',
    body: StartBody,
    returns: Envelope(JoinedCall),
    example: { conversation_id: '9', type: 'video', device },
    handle: async ({ app, viewer, body }) => {
      const call = await startCall(app, viewer, {
        conversationId: String(body.conversation_id),
        isVideo: body.type === 'video',
        device: body.device,
      });
      return { data: toJoined(app, viewer, call) };
    },
  }),
  member.post({
    path: '/apis/php/chat/calls/join',
    summary: 'Answer or rejoin a call',
    body: SeatBody,
    returns: Envelope(JoinedCall),
    example: { call_id: '12', device },
    handle: async ({ app, viewer, body }) => {
      const call = await joinCall(app, viewer, { callId: String(body.call_id), device: body.device });
      return { data: toJoined(app, viewer, call) };
    },
  }),
  member.post({
    path: '/apis/php/chat/calls/leave',
    summary: 'Leave or decline a call',
    description: 'With `device`, only if that device is in the call.',
    body: LeaveBody,
    returns: Done,
    example: { call_id: '12' },
    handle: async ({ app, viewer, body }) => {
      await leaveCall(app, viewer, String(body.call_id), body.device);
      return {};
    },
  }),
  member.post({
    path: '/apis/php/chat/calls/pulse',
    summary: 'Stay in a call',
    description:
      'Participants who do not send this for the grace period leave the call. Returns the current call.',
    limit: often,
    body: PulseBody,
    returns: Envelope(CallRecord),
    example: { call_id: '12', device },
    handle: async ({ app, viewer, body }) => {
      const seat = { callId: String(body.call_id), device: body.device };
      const call = await pulseCall(app, viewer, seat, { isAway: body.is_away ?? false });
      return { data: toCallRecord(app, call) };
    },
  }),
  member.post({
    path: '/apis/php/chat/calls/signal',
    summary: 'Send a WebRTC signal',
    description:
      'Sends an offer, an answer or a candidate from a device in the call to another one, which receives it through its live stream.',
    body: SignalBody,
    returns: Done,
    example: { call_id: '12', device, to_user_id: '42', to_device: 'c1946ac92492d235', data: '{}' },
    handle: async ({ app, viewer, body }) => {
      await sendSignal(
        app,
        viewer,
        { callId: String(body.call_id), device: body.device },
        { toId: String(body.to_user_id), toDevice: body.to_device, data: body.data },
      );
      return {};
    },
  }),
];
