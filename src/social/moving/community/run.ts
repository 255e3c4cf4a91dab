import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import type { EntryOutcome, Waiting } from '../import.ts';
import {
  authorOf,
  dateOf,
  findForum,
  findImportedPerson,
  findPost,
  importForum,
  importPerson,
  importReply,
  importThread,
  type Media,
  storeMedia,
} from './community.ts';
import type {
  ForumContent,
  ForumModeratorContent,
  GroupContent,
  GroupMemberContent,
  PersonContent,
  ReplyContent,
  SolutionContent,
  ThreadContent,
} from './entry-contents.ts';
import { importForumModerator, importSolution } from './forum-roles.ts';
import { importGroup, importGroupMember } from './groups.ts';

interface Archive {
  from: string;
  media: Media;
}

/** Does what must be done before the transaction, and returns what to do in it. */
type Prepare = (
  app: App,
  operator: Viewer,
  entry: Waiting,
  archive: Archive,
) => Promise<(app: App) => Promise<EntryOutcome>>;

/** How entries of a community are imported, by kind. Likes are imported together. */
export const communityKinds: Readonly<Record<string, Prepare>> = {
  person: (_app, _operator, { source, content }) =>
    Promise.resolve(async (app) => {
      const known = await findImportedPerson(app, source);
      if (known !== undefined) return { state: 'known', targetId: known };
      const { id, isKnown } = await importPerson(app, content as PersonContent);
      return { state: isKnown ? 'known' : 'done', targetId: id };
    }),
  forum: (_app, operator, { source, content }, { from }) =>
    Promise.resolve(async (app) => {
      const known = await findForum(app, source);
      if (known !== undefined) return { state: 'known', targetId: known };
      return {
        state: 'done',
        targetId: await importForum(app, operator, content as ForumContent, from),
      };
    }),
  forum_moderator: (_app, operator, { source, content }) =>
    Promise.resolve((app) => importForumModerator(app, operator, source, content as ForumModeratorContent)),
  group: (_app, operator, { source, content }) =>
    Promise.resolve((app) => importGroup(app, operator, source, content as GroupContent)),
  group_member: (_app, _operator, { content }) =>
    Promise.resolve((app) => importGroupMember(app, content as GroupMemberContent)),
  thread: (app, _operator, entry, archive) =>
    prepareText(app, entry, archive, (app, placed) =>
      importThread(app, entry.content as ThreadContent, placed),
    ),
  thread_reply: (app, _operator, entry, archive) =>
    prepareText(app, entry, archive, (app, placed) =>
      importReply(app, entry.content as ReplyContent, placed),
    ),
  solution: (_app, _operator, { source, content }) =>
    Promise.resolve((app) => importSolution(app, source, content as SolutionContent)),
};

async function prepareText(
  app: App,
  { source, content }: Waiting,
  { media }: Archive,
  add: (app: App, placed: { authorId: string; text: string; createdAt: Date }) => Promise<string>,
): Promise<(app: App) => Promise<EntryOutcome>> {
  if ((await findPost(app, source)) !== undefined) return () => Promise.resolve({ state: 'known' });
  const written = content as ReplyContent;
  const authorId = await authorOf(app, written.author);
  const { text, missingFiles } = await storeMedia(app, authorId, written, media);
  return async (app) => ({
    state: 'done',
    postId: await add(app, { authorId, text, createdAt: dateOf(app, written.at) }),
    reason: missingFiles > 0 ? t('Without files that the archive does not have, or that are too many') : '',
  });
}
