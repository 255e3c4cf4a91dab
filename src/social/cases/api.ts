import { type Static, Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, nextPlace, PageEnvelope } from '../../platform/http/families/social.ts';
import { t } from '../../web/translation/translate.ts';
import { decisions } from '../moderation/case.ts';
import { AuthorRecord, toAuthorRecord } from '../people/records.ts';
import { listAppeals, settleAppeal, type WaitingAppeal } from './appeals.ts';
import { assignedTo } from '../../identity/operators/handover.ts';
import { assignCase, type Assignee, type Assignment, claimCase, unclaimCase } from './assigning.ts';
import { type Case, listCases } from './reading.ts';
import { settleCases } from './settle-case.ts';
import { undoSettlement } from './undo.ts';

const moderator = operations('Moderation', 'moderator');
const path = '/apis/php/moderation';
const about = 'Extension. For moderators.';
const Assigned = Type.Optional(Type.Enum([...assignedTo], { description: 'Omit it for everybody’s' }));
const Ids = Type.Array(Id, { minItems: 1, maxItems: 100 });
const From = Type.Optional(
  Type.String({
    pattern: '^[0-9]{0,18}$',
    description: 'The user_id of the one who has it as you know it, or empty for nobody. Somebody else: 409',
  }),
);

const assignment = {
  assigned_to: Type.Union([Type.Object({ user_id: Type.String(), user_name: Type.String() }), Type.Null()]),
  assignments: Type.Array(
    Type.Object({
      to: Type.String({ description: 'A username. Empty if it was given back' }),
      by: Type.String(),
      note: Type.String(),
      time: Type.String({ description: 'ISO 8601' }),
    }),
    { description: 'Who had it, newest first' },
  ),
};

const CaseRecord = Type.Object(
  {
    id: Type.String(),
    case_id: Type.String({ description: 'The same as `id`' }),
    node_type: Type.String({ description: 'user, page, comment, message, or the kind of a post' }),
    node_id: Type.String(),
    author: AuthorRecord,
    trust: Type.String({ description: 'The trust level of the author' }),
    title: Type.String(),
    text: Type.String(),
    held: Type.Boolean(),
    rule: Type.String({ description: 'The rule that held it, or empty' }),
    reports: Type.Integer(),
    reasons: Type.Array(Type.Object({ category: Type.String(), reason: Type.String(), by: Type.String() })),
    opened: Type.String({ description: 'ISO 8601' }),
    ...assignment,
  },
  { title: 'ModerationCase' },
);

const AppealRecord = Type.Object(
  {
    id: Type.String(),
    appeal_id: Type.String({ description: 'The same as `id`' }),
    case_id: Type.String({ description: 'For moderation/assign' }),
    author: AuthorRecord,
    text: Type.String({ description: 'Reason for the appeal' }),
    content: Type.String({ description: 'What the decision is about' }),
    decision: Type.String(),
    decided_by: Type.String({ description: 'A username, or empty' }),
    time: Type.String({ description: 'ISO 8601' }),
    ...assignment,
  },
  { title: 'WaitingAppeal' },
);

const toAssignment = ({
  assignee,
  assignments,
}: {
  assignee: Assignee | null;
  assignments: readonly Assignment[];
}) => ({
  assigned_to: assignee && { user_id: assignee.id, user_name: assignee.username },
  assignments: assignments.map(({ to, by, note, at }) => ({
    ...{ to: to ?? '', by: by ?? '', note },
    time: new Date(at).toISOString(),
  })),
});

const toCaseRecord = (app: App, one: Case): Static<typeof CaseRecord> => ({
  id: one.id,
  case_id: one.id,
  node_type: one.subject === 'person' ? 'user' : one.kind,
  node_id: one.subjectId,
  author: toAuthorRecord(app, one.author),
  ...{ trust: one.trust, title: one.title, text: one.text, rule: one.rule },
  ...{ held: one.heldAt !== null, reports: one.reports, reasons: one.reasons },
  opened: one.openedAt.toISOString(),
  ...toAssignment(one),
});

const toAppealRecord = (app: App, appeal: WaitingAppeal): Static<typeof AppealRecord> => ({
  id: appeal.id,
  appeal_id: appeal.id,
  case_id: appeal.caseId,
  author: toAuthorRecord(app, appeal.author),
  ...{ text: appeal.text, content: appeal.original, decision: appeal.decision },
  decided_by: appeal.decidedBy?.username ?? '',
  time: appeal.at.toISOString(),
  ...toAssignment(appeal),
});

