import { PostId } from '../api.ts';
import { Type, type Static } from 'typebox';
import { operations } from '../../../platform/http/endpoint.ts';
import { Envelope } from '../../../platform/http/families/social.ts';
import { formerFileNames } from '../attachments.ts';
import { getPost } from '../reading/get-posts.ts';
import { PostRecord, toPostRecord } from '../records/post-record.ts';
import { publishDraftNow, savePostDraft } from './drafts.ts';
import { Id } from '../../../kernel/input.ts';
import { NewPost, toNewPost } from '../requests/post-body.ts';
import type { PostContent } from './content.ts';

const NewDraft = Type.Object(
  {
    id: Type.Optional(Id),
    ...NewPost.properties,
  },
  { title: 'NewDraft' },
);

function toDraftContent(body: Omit<Static<typeof NewDraft>, 'id'>): PostContent {
  const {
    text,
    warning = '',
    photos,
    video,
    attachments = [],
    poll,
    quoteId,
    paywall,
    thread = [],
  } = toNewPost(body);
  return {
    text,
    privacy: body.privacy ?? 'friends',
    warning,
    photos: [...photos],
    ...(video && { video: { path: video.path, alt: video.alt ?? '' } }),
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    ...(thread.length > 0 && { thread: thread.map((part) => ({ ...part, photos: [...part.photos] })) }),
    ...(poll && { poll: { ...poll, options: [...poll.options] } }),
    ...(quoteId !== undefined && { quoteId }),
    ...(paywall && { paywall }),
  };
}

const addition = 'Extension.';
const member = operations('Drafts', 'member');

/** Endpoints for drafts of plain posts. Those shared by all drafts are in drafts/routes.ts. */
export const postDraftRoutes = [
  member.post({
    path: '/apis/php/drafts/post',
    verb: savePostDraft,
    summary: 'Save a post as a draft',
    description: `${addition} Files are paths of uploads. With \`id\`, replaces that draft. Schedule it with drafts/schedule.`,
    formerNames: formerFileNames,
    body: NewDraft,
    returns: Envelope(Type.Object({ id: Type.String() })),
    example: { text: 'For tomorrow', privacy: 'public' },
    handle: async ({ app, viewer, body }) => {
      const id = await savePostDraft(app, viewer, { id: body.id, content: toDraftContent(body) });
      return { message: 'Kept', data: { id } };
    },
  }),
  member.post({
    path: '/apis/php/drafts/publish',
    verb: publishDraftNow,
    summary: 'Publish a post draft now',
    description: addition,
    body: Type.Object({ id: PostId.properties.id }),
    returns: Envelope(PostRecord),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      const id = await publishDraftNow(app, viewer, body.id);
      return { message: 'Posted', data: toPostRecord(app, await getPost(app, viewer, id)) };
    },
  }),
];
