import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { DecisionAgainst } from '../cases/appeals/appeal.ts';

export const DecisionRecord = Type.Object(
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

export const toDecisionRecord = (decision: DecisionAgainst): Static<typeof DecisionRecord> => ({
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