/** The moderation queue for programs of moderators. */
export const caseRoutes = [
  moderator.get({
    path: `${path}/cases`,
    summary: 'List the moderation queue',
    description: `${about} Held and reported content that waits for a decision, 20 per page.`,
    query: Type.Object({
      show: Type.Optional(Type.Enum(['held', 'reported'])),
      kind: Type.Optional(Type.String({ maxLength: 20 })),
      reason: Type.Optional(Type.String({ maxLength: 60, description: 'A rule or a report category' })),
      assigned: Assigned,
      order: Type.Optional(Type.Enum(['oldest', 'newest'])),
      after: Type.Optional(
        Type.String({ pattern: '^[0-9]{1,18}$', description: 'The next_cursor of the previous page' }),
      ),
    }),
    returns: PageEnvelope(Type.Array(CaseRecord)),
    handle: async ({ app, viewer, query }) => {
      const { items, next } = await listCases(app, viewer, query);
      return { data: items.map((one) => toCaseRecord(app, one)), ...nextPlace(next) };
    },
  }),
  moderator.get({
    path: `${path}/appeals`,
    summary: 'List open appeals',
    description: `${about} The oldest 20.`,
    query: Type.Object({ assigned: Assigned }),
    returns: Envelope(Type.Array(AppealRecord)),
    handle: async ({ app, viewer, query: { assigned } }) => ({
      data: (await listAppeals(app, assigned && { to: assigned, moderator: viewer })).map((each) =>
        toAppealRecord(app, each),
      ),
    }),
  }),
  moderator.post({
    path: `${path}/claim`,
    verb: claimCase,
    summary: 'Assign a case to yourself',
    description: `${about} Without \`from\`, only what nobody has. Of two who claim it one wins; the other is told who (409).`,
    body: Type.Object({ case_id: Id, from: From }),
    returns: Done,
    example: { case_id: '12' },
    handle: async ({ app, viewer, body }) => {
      await claimCase(app, viewer, body.case_id, body.from);
      return { message: 'Assigned' };
    },
  }),
  moderator.post({
    path: `${path}/assign`,
    verb: assignCase,
    summary: 'Assign a case to a moderator',
    description: `${about} The moderator is notified, and sees the note. An empty \`to\` gives it to nobody.`,
    body: Type.Object({
      case_id: Id,
      to: Type.String({ maxLength: 100, description: 'A username' }),
      note: Type.Optional(Type.String({ maxLength: 20_000, description: 'At most 500 characters' })),
      from: From,
    }),
    returns: Done,
    example: { case_id: '12', to: 'mona', note: 'Can you read Portuguese?' },
    handle: async ({ app, viewer, body: { case_id: id, ...handover } }) => {
      await assignCase(app, viewer, id, handover);
      return { message: 'Assigned' };
    },
  }),
  moderator.post({
    path: `${path}/unclaim`,
    verb: unclaimCase,
    summary: 'Give a case back',
    description: `${about} Has no effect on the case of another.`,
    body: Type.Object({ case_id: Id }),
    returns: Done,
    example: { case_id: '12' },
    handle: async ({ app, viewer, body }) => {
      await unclaimCase(app, viewer, body.case_id);
      return { message: 'Unassigned' };
    },
  }),
  moderator.post({
    path: `${path}/decide`,
    verb: settleCases,
    summary: 'Decide cases',
    description: `${about} One decision about up to 100 cases, each on its own. \`left\` has the reasons of those that are still open, such as that somebody else is reviewing them.`,
    body: Type.Object({
      case_ids: Ids,
      decision: Type.Enum([...decisions]),
      category: Type.Optional(Type.String({ maxLength: 60, description: 'A report category' })),
      message: Type.Optional(
        Type.String({ maxLength: 20_000, description: 'For the author. Required to warn and suspend' }),
      ),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650, description: 'Of a suspension' })),
    }),
    returns: Envelope(Type.Object({ done: Type.Array(Type.String()), left: Type.Array(Type.String()) })),
    example: { case_ids: ['12', '13'], decision: 'remove', category: 'spam' },
    handle: async ({ app, viewer, body: { case_ids: ids, ...given } }) => {
      const { done, left } = await settleCases(app, viewer, ids, given);
      if (done.length === 0 && left[0]) throw left[0];
      return { data: { done, left: left.map(({ text }) => t(text)) } };
    },
  }),
  moderator.post({
    path: `${path}/undo`,
    verb: undoSettlement,
    summary: 'Undo a decision',
    description: `${about} Your own, within an hour, unless the author has appealed.`,
    body: Type.Object({ case_id: Id }),
    returns: Done,
    example: { case_id: '12' },
    handle: async ({ app, viewer, body }) => {
      await undoSettlement(app, viewer, body.case_id);
      return { message: 'Undone' };
    },
  }),
  moderator.post({
    path: `${path}/appeals`,
    verb: settleAppeal,
    summary: 'Decide an appeal',
    description: `${about} Granting it reverses the decision. Not by the one who decided, if there is another moderator.`,
    body: Type.Object({
      appeal_id: Id,
      outcome: Type.Enum(['granted', 'declined']),
      answer: Type.Optional(Type.String({ maxLength: 20_000 })),
    }),
    returns: Done,
    example: { appeal_id: '12', outcome: 'granted', answer: 'It was a quotation' },
    handle: async ({ app, viewer, body: { appeal_id: id, ...settlement } }) => {
      await settleAppeal(app, viewer, id, settlement);
      return { message: 'Decided' };
    },
  }),
];
