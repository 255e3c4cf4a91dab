import { type Static, Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, ListEnvelope } from '../../platform/http/families/social.ts';
import type { DecisionAgainst } from '../cases/appeals.ts';
import { addAppeal, listDecisions } from './appeals.ts';

const DecisionRecord = Type.Object(
  {
    id: Type.String(),
    decision_id: Type.String({ description: 'The same as `id`' }),
    node_type: Type.String({ description: 'user, page, comment, or the kind of a post' }),
    excerpt: Type.String({ description: 'Excerpt from the beginning of the content' }),
    decision: Type.String({ description: 'hide, remove, warn or suspend' }),
    reason: Type.String({ description: 'May be empty' }),
    message: Type.String({ description: 'Message from the moderator; may be empty' }),
    time: Type.String({ description: 'ISO 8601' }),
    appeal: Type.String({ description: 'open, waiting, granted or declined' }),
    answer: Type.String({ description: 'Reply to the appeal; may be empty' }),
  },
  { title: 'Decision' },
);

const toDecisionRecord = (decision: DecisionAgainst): Static<typeof DecisionRecord> => ({
  id: decision.id,
  decision_id: decision.id,
  node_type: decision.subject === 'person' ? 'user' : decision.kind,
  excerpt: decision.excerpt,
  decision: decision.decision,
  reason: decision.category ?? '',
  message: decision.message,
  time: decision.at.toISOString(),
  appeal: decision.appeal ? (decision.appeal.outcome ?? 'waiting') : 'open',
  answer: decision.appeal?.answer ?? '',
});

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
    verb: addAppeal,
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
