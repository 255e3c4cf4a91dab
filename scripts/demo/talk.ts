import { days, hours, minutes } from '../../src/kernel/time.ts';
import type { App } from '../../src/platform/app.ts';
import { addComment } from '../../src/social/comments/comments.ts';
import { getComment } from '../../src/social/comments/reading.ts';
import { publishPost } from '../../src/social/posts/publishing.ts';
import { react, reactToComment } from '../../src/social/reactions/reactions.ts';
import type { ReactionKind } from '../../src/social/tallies/reaction-kinds.ts';
import { at } from './at.ts';
import { viewerOf } from './cast.ts';
import type { Cast } from './cast.ts';
import type { Random } from './chance.ts';
import { uploadPainting } from './hang.ts';
import type { Thread } from './get-threads.ts';
import { areFriends } from './ties.ts';
import type { Friendships } from './ties.ts';

/** An action at a point in time. */
interface Act {
  time: number;
  run: (app: App) => Promise<unknown>;
}

interface Conversation {
  cast: Cast;
  threads: readonly Thread[];
  friendships: Friendships;
  /** Replaces `hop:/alias` in texts with short addresses. */
  withLinks: (text: string) => string;
}

/** Publishes all posts, comments and reactions in chronological order. */
export async function publishThreads(app: App, conversation: Conversation, chance: Random): Promise<void> {
  const now = app.clock.now().getTime();
  const threads = shuffleThreads(conversation.threads, chance);
  const acts = threads.flatMap((thread, i) => {
    const age = days(28) * (1 - (i + chance.number()) / threads.length) ** 1.4;
    return actsOf(thread, { ...conversation, began: now - minutes(25) - age, now }, chance);
  });
  acts.sort((a, b) => a.time - b.time);
  for (const act of acts) await act.run(at(app, act.time));
}

/** Shuffles the threads, with those that have pictures spread evenly among the others. */
function shuffleThreads(threads: readonly Thread[], chance: Random): Thread[] {
  const spread = (some: Thread[]) =>
    chance.shuffle(some).map((thread, i) => ({ thread, place: (i + 0.5) / some.length }));
  const [shown, notified] = [true, false].map((hasPictures) =>
    spread(threads.filter(({ pictures }) => pictures.length > 0 === hasPictures)),
  );
  return [...(shown ?? []), ...(notified ?? [])]
    .sort((a, b) => a.place - b.place)
    .map(({ thread }) => thread);
}

function actsOf(
  thread: Thread,
  { cast, friendships, withLinks, began, now }: Conversation & { began: number; now: number },
  chance: Random,
): Act[] {
  let postId = '';
  const publish = async (app: App): Promise<void> => {
    const { privacy } = thread;
    const author = viewerOf(cast, thread.author);
    // One at a time: savepoints of one transaction must not interleave.
    const photos: { path: string; alt: string }[] = [];
    for (const { subject, alt } of thread.pictures)
      photos.push({ path: await uploadPainting(app, author, subject, alt), alt });
    postId = await publishPost(app, author, {
      text: withLinks(thread.text),
      privacy,
      photos,
    });
  };
  const soon = (time: number, min: number, max: number) =>
    Math.min(now - minutes(1), time + min + (max - min) * chance.number() ** 3);

  let last = began;
  // Each person's last comment below this post. A comment that mentions someone by name replies to it.
  const said = new Map<string, string>();
  const comments = thread.comments.flatMap(({ author, text }): Act[] => {
    last = soon(last, minutes(2), hours(7));
    const time = last;
    let id: string | undefined;
    const speak = async (app: App): Promise<void> => {
      const [, named = ''] = /^@([a-z0-9_]+)/.exec(text) ?? [];
      id = await addComment(app, viewerOf(cast, author), postId, text, said.get(named));
      if ((await getComment(app, viewerOf(cast, author), id)).heldAt) id = undefined;
      else said.set(author, id);
    };
    const touched = audienceOf(thread, cast, friendships, chance)
      .filter((username) => username !== author)
      .slice(0, Math.floor(2.5 * chance.number() ** 2));
    const feel = touched.map((username): Act => {
      const kind = chance.weigh(feelings);
      return {
        time: soon(time, minutes(1), hours(20)),
        run: async (app) => id && reactToComment(app, viewerOf(cast, username), id, kind),
      };
    });
    return [{ time, run: speak }, ...feel];
  });
  const reactions = audienceOf(thread, cast, friendships, chance).map((username): Act => {
    const kind = chance.weigh(feelings);
    return {
      time: soon(began, minutes(1), days(2)),
      run: (app) => react(app, viewerOf(cast, username), postId, kind),
    };
  });
  return [{ time: began, run: publish }, ...comments, ...reactions];
}

const feelings = { like: 46, love: 26, wow: 9, haha: 8, yay: 7, sad: 3, angry: 1 } satisfies Record<
  ReactionKind,
  number
>;

/** Returns some of the people who can see the post. A few posts are liked by nearly everyone. */
function audienceOf(
  { author, privacy }: Thread,
  cast: Cast,
  friendships: Friendships,
  chance: Random,
): string[] {
  const others = [...cast.keys()].filter(
    (username) => username !== author && (privacy === 'public' || areFriends(friendships, author, username)),
  );
  const share = 0.04 + 0.6 * chance.number() ** 4;
  return chance.shuffle(others).slice(0, Math.round(others.length * share));
}
