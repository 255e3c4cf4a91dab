import { isTimeZone, minutes, parseTime } from '../../kernel/time.ts';
import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { invalid } from '../../kernel/problem.ts';
import { deleteDraft } from './delete-draft.ts';
import { draftKinds } from './draft.ts';
import { listDrafts } from './list-drafts.ts';
import { getDraft } from './get-draft.ts';
import { schedule } from './schedule.ts';
import { DraftId, DraftRecord, Plan, toDraftRecord } from './wire.ts';

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
    summary: 'Schedule or unschedule a draft',
    description: `${addition} It passes moderation when it is due. If it is rejected, it stays a draft with the reason.`,
    limit: { by: ['account'], calls: 120, within: minutes(5) },
    body: Plan,
    returns: Envelope(DraftRecord),
    example: { id: '12', publish_at: null },
    handle: async ({ app, viewer, body }) => {
      const { publish_at: text, time_zone: zone = 'UTC' } = body;
      if (!isTimeZone(zone)) throw invalid('time_zone', t('Unknown time zone'));
      const at = text === null ? null : parseTime(text, zone);
      if (at === undefined) throw invalid('publish_at', t('Enter a valid time'));
      await schedule(app, viewer, body.id, { at, timeZone: body.time_zone });
      return { data: toDraftRecord(app, await getDraft(app, viewer, body.id)) };
    },
  }),
];
