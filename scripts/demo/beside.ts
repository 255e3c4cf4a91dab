import { days, hours, minutes } from '../../src/kernel/time.ts';
import type { App } from '../../src/platform/app.ts';
import { voteInPoll } from '../../src/social/posts/polls/voting.ts';
import { editPost } from '../../src/social/posts/editing.ts';
import { savePostDraft } from '../../src/social/posts/drafts/drafts.ts';
import { pinPost } from '../../src/social/posts/post-actions.ts';
import { publishPost } from '../../src/social/posts/publishing.ts';
import { savePost } from '../../src/social/saved/saved.ts';
import { at } from './at.ts';
import { viewerOf, type Cast } from './cast.ts';
import type { Random } from './chance.ts';

const plain = { privacy: 'public', photos: [] } as const;
const day = 24 * 60;

/** Adds extras to posts: polls, content warnings, shares, a pin, an edit history, and scheduled posts. */
export async function addPostExtras(app: App, cast: Cast, chance: Random): Promise<void> {
  const now = app.clock.now().getTime();
  const ada = viewerOf(cast, 'ada');
  const rules = await publishPost(at(app, now - days(9)), ada, {
    ...plain,
    text: '**Welcome to the reading room.** Three rules:\n\n1. Read first.\n2. Then ~~argue~~ discuss.\n3. Return the books.\n\n> So many books, so little time.',
  });
  await editPost(at(app, now - days(8)), ada, rules, {
    text: '**Welcome to the reading room.** Three rules, no more:\n\n1. Read first.\n2. Then discuss, *kindly*.\n3. Return the books, with `nothing` between the pages.\n\n> So many books, so little time.',
    alts: new Map(),
  });
  await pinPost(at(app, now - days(8)), ada, rules, true);
  const next = await publishPost(at(app, now - hours(30)), ada, {
    ...plain,
    text: 'What do we read next? #books',
    poll: {
      options: ['Persuasion', 'Frankenstein', 'The Time Machine', 'Something short'],
      isMultiple: false,
      isChangeable: true,
      minutes: 6 * day,
    },
  });
  const evening = await publishPost(at(app, now - days(5)), viewerOf(cast, 'jerome'), {
    ...plain,
    text: 'When does the river suit you? Choose all that do.',
    poll: {
      options: ['Saturday', 'Sunday', 'Never'],
      isMultiple: true,
      isChangeable: true,
      minutes: 3 * day,
    },
  });
  for (const viewer of cast.values()) {
    if (viewer.id === ada.id || chance.isLucky(0.3)) continue;
    await voteInPoll(at(app, now - hours(20)), viewer, next, [chance.whole(1, 4)]);
    await voteInPoll(
      at(app, now - days(4)),
      viewer,
      evening,
      chance.isLucky(0.4) ? [1, 2] : [chance.whole(1, 3)],
    );
  }
  const end = await publishPost(at(app, now - days(2)), viewerOf(cast, 'carroll'), {
    ...plain,
    warning: 'How it ends',
    text: 'She wakes up. It was a dream, and the cards were only leaves.',
  });
  await publishPost(at(app, now - days(1)), viewerOf(cast, 'twain'), {
    ...plain,
    text: 'I would have put the warning *behind* the ending.',
    quoteId: end,
  });
  await publishPost(at(app, now - hours(26)), viewerOf(cast, 'austen'), {
    ...plain,
    text: '',
    quoteId: next,
  });
  for (const id of [end, evening]) await savePost(at(app, now - hours(3)), ada, id);
  const draft = { privacy: 'public', warning: '', photos: [] } as const;
  await savePostDraft(at(app, now - hours(2)), ada, {
    content: { ...draft, photos: [], text: 'On Thursday we open at six. Bring a book, leave with another.' },
    planned: { at: new Date(now + days(2)), timeZone: 'Europe/London' },
  });
  await savePostDraft(at(app, now - minutes(50)), ada, {
    content: { ...draft, photos: [], text: 'On machines that weave patterns as looms weave leaves' },
  });
}
