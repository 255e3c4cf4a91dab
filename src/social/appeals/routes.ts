import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, ListEnvelope } from '../../platform/http/families/social.ts';
import { addAppeal } from './add-appeal.ts';
import { listDecisions } from './get-decisions.ts';
import { DecisionRecord, toDecisionRecord } from './wire.ts';

const member = operations('User and data', 'member');

export const appealRoutes = [
  member.get({
    path: '/apis/php/appeals',
    summary: 'List moderation decisions about your content',
    description: 'Extension. Returns the decisions of the last sixty days, newest first, with your appeals.',
    returns: ListEnvelope(DecisionRecord),
    handle: async ({ app, viewer }) => ({
      data: (await listDecisions(app, viewer.id)).map(toDecisionRecord),
      has_more: false,
    }),
  }),
  member.post({
    path: '/apis/php/appeals',
    summary: 'Appeal a moderation decision',
    description: 'Extension. A decision can be appealed only once. Another moderator reviews it.',
    body: Type.Object({
      decision_id: Id,
      text: Type.String({ maxLength: 20_000 }),
    }),
    returns: Done,
    example: { decision_id: '12', text: 'This was a quotation, and I said so' },
    handle: async ({ app, viewer, body }) => {
      await addAppeal(app, viewer.id, body.decision_id, body.text);
      return { message: 'Appeal sent' };
    },
  }),
];
