import { days, hours, minutes } from '../../../src/kernel/time.ts';
import type { App } from '../../../src/platform/app.ts';
import { listCategories } from '../../../src/social/categories.ts';
import { addComment } from '../../../src/social/comments/comments.ts';
import { addPage, setPagePicture } from '../../../src/social/pages/editing.ts';
import { inviteToLike, likePage, listAskable } from '../../../src/social/pages/liking.ts';
import { listPages } from '../../../src/social/pages/reading.ts';
import { pinOnPage, writeAsPage } from '../../../src/social/pages/posts.ts';
import { assignRole } from '../../../src/social/pages/team.ts';
import { requestVerification, verifyPage } from '../../../src/social/pages/operating.ts';
import { react } from '../../../src/social/reactions/reactions.ts';
import { at } from '../at.ts';
import { actingOperator, viewerOf, type Cast } from '../cast.ts';
import type { Random } from '../chance.ts';
import { uploadPainting } from '../hang.ts';
import { paint } from '../paint/paint.ts';
import { demoPages } from './pages.ts';
import type { DemoPage, DemoPagePost } from './script.ts';

/** Creates the pages over the last four weeks, with their posts. */
export async function fillPages(app: App, cast: Cast, chance: Random): Promise<void> {
  const now = app.clock.now().getTime();
  const categories = new Map((await listCategories(app, 'pages')).map(({ id, name }) => [name, id]));
  const posts: { id: string; page: DemoPage; post: DemoPagePost; time: number }[] = [];
  for (const [i, page] of demoPages.entries()) {
    const created = now - days(27) + i * days(3.5);
    const id = await createPage(at(app, created), cast, page, categories.get(page.category) ?? '');
    for (const username of chance.shuffle([...cast.keys()]).slice(0, page.likes))
      await likePage(at(app, created + hours(chance.between(2, 40))), viewerOf(cast, username), id);
    for (const [nth, post] of page.posts.entries())
      posts.push({
        id,
        page,
        post,
        time: created + hours(3) + ((now - hours(2) - created) * nth) / page.posts.length,
      });
  }
  // Ordered by time across all pages, like ids.
  posts.sort((one, other) => one.time - other.time);
  for (const { id, page, post, time } of posts) await say(at(app, time), cast, chance, { id, page, post });
  await inviteSomebody(at(app, now - hours(5)), cast);
}

async function createPage(app: App, cast: Cast, page: DemoPage, category: string): Promise<string> {
  const { title, username, about, website, picture, cover, team = [], verified, asks } = page;
  const owner = viewerOf(cast, page.owner);
  const id = await addPage(app, owner, { title, username, category, about, website });
  await setPagePicture(app, owner, id, 'picture', await paint(picture, `${username} picture`, 'portrait'));
  await setPagePicture(app, owner, id, 'cover', await paint(cover, `${username} cover`));
  for (const member of team) await assignRole(app, owner, id, member);
  if (verified) await verifyPage(app, await actingOperator(app, cast), id, { outcome: 'verified' });
  if (asks !== undefined) await requestVerification(app, owner, id, asks);
  return id;
}

async function say(
  app: App,
  cast: Cast,
  chance: Random,
  { id, page, post }: { id: string; page: DemoPage; post: DemoPagePost },
): Promise<void> {
  const author = viewerOf(cast, post.by ?? page.owner);
  const { picture, text } = post;
  const photos = picture
    ? [
        {
          path: await uploadPainting(app, author, picture.subject, `${page.username} ${text}`),
          alt: picture.alt,
        },
      ]
    : [];
  const postId = await writeAsPage(app, author, id, { text, photos });
  if (post.pinned) await pinOnPage(app, author, { pageId: id, postId, isPinned: true });
  const began = app.clock.now().getTime();
  for (const [i, comment] of (post.comments ?? []).entries())
    await addComment(
      at(app, began + minutes(17 * (i + 1))),
      viewerOf(cast, comment.by),
      postId,
      comment.text,
    );
  for (const username of chance.shuffle([...cast.keys()]).slice(0, chance.whole(1, 6)))
    await react(
      at(app, began + minutes(chance.between(3, 300))),
      viewerOf(cast, username),
      postId,
      chance.weigh({ like: 6, love: 3, haha: 1 }),
    );
}

/** Invites Ada, through a friend, to a page that she does not like yet. */
async function inviteSomebody(app: App, cast: Cast): Promise<void> {
  const ada = viewerOf(cast, 'ada');
  const { items: pages } = await listPages(app, ada);
  for (const { id } of pages.filter((page) => !page.isLiked && page.role === null))
    for (const friend of cast.values()) {
      const { people } = await listAskable(app, friend, id);
      if (people.some((person) => person.id === ada.id)) return inviteToLike(app, friend, id, ada.id);
    }
}
