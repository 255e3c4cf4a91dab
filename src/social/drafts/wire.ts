import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { draftKinds, type Draft } from './draft.ts';
import { pathOfDraft } from './path-of-draft.ts';

export const DraftId = ById;

export const Plan = Type.Object({
  id: Id,
  publish_at: Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
    description: 'ISO 8601; null: it is no longer scheduled',
  }),
  time_zone: Type.Optional(
    Type.String({ maxLength: 60, description: 'The IANA name of your time zone, to show the time in' }),
  ),
});

export const DraftRecord = Type.Object({
  id: Type.String(),
  draft_id: Type.String({ description: 'The same as `id`' }),
  draft_type: Type.Enum([...draftKinds]),
  post_id: Type.String({ description: 'The post that it is a change to; empty: a new one' }),
  content: Type.Record(Type.String(), Type.Unknown(), { description: 'As its kind has it' }),
  time: Type.String({ description: 'ISO 8601: when it was changed last' }),
  publish_at: Type.String({ description: 'ISO 8601; empty: it is not planned' }),
  time_zone: Type.String(),
  problem: Type.String({ description: 'Why it could not be published; may be empty' }),
  url: Type.String(),
});

export const toDraftRecord = ({ config }: App, draft: Draft): Static<typeof DraftRecord> => ({
  id: draft.id,
  draft_id: draft.id,
  draft_type: draft.kind,
  post_id: draft.postId ?? '',
  content: { ...draft.content },
  time: draft.updatedAt.toISOString(),
  publish_at: draft.publishAt?.toISOString() ?? '',
  time_zone: draft.timeZone,
  problem: draft.problem,
  url: `${config.plazaUrl}${pathOfDraft(draft)}`,
});
