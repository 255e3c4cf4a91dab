import type { App, Viewer } from '../../../src/platform/app.ts';
import { addReply, startThread } from '../../../src/social/forums/threads/posting.ts';
import { addForum, addSection } from '../../../src/social/forums/forums.ts';
import { closeThread, pinThread } from '../../../src/social/forums/moderating/acts.ts';
import { addModerator } from '../../../src/social/forums/moderators.ts';

/** Adds forums with content by the viewer. */
export async function forumExamples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const sectionId = await addSection(app, viewer, 'The house');
  const at = { sectionId, description: 'What is said here' };
  const forum = await addForum(app, viewer, { ...at, parentId: null, title: 'Kitchen' });
  await addForum(app, viewer, { ...at, parentId: forum, title: 'Bread' });
  await addModerator(app, viewer, forum, viewer.username);
  const start = (title: string) =>
    startThread(app, viewer, { forumId: forum, title, text: `# ${title}\n\nAnd **more**.`, follows: true });
  const pinned = await start('Read this first');
  await pinThread(app, viewer, pinned, true);
  await closeThread(app, viewer, pinned, true);
  const thread = await start('Who salts the water?');
  const reply = await addReply(app, viewer, {
    threadId: thread,
    text: 'I *do*.',
    quoteId: thread,
    follows: true,
  });
  return {
    '/forums/:id': `/forums/${forum}`,
    '/forums/:id/:slug': `/forums/${forum}/kitchen`,
    '/forums/threads/:id': `/forums/threads/${thread}`,
    '/forums/threads/:id/:slug': `/forums/threads/${thread}/who-salts-the-water?quote=${reply}`,
    '/forums/posts/:id/edit': `/forums/posts/${thread}/edit`,
    '/forums/moderate/:id/arrange': `/forums/moderate/${thread}/arrange`,
    '/operator/forums/:id': `/operator/forums/${forum}`,
  };
}
