import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { deletePost } from './editing/delete-post.ts';
import { editPost } from './editing/edit-post.ts';
import { maxAttachments, maxPhotos } from './new-post.ts';
import type { PostKind } from './post.ts';
import { toPaywallChange } from './requests/paywall-body.ts';
import { fileMetadataOf, NewPost, toNewPost } from './requests/post-body.ts';
import { formerFileNames } from './attachments/attachments.ts';
import { postFiles, publishWithFiles } from './post-files.ts';
import { PostRecord, toPostRecord } from './records/post-record.ts';
import { getPost } from './reading/get-posts.ts';
import { restorePost } from './editing/restore-post.ts';
import { PostChange, PostId } from './wire.ts';

/** Kinds with additional fields must be edited with their own operations. */
const changedBy: Readonly<Partial<Record<PostKind, string>>> = {
  article: 'PUT /apis/php/articles/article/{id}',
  question: 'PUT /apis/php/questions/question/{id}',
  answer: 'PUT /apis/php/questions/answer/{id}',
};

const addition = 'Extension.';
const tag = 'Posts';
const member = operations(tag, 'member');
const app = operations(tag, 'app');

export const postRoutes = [
  member.post({
    path: '/apis/php/posts/post',
    summary: 'Create a post',
    description: `${addition} As JSON with the paths of uploaded files, or as multipart/form-data with up to ${maxPhotos} pictures in \`photos\`, a video in \`video\`, and up to ${maxAttachments} files in \`audio\`, \`voice_notes\` and \`file\`. With \`poll_options\`, creates a poll. With \`quote_id\`, shares another post.`,
    limit: { by: ['account'], calls: 60, within: minutes(5) },
    files: postFiles,
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
  member.put({
    path: '/apis/php/posts/post/{id}',
    summary: 'Edit a post',
    description: `${addition} Only the author can edit it. Also edits threads and replies. Articles, questions and answers have their own operations (409).`,
    limit: { by: ['account'], calls: 60, within: minutes(5) },
    params: PostId,
    body: PostChange,
    returns: Envelope(PostRecord),
    example: { text: 'Hello again', privacy: 'public' },
    handle: async ({ app, viewer, params, body }) => {
      const { alt = [], title, text, warning, privacy, ...sold } = body;
      const { kind, photos } = await getPost(app, viewer, params.id);
      const operation = changedBy[kind];
      if (operation) throw new Problem('conflict', t('Use {operation} to change this', { operation }));
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
];
