import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App } from '../../platform/app.ts';
import { draftKinds, type Draft } from './draft.ts';
import { pathOfDraft } from './path-of-draft.ts';

export const DraftId = ById;

export const Plan = Type.Object(
  {
    id: Id,
    publish_at: Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
      description: 'ISO 8601, in `time_zone` unless it has an offset; null unschedules the draft',
    }),
    time_zone: Type.Optional(
      Type.String({
        maxLength: 60,
        description: 'IANA name of your time zone, in which the time is and is shown. UTC by default',
      }),
    ),
  },
  { title: 'Plan' },
);

export const DraftRecord = Type.Object(
  {
    id: Type.String(),
    draft_id: Type.String({ description: 'The same as `id`' }),
    draft_type: Type.Enum([...draftKinds]),
    post_id: Type.String({ description: 'The post that the draft changes; empty for a new post' }),
    content: Type.Record(Type.String(), Type.Unknown(), { description: 'In the format of its kind' }),
    time: Type.String({ description: 'ISO 8601: time of the last change' }),
    publish_at: Type.String({ description: 'ISO 8601; empty if not scheduled' }),
    time_zone: Type.String(),
    problem: Type.String({ description: 'Why publication failed; may be empty' }),
    url: Type.String(),
  },
  { title: 'Draft' },
);

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
