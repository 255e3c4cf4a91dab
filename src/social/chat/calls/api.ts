import { type Static, Type } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Done, Envelope, ListEnvelope } from '../../../platform/http/families/social.ts';
import { getSteadyPage, readerOf } from '../../lists/served-pages.ts';
import { AuthorRecord, toAuthorRecord } from '../../people/records.ts';
import { type Call, nameOfCall, callOutcome, outcomes, partStates, secondsOf } from './call.ts';
import { joinCall, leaveCall, startCall } from './calls.ts';
import { getCall, listCalls } from './reading.ts';
import { iceServers, longestSignal, pulseCall, sendSignal } from './signals.ts';

const Device = Type.String({
  pattern: '^[A-Za-z0-9_-]{8,64}$',
  description: 'Your own id for the device in the call. A different device takes over the call',
});
const Reference = Type.Union(
  [Type.String({ pattern: '^[0-9]{1,18}$' }), Type.Integer({ minimum: 1, maximum: 1e15 })],
  { description: 'Digits' },
);

const StartBody = Type.Object(
  {
    conversation_id: Reference,
    type: Type.Enum(['audio', 'video'], { default: 'audio' }),
    device: Device,
  },
  { title: 'StartBody' },
);
const SeatBody = Type.Object({ call_id: Reference, device: Device });
const LeaveBody = Type.Object({ call_id: Reference, device: Type.Optional(Device) });
const PulseBody = Type.Object(
  {
    call_id: Reference,
    device: Device,
    is_away: Type.Optional(
      Type.Boolean({
        description:
          'Whether the page is closing. You leave the call in a few seconds unless the page comes back',
      }),
    ),
  },
  { title: 'PulseBody' },
);
const SignalBody = Type.Object(
  {
    call_id: Reference,
    device: Device,
    to_user_id: Reference,
    to_device: Device,
    data: Type.String({
      minLength: 1,
      maxLength: longestSignal,
      description: 'An offer, an answer or a candidate, in a format that your apps agree on',
    }),
  },
  { title: 'SignalBody' },
);

const ParticipantRecord = Type.Object({
  user: Type.Union([AuthorRecord, Type.Null()], { description: 'Null for a former member' }),
  state: Type.Enum([...partStates]),
  device: Type.String({ description: 'The device to send signals to. Empty if not in the call' }),
});

const CallRecord = Type.Object(
  {
    call_id: Type.String(),
    id: Type.String({ description: 'The same as `call_id`' }),
    conversation_id: Type.String(),
    type: Type.Enum(['audio', 'video']),
    is_group: Type.Boolean(),
    is_outgoing: Type.Boolean(),
    state: Type.Enum([...outcomes], {
      description:
        'Your current state in the call, or its outcome for you. cancelled: you called and no one answered',
    }),
    device: Type.String({ description: 'The device on which you are in the call. Empty if none' }),
    created_time: Type.String({ description: 'ISO 8601' }),
    answered_time: Type.String({ description: 'Empty if never answered' }),
    ended_time: Type.String({ description: 'Empty if it has not ended' }),
    duration: Type.Integer({ description: 'Seconds since it was answered' }),
    name: Type.String({ description: 'The conversation’s name' }),
    user: Type.Union([AuthorRecord, Type.Null()], {
      description: 'The other person in a call between two people',
    }),
    caller: Type.Union([AuthorRecord, Type.Null()], {
      description: 'Null if you called, or for a former member',
    }),
    participants: Type.Array(ParticipantRecord, { description: 'The other participants' }),
  },
  { title: 'Call' },
);
type CallRecord = Static<typeof CallRecord>;

/** A call for a participating device. */
const JoinedCall = Type.Object(
  {
    call: CallRecord,
    ice_servers: Type.Array(
      Type.Object({
        urls: Type.Array(Type.String()),
        username: Type.Optional(Type.String()),
        credential: Type.Optional(Type.String()),
      }),
      { description: 'STUN and TURN servers, for RTCConfiguration' },
    ),
    pulse_seconds: Type.Integer({
      description: 'Call chat/calls/pulse at this interval to stay in the call',
    }),
  },
  { title: 'JoinedCall' },
);

export function toCallRecord(app: App, call: Call): CallRecord {
  const { answeredAt, endedAt, others, isGroup, isOutgoing, caller } = call;
  const other = isGroup ? null : (others[0]?.person ?? null);
  return {
    call_id: call.id,
    id: call.id,
    conversation_id: call.conversationId,
    type: call.isVideo ? 'video' : 'audio',
    is_group: isGroup,
    is_outgoing: isOutgoing,
    state: callOutcome(call),
    device: call.device ?? '',
    created_time: call.startedAt.toISOString(),
    answered_time: answeredAt?.toISOString() ?? '',
    ended_time: endedAt?.toISOString() ?? '',
    duration: secondsOf(call),
    name: nameOfCall(call),
    user: other && toAuthorRecord(app, other),
    caller: caller && !isOutgoing ? toAuthorRecord(app, caller) : null,
    participants: others.map(({ person, state, device }) => ({
      user: person && toAuthorRecord(app, person),
      state,
      device: device ?? '',
    })),
  };
}

const member = operations('Chat', 'member');
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
    description: 'Its state and who takes part.',
    query: Type.Object({ call_id: Id }),
    returns: Envelope(CallRecord),
    handle: async ({ app, viewer, query }) => ({
      data: toCallRecord(app, await getCall(app, viewer, query.call_id)),
    }),
  }),
  member.post({
    path: '/apis/php/chat/calls/start',
    verb: startCall,
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
    verb: joinCall,
    summary: 'Answer or rejoin a call',
    description: 'Also for those who lost the connection.',
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
    verb: leaveCall,
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
    verb: pulseCall,
    summary: 'Stay in a call',
    description:
      'Participants who do not send this for the grace period leave the call. Returns the current call.',
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
    verb: sendSignal,
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
