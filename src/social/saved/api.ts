import { type Static, Type } from 'typebox';
import { ById, Id, IdOrEmpty } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  After,
  Done,
  Envelope,
  nextPage,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import type { Lists } from '../lists/list.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { listOfPosts } from '../posts/records/lists.ts';
import { PostRecord, toPostRecord } from '../posts/records/post-record.ts';
import {
  addFolder,
  deleteFolder,
  getFolder,
  listFolders,
  listSaved,
  moveSaved,
  renameFolder,
  type SavedFolder,
  savePost,
} from './saved.ts';

const member = operations('Posts', 'member');

const addition = 'Extension.';
const foldersPath = '/apis/php/posts/saved/folders';

const FolderRecord = Type.Object(
  { id: Type.String(), title: Type.String(), posts: Type.Integer({ description: 'Number of posts' }) },
  { title: 'SavedFolder' },
);

const toFolderRecord = ({ id, title, count }: SavedFolder): Static<typeof FolderRecord> => ({
  id,
  title,
  posts: count,
});

const Title = Type.String({ maxLength: 1000, description: 'At most 60 characters' });

export const savedRoutes = [
  member.post({
    path: '/apis/php/posts/save',
    verb: savePost,
    summary: 'Save or unsave a post',
    description: `${addition} Visible only to you.`,
    body: Type.Object({
      id: Id,
      do: Type.Enum(['save', 'unsave'], { default: 'save' }),
    }),
    returns: Envelope(PostRecord),
    example: { id: '12', do: 'save' },
    handle: async ({ app, viewer, body }) => {
      await savePost(app, viewer, body.id, body.do);
      return { data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
  member.get({
    path: '/apis/php/posts/saved',
    summary: 'List your saved posts',
    description: `${addition} Most recently saved first. \`query\` searches for words, \`folder_id\` lists a folder.`,
    query: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 200 })),
      folder_id: Type.Optional(Id),
      ...After,
    }),
    returns: PageEnvelope(Type.Array(PostRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after, 1000);
      if (query.folder_id !== undefined) await getFolder(app, viewer, query.folder_id);
      const { items: posts, next: older } = await listSaved(app, viewer, {
        words: query.query,
        folderId: query.folder_id,
        page,
      });
      return { data: posts.map((post) => toPostRecord(app, post)), ...nextPage(page, older !== undefined) };
    },
  }),
  member.post({
    path: '/apis/php/posts/saved/move',
    verb: moveSaved,
    summary: 'Move a saved post into a folder',
    description: `${addition} Saves the post if it is not saved. Without a folder, the post is taken out of its folder.`,
    body: Type.Object({ id: Id, folder_id: IdOrEmpty }),
    returns: Envelope(PostRecord),
    example: { id: '12', folder_id: '3' },
    handle: async ({ app, viewer, body }) => {
      await moveSaved(app, viewer, body.id, body.folder_id === '' ? null : body.folder_id);
      return { data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
  member.get({
    path: foldersPath,
    summary: 'List the folders of your saved posts',
    description: addition,
    returns: Envelope(Type.Array(FolderRecord)),
    handle: async ({ app, viewer }) => ({ data: (await listFolders(app, viewer)).map(toFolderRecord) }),
  }),
  member.post({
    path: foldersPath,
    verb: addFolder,
    summary: 'Add a folder of saved posts',
    description: `${addition} At most 100 folders.`,
    body: Type.Object({ title: Title }),
    returns: Envelope(FolderRecord),
    example: { title: 'Recipes' },
    handle: async ({ app, viewer, body }) => {
      const id = await addFolder(app, viewer, body.title);
      return { data: toFolderRecord(await getFolder(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${foldersPath}/update`,
    verb: renameFolder,
    summary: 'Rename a folder of saved posts',
    description: addition,
    body: Type.Object({ id: Id, title: Title }),
    returns: Envelope(FolderRecord),
    example: { id: '3', title: 'Bread' },
    handle: async ({ app, viewer, body }) => {
      await renameFolder(app, viewer, body.id, body.title);
      return { data: toFolderRecord(await getFolder(app, viewer, body.id)) };
    },
  }),
  member.post({
    path: `${foldersPath}/delete`,
    verb: deleteFolder,
    summary: 'Delete a folder of saved posts',
    description: `${addition} Its posts stay saved.`,
    body: ById,
    returns: Done,
    example: { id: '3' },
    handle: async ({ app, viewer, body }) => {
      await deleteFolder(app, viewer, body.id);
      return { message: 'Deleted' };
    },
  }),
];

export const savedLists: Lists = {
  saved: listOfPosts((app, viewer, { offset }) => listSaved(app, viewer, { page: offset })),
};
