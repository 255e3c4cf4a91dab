import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../../platform/app.ts';
import { AuthorRecord, toAuthorRecord } from '../../people/records.ts';
import type { Call } from './call.ts';
import { nameOfCall, outcomeOf, outcomes, secondsOf } from './outcome.ts';
import { partStates } from './call.ts';
import { longestSignal } from './send-signal.ts';

const Device = Type.String({
  pattern: '^[A-Za-z0-9_-]{8,64}$',
  description: 'Your own id for the device in the call. A different device takes over the call',
});
const Reference = Type.Union(
  [Type.String({ pattern: '^[0-9]{1,18}$' }), Type.Integer({ minimum: 1, maximum: 1e15 })],
  { description: 'Digits' },
);

export const StartBody = Type.Object(
  {
    conversation_id: Reference,
    type: Type.Enum(['audio', 'video'], { default: 'audio' }),
    device: Device,
  },
  { title: 'StartBody' },
);
export const SeatBody = Type.Object({ call_id: Reference, device: Device });
export const LeaveBody = Type.Object({ call_id: Reference, device: Type.Optional(Device) });
export const PulseBody = Type.Object(
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
export const SignalBody = Type.Object(
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

export const CallRecord = Type.Object(
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
export const JoinedCall = Type.Object(
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
    state: outcomeOf(call),
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
