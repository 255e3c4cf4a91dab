import { type Static, Type } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import type { App } from '../../../platform/app.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Envelope } from '../../../platform/http/families/social.ts';
import { AuthorRecord, toAuthorRecord } from '../../people/records.ts';
import { type Admission, checkIn, getAdmission, undoCheckIn } from './tickets.ts';

const member = operations('Events', 'member');
const path = '/apis/php/events/check-in';

const OfCode = Type.Object({
  id: Id,
  code: Type.String({ maxLength: 40, description: '`ticket` of the guest' }),
});

const AdmissionRecord = Type.Object(
  {
    person: AuthorRecord,
    date_id: Type.String(),
    going: Type.Boolean({ description: 'False once the guest answered otherwise' }),
    checked_in: Type.String({ description: 'ISO 8601; empty if not' }),
    total: Type.Integer({ description: 'Guests of the date who are checked in' }),
  },
  { title: 'Admission' },
);

const toRecord = (
  app: App,
  { person, date, isGoing, checkedInAt }: Admission,
): Static<typeof AdmissionRecord> => ({
  person: toAuthorRecord(app, person),
  date_id: date.id,
  going: isGoing,
  checked_in: checkedInAt?.toISOString() ?? '',
  total: date.checkedIn,
});

export const ticketRoutes = [
  member.get({
    path,
    summary: 'Get whose ticket a code is',
    description: 'Extension. For the host of the event.',
    query: OfCode,
    returns: Envelope(AdmissionRecord),
    handle: async ({ app, viewer, query }) => ({
      data: toRecord(app, await getAdmission(app, viewer, query.id, query.code)),
    }),
  }),
  member.post({
    path,
    verb: checkIn,
    summary: 'Check in a guest by the code of the ticket',
    description:
      'Extension. For the host, from a day before the start to a day after the end. Each ticket is used once.',
    body: OfCode,
    returns: Envelope(AdmissionRecord),
    example: { id: '12', code: '34-K7MXQ2PA' },
    handle: async ({ app, viewer, body }) => ({
      data: toRecord(app, await checkIn(app, viewer, body.id, body.code)),
    }),
  }),
  member.post({
    path: `${path}/undo`,
    verb: undoCheckIn,
    summary: 'Take a check-in back',
    description: 'Extension. For the host.',
    body: OfCode,
    returns: Envelope(AdmissionRecord),
    example: { id: '12', code: '34-K7MXQ2PA' },
    handle: async ({ app, viewer, body }) => {
      const { code } = await undoCheckIn(app, viewer, body.id, body.code);
      return { data: toRecord(app, await getAdmission(app, viewer, body.id, code)) };
    },
  }),
];
