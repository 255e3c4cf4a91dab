import { Type } from 'typebox';
import { minutes } from '../../../kernel/time.ts';
import { operations } from '../../../platform/http/endpoint.ts';
import { Envelope } from '../../../platform/http/families/social.ts';
import { saveDraft } from '../../drafts/save-draft.ts';
import { formerFileNames } from '../attachments/attachments.ts';
import { filesOf } from '../post-content.ts';
import { PostRecord, toPostRecord } from '../records/post-record.ts';
import { publishDraftNow } from './publish-draft-now.ts';
import { getPost } from '../reading/get-posts.ts';
import { NewDraft, PostId, toDraftContent } from '../wire.ts';

const addition = 'Extension.';
const member = operations('Drafts', 'member');

/** Endpoints for drafts of plain posts. Those shared by all drafts are in drafts/routes.ts. */
export const postDraftRoutes = [
  member.post({
    path: '/apis/php/drafts/post',
    summary: 'Save a post as a draft',
    description: `${addition} Files are paths of uploads. With \`id\`, replaces that draft. Schedule it with drafts/schedule.`,
    limit: { by: ['account'], calls: 300, within: minutes(5) },
    formerNames: formerFileNames,
    body: NewDraft,
    returns: Envelope(Type.Object({ id: Type.String() })),
    example: { text: 'For tomorrow', privacy: 'public' },
    handle: async ({ app, viewer, body }) => {
      const content = toDraftContent(body);
      const files = filesOf(content);
      return {
        message: 'Kept',
        data: { id: await saveDraft(app, viewer, { id: body.id, kind: 'post', content, files }) },
      };
    },
  }),
  member.post({
    path: '/apis/php/drafts/publish',
    summary: 'Publish a post draft now',
    description: addition,
    limit: { by: ['account'], calls: 60, within: minutes(5) },
    body: Type.Object({ id: PostId.properties.id }),
    returns: Envelope(PostRecord),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      const id = await publishDraftNow(app, viewer, body.id);
      return { message: 'Posted', data: toPostRecord(app, await getPost(app, viewer, id)) };
    },
  }),
];
