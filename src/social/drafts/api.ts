import { type Static, Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { isTimeZone, parseTime } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { type Draft, draftKinds, getDraft, pathOfDraft } from './draft.ts';
import { deleteDraft, listDrafts, schedule } from './drafts.ts';

const DraftId = ById;

const Plan = Type.Object(
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

const DraftRecord = Type.Object(
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

const toDraftRecord = ({ config }: App, draft: Draft): Static<typeof DraftRecord> => ({
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

const addition = 'Extension.';
const member = operations('Drafts', 'member');

export const draftRoutes = [
  member.get({
    path: '/apis/php/drafts',
    summary: 'List your drafts and scheduled posts',
    description: `${addition} Scheduled drafts come first, by time of publication.`,
    query: Type.Object({ type: Type.Optional(Type.Enum([...draftKinds])) }),
    returns: Envelope(Type.Array(DraftRecord)),
    handle: async ({ app, viewer, query }) => ({
      data: (await listDrafts(app, viewer, query.type ? { kind: query.type } : {})).map((draft) =>
        toDraftRecord(app, draft),
      ),
    }),
  }),
  member.get({
    path: '/apis/php/drafts/draft/{id}',
    summary: 'Get a draft',
    description: addition,
    params: DraftId,
    returns: Envelope(DraftRecord),
    handle: async ({ app, viewer, params }) => ({
      data: toDraftRecord(app, await getDraft(app, viewer, params.id)),
    }),
  }),
  member.delete({
    path: '/apis/php/drafts/draft/{id}',
    verb: deleteDraft,
    summary: 'Delete a draft',
    description: addition,
    params: DraftId,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deleteDraft(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
  member.post({
    path: '/apis/php/drafts/schedule',
    verb: schedule,
    summary: 'Schedule or unschedule a draft',
    description: `${addition} It passes moderation when it is due. If it is rejected, it stays a draft with the reason.`,
    body: Plan,
    returns: Envelope(DraftRecord),
    example: { id: '12', publish_at: null },
    handle: async ({ app, viewer, body }) => {
      const { publish_at: text, time_zone: zone = 'UTC' } = body;
      if (!isTimeZone(zone)) throw invalid('time_zone', msg('Unknown time zone'));
      const at = text === null ? null : parseTime(text, zone);
      if (at === undefined) throw invalid('publish_at', msg('Enter a valid time'));
      await schedule(app, viewer, body.id, { at, timeZone: body.time_zone });
      return { data: toDraftRecord(app, await getDraft(app, viewer, body.id)) };
    },
  }),
];
