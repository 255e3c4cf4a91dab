import { days, hours, minutes } from '../../../src/kernel/time.ts';
import type { App, Viewer } from '../../../src/platform/app.ts';
import { addReply, startThread } from '../../../src/social/forums/threads/posting.ts';
import { addForum, addSection } from '../../../src/social/forums/forums.ts';
import { closeThread, moveThread, pinThread } from '../../../src/social/forums/moderating/acts.ts';
import { addModerator } from '../../../src/social/forums/moderators.ts';
import { react } from '../../../src/social/reactions/reactions.ts';
import { at } from '../at.ts';
import { actingOperator, viewerOf, type Cast } from '../cast.ts';
import type { Random } from '../chance.ts';
import { readForums } from './get-board.ts';
import type { DemoForum, DemoThread } from './get-board.ts';
import { reading } from './reading.ts';

const long = 'What are you reading this week?';
const longReplies = 67;

const isOrdinary = ({ title, isPinned, isClosed, begunIn }: DemoThread) =>
  title !== long && !isPinned && !isClosed && begunIn === undefined;

/** Creates the forums with their threads and replies over the last three weeks: of ordinary threads, one of so many. */
export async function fillForums(app: App, cast: Cast, chance: Random, oneOf: number): Promise<void> {
  const operator = await actingOperator(app, cast);
  const now = app.clock.now().getTime();
  const board = readForums();
  const created = at(app, now - days(27));
  const forums = new Map<string, { id: string; sectionId: string }>();
  for (const section of board) {
    const sectionId = await addSection(created, operator, section.title);
    for (const forum of section.forums)
      forums.set(forum.title, await createForum(created, operator, forum, sectionId, forums));
  }
  const all = board.flatMap(({ forums }) =>
    forums.flatMap((forum) =>
      forum.threads
        .filter((thread, at) => at % oneOf === 0 || !isOrdinary(thread))
        .map((thread) => ({ forum, thread })),
    ),
  );
  const began = chance.shuffle(all.map((_, i) => now - days(22) + (i * days(20)) / all.length));
  for (const [i, { forum, thread }] of all.entries())
    await talkIn(app, { cast, chance, operator, forum, thread, forums, began: began[i] ?? now, now });
}

async function createForum(
  app: App,
  operator: Viewer,
  { title, description, moderator, below }: DemoForum,
  sectionId: string,
  forums: ReadonlyMap<string, { id: string }>,
): Promise<{ id: string; sectionId: string }> {
  const parentId = below === undefined ? null : (forums.get(below)?.id ?? null);
  const id = await addForum(app, operator, { sectionId, parentId, title, description });
  if (moderator !== undefined) await addModerator(app, operator, id, moderator);
  return { id, sectionId };
}

interface Talk {
  cast: Cast;
  chance: Random;
  operator: Viewer;
  forum: DemoForum;
  thread: DemoThread;
  forums: ReadonlyMap<string, { id: string }>;
  began: number;
  now: number;
}

async function talkIn(app: App, talk: Talk): Promise<void> {
  const { cast, chance, operator, forum, thread, forums, began, now } = talk;
  const home = forums.get(forum.title)?.id ?? '';
  const first = forums.get(thread.begunIn ?? forum.title)?.id ?? '';
  const { title, text } = thread;
  const id = await startThread(at(app, began), viewerOf(cast, thread.by), {
    forumId: first,
    title,
    text,
    follows: true,
  });
  if (first !== home) await moveThread(at(app, began + minutes(30)), operator, id, home);
  if (thread.isPinned) await pinThread(at(app, began + minutes(5)), operator, id, true);
  const replies = title === long ? readerReplies(cast, chance) : thread.replies;
  const ids = [id];
  let time = began;
  for (const [i, reply] of replies.entries()) {
    const left = now - minutes(3) - time;
    time += Math.min(
      left / (replies.length - i + 1),
      chance.between(minutes(4), hours(title === long ? 9 : 14)),
    );
    const quoteId = reply.quote === undefined ? undefined : ids[reply.quote];
    const given = { threadId: id, text: reply.text, quoteId, follows: true };
    ids.push(await addReply(at(app, time), viewerOf(cast, reply.by), given));
  }
  for (const postId of ids.slice(0, 8))
    for (const username of chance.shuffle([...cast.keys()]).slice(0, chance.whole(0, 5)))
      await react(
        at(app, time + minutes(1)),
        viewerOf(cast, username),
        postId,
        chance.weigh({ like: 6, love: 2, haha: 1 }),
      );
  if (thread.isClosed) await closeThread(at(app, time + minutes(2)), operator, id, true);
}

/** Never the same reply twice, and never the same author twice in a row. */
function readerReplies(cast: Cast, chance: Random): DemoThread['replies'] {
  const people = [...cast.keys()];
  const pairs = reading.books.flatMap((book) => reading.remarks.map((remark) => ({ book, remark })));
  let last = '';
  return chance
    .shuffle(pairs)
    .slice(0, longReplies)
    .map(({ book, remark }, i) => {
      const by = chance.pick(people.filter((username) => username !== last));
      last = by;
      const text = `${book[0]?.toUpperCase()}${book.slice(1)}. ${remark}`;
      return {
        by,
        text,
        ...(i > 3 && chance.isLucky(0.15) && { quote: chance.whole(Math.max(1, i - 6), i) }),
      };
    });
}
