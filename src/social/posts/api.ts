import { type Static, Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  After,
  Done,
  Envelope,
  nextPage,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import { formerFileNames } from './attachments.ts';
import { deletePost, restorePost } from './deleting.ts';
import { editPost, removePreview } from './editing.ts';
import { listVersions, lockPost, pinPost, type PostVersion, versionsOnPage } from './post-actions.ts';
import { maxAttachments, maxPhotos } from './new-post.ts';
import { publishWithFiles, threadFiles } from './post-files.ts';
import type { PostKind } from './post.ts';
import { publishPost, sharePost } from './publishing.ts';
import { getPost } from './reading/get-posts.ts';
import { PostRecord, toPostRecord } from './records/post-record.ts';
import { PaywallBody, toPaywallChange } from './requests/paywall.ts';
import { fileMetadataOf, NewPost, toNewPost } from './requests/post-body.ts';
import { listShares } from './sharing.ts';
import { getThreadOf, maxContinuations } from './threads.ts';

// Generous: the operation limits the length in user-perceived characters.
const Text = Type.String({ maxLength: 20_000 });

const PostChange = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 1000, description: 'Title of a thread' })),
    // The maximum of all kinds that can be edited with this operation.
    text: Type.String({ maxLength: 120_000 }),
    warning: Type.Optional(Type.String({ maxLength: 2000 })),
    ...PaywallBody,
    alt: Type.Optional(
      Type.Array(Type.String({ maxLength: 6000 }), {
        maxItems: 10,
        description: 'Alt text of each picture, in order',
      }),
    ),
    // No default, because editing the text must not change the audience.
    privacy: Type.Optional(Type.Enum(['public', 'friends', 'me'])),
  },
  { title: 'PostChange' },
);

export const PostId = ById;

const Share = Type.Object(
  {
    id: Id,
    text: Type.Optional(Text),
    privacy: Type.Optional(Type.Enum(['public', 'friends', 'me'], { default: 'public' })),
  },
  { title: 'Share' },
);

const VersionRecord = Type.Object(
  {
    title: Type.String(),
    text: Type.String(),
    time: Type.String({ description: 'ISO 8601: when this version was published' }),
  },
  { title: 'Version' },
);

const toVersionRecord = ({ title, text, at }: PostVersion): Static<typeof VersionRecord> => ({
  title,
  text,
  time: at.toISOString(),
});

/** Kinds with additional fields must be edited with their own operations. */
const changedBy: Readonly<Partial<Record<PostKind, string>>> = {
  article: 'PUT /apis/php/articles/article/{id}',
  question: 'PUT /apis/php/questions/question/{id}',
  answer: 'PUT /apis/php/questions/answer/{id}',
};

const addition = 'Extension.';
const member = operations('Posts', 'member');
const app = operations('Posts', 'app');

const PartOfPost = Type.Object({ id: Id, ...After });

