import { minutes } from '../../kernel/time.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { deletePost } from './delete-post.ts';
import { editPost } from './edit-post.ts';
import { mostPhotos, toPhotos } from './new-post.ts';
import { PostRecord, toPostRecord } from './post-record.ts';
import { publishPost } from './publish-post.ts';
import { readPost } from './read-posts.ts';
import { restorePost } from './restore-post.ts';
import { NewPost, PostChange, PostId } from './wire.ts';

const addition = 'An addition to the documented interface.';
const tag = 'Posts';

export const postRoutes = [
  endpoint({
    method: 'POST',
    path: '/apis/php/posts/post',
    summary: 'Write a post',
    description: `${addition} As JSON, or as multipart/form-data with up to ${mostPhotos} pictures in \`photos\`.`,
    tag,
    access: 'member',
    limit: { by: ['account'], calls: 60, within: minutes(5) },
    files: { most: mostPhotos, bytes: largestPicture },
    body: NewPost,
    returns: Envelope(PostRecord),
    example: { text: 'Hello from the command line #first', privacy: 'public' },
    handle: async ({ app, viewer, body, files }) => {
      const { text = '', privacy = 'friends' } = body;
      const id = await publishPost(app, viewer, { text, privacy, photos: toPhotos(files, body.alt) });
      return { message: 'Posted', data: toPostRecord(app, await readPost(app, viewer, id)) };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/apis/php/posts/post/{id}',
    summary: 'One post',
    description: addition,
    tag,
    access: 'member',
    params: PostId,
    returns: Envelope(PostRecord),
    handle: async ({ app, viewer, params }) => ({
      data: toPostRecord(app, await readPost(app, viewer, params.id)),
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/apis/php/posts/post/{id}',
    summary: 'Change a post',
    description: `${addition} Only its author may.`,
    tag,
    access: 'member',
    params: PostId,
    body: PostChange,
    returns: Envelope(PostRecord),
    example: { text: 'Hello again', privacy: 'public' },
    handle: async ({ app, viewer, params, body }) => {
      await editPost(app, viewer, params.id, { ...body, alts: new Map() });
      return { message: 'Changed', data: toPostRecord(app, await readPost(app, viewer, params.id)) };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/apis/php/posts/post/{id}',
    summary: 'Delete a post',
    description: `${addition} Its author may, and moderators. It can be brought back for an hour.`,
    tag,
    access: 'member',
    params: PostId,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deletePost(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/apis/php/posts/restore',
    summary: 'Bring a deleted post back',
    description: `${addition} Whoever deleted it may, for an hour.`,
    tag,
    access: 'member',
    body: PostId,
    returns: Envelope(PostRecord),
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await restorePost(app, viewer, body.id);
      return { message: 'Restored', data: toPostRecord(app, await readPost(app, viewer, body.id)) };
    },
  }),
];