export const postRoutes = [
  member.post({
    path: '/apis/php/posts/post',
    verb: publishPost,
    summary: 'Create a post',
    description: `${addition} As JSON with the paths of uploaded files, or as multipart/form-data with up to ${maxPhotos} pictures in \`photos\`, a video in \`video\`, and up to ${maxAttachments} files in \`audio\`, \`voice_notes\` and \`file\`. With \`poll_options\`, creates a poll. With \`quote_id\`, shares another post. With \`thread\`, publishes a thread of posts, whose pictures are in \`photos_2\` to \`photos_${maxContinuations + 1}\`.`,
    files: threadFiles,
    formerNames: formerFileNames,
    body: NewPost,
    returns: Envelope(PostRecord),
    example: { text: 'Hello from the command line #first', privacy: 'public' },
    handle: async ({ app, viewer, body, files }) => {
      const id = await publishWithFiles(app, viewer, toNewPost(body), files, fileMetadataOf(body));
      return { message: 'Posted', data: toPostRecord(app, await getPost(app, viewer, id)) };
    },
  }),
  app.get({
    path: '/apis/php/posts/post/{id}',
    summary: 'Get a post',
    description: addition,
    params: PostId,
    returns: Envelope(PostRecord),
    handle: async ({ app, viewer, params }) => ({
      data: toPostRecord(app, await getPost(app, viewer, params.id)),
    }),
  }),
  app.get({
    path: '/apis/php/posts/thread',
    summary: 'Get the thread of a post',
    description: `${addition} The first post and those that continue it, in order, by the id of any of them.`,
    query: PostId,
    returns: Envelope(Type.Array(PostRecord)),
    handle: async ({ app, viewer, query }) => ({
      data: (await getThreadOf(app, viewer, query.id)).map((post) => toPostRecord(app, post)),
    }),
  }),
  member.put({
    path: '/apis/php/posts/post/{id}',
    verb: editPost,
    summary: 'Edit a post',
    description: `${addition} Only the author can edit it. Also edits threads and replies. Articles, questions and answers have their own operations (409).`,
    params: PostId,
    body: PostChange,
    returns: Envelope(PostRecord),
    example: { text: 'Hello again', privacy: 'public' },
    handle: async ({ app, viewer, params, body }) => {
      const { alt = [], title, text, warning, privacy, ...sold } = body;
      const { kind, photos } = await getPost(app, viewer, params.id);
      const operation = changedBy[kind];
      if (operation) throw new Problem('conflict', msg('Use {operation} to change this', { operation }));
      const alts = new Map(alt.flatMap((each, index) => (photos[index] ? [[photos[index].id, each]] : [])));
      await editPost(app, viewer, params.id, {
        title,
        text,
        warning,
        privacy,
        alts,
        paywall: toPaywallChange(sold),
      });
      return { message: 'Changed', data: toPostRecord(app, await getPost(app, viewer, params.id)) };
    },
  }),
  member.delete({
    path: '/apis/php/posts/post/{id}',
    verb: deletePost,
    summary: 'Delete a post',
    description: `${addition} Allowed for the author and moderators. It can be restored for an hour.`,
    params: PostId,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deletePost(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
  member.post({
    path: '/apis/php/posts/restore',
    verb: restorePost,
    summary: 'Restore a deleted post',
    description: `${addition} Only the person who deleted it can restore it, within an hour.`,
    body: PostId,
    returns: Envelope(PostRecord),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await restorePost(app, viewer, body.id);
      return { message: 'Restored', data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
  member.post({
    path: '/apis/php/posts/share',
    verb: sharePost,
    summary: 'Share a post, optionally with your own text',
    description: `${addition} Only public posts can be shared. Viewers who cannot see the original see the share without it.`,
    body: Share,
    returns: Envelope(PostRecord),
    example: { id: '12', text: 'Read this', privacy: 'public' },
    handle: async ({ app, viewer, body: { id: quoteId, text = '', privacy = 'public' } }) => {
      const id = await sharePost(app, viewer, quoteId, { text, privacy });
      return { message: 'Shared', data: toPostRecord(app, await getPost(app, viewer, id)) };
    },
  }),
  member.get({
    path: '/apis/php/posts/shares',
    summary: 'List the shares of a post',
    description: `${addition} Newest first. Contains only shares that you can see.`,
    query: PartOfPost,
    returns: PageEnvelope(Type.Array(PostRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after, 1000);
      const { items: posts, next: older } = await listShares(app, viewer, query.id, { page });
      return { data: posts.map((post) => toPostRecord(app, post)), ...nextPage(page, older !== undefined) };
    },
  }),
  member.get({
    path: '/apis/php/posts/history',
    verb: listVersions,
    summary: 'List former versions of a post',
    description: `${addition} Returns every version, the current one first, to everyone who can see the post.`,
    query: PartOfPost,
    returns: PageEnvelope(Type.Array(VersionRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after, 1000);
      const { versions, hasMore } = await listVersions(app, viewer, query.id, page);
      return { data: versions.slice(0, versionsOnPage).map(toVersionRecord), ...nextPage(page, hasMore) };
    },
  }),
  member.post({
    path: '/apis/php/posts/pin',
    verb: pinPost,
    summary: 'Pin a post to your profile, or unpin it',
    description: `${addition} Replaces the post that is currently pinned.`,
    body: Type.Object({ id: Id, do: Type.Enum(['pin', 'unpin'], { default: 'pin' }) }),
    returns: Envelope(PostRecord),
    example: { id: '12', do: 'pin' },
    handle: async ({ app, viewer, body }) => {
      await pinPost(app, viewer, body.id, body.do === 'pin');
      return { data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
  member.post({
    path: '/apis/php/posts/lock',
    verb: lockPost,
    summary: 'Close or reopen the comments on a post',
    description: `${addition} Allowed for the author and moderators.`,
    body: Type.Object({ id: Id, do: Type.Enum(['lock', 'unlock'], { default: 'lock' }) }),
    returns: Envelope(PostRecord),
    example: { id: '12', do: 'lock' },
    handle: async ({ app, viewer, body }) => {
      await lockPost(app, viewer, body.id, body.do === 'lock');
      return { data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
  member.post({
    path: '/apis/php/posts/remove_preview',
    verb: removePreview,
    summary: 'Remove the link preview of your post',
    description: addition,
    body: PostId,
    returns: Envelope(PostRecord),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await removePreview(app, viewer, body.id);
      return { data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
];
