import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { days, hours } from '../../src/kernel/time.ts';
import type { App } from '../../src/platform/app.ts';
import { listCategories } from '../../src/social/categories.ts';
import { addArticle } from '../../src/social/articles/articles.ts';
import { emptyContent } from '../../src/social/posts/post.ts';
import { saveArticleDraft } from '../../src/social/articles/drafts.ts';
import { addComment } from '../../src/social/comments/comments.ts';
import { react } from '../../src/social/reactions/reactions.ts';
import { at } from './at.ts';
import { viewerOf, type Cast } from './cast.ts';
import type { Random } from './chance.ts';
import { uploadPainting } from './hang.ts';
import { toSubject, type Subject } from './paint/paint.ts';

interface Written {
  author: string;
  category: string;
  tags: string;
  subject: Subject;
  title: string;
  text: string;
}

/** `=== author | category | tags | picture | title` starts an article in texts/articles.txt. */
function getWritten(): Written[] {
  const all = readFileSync(join(import.meta.dirname, 'texts/articles.txt'), 'utf8');
  return all
    .split(/^=== /m)
    .slice(1)
    .map((each) => {
      const [head = '', ...lines] = each.split('\n');
      const [author = '', category = '', tags = '', subject = '', title = ''] = head
        .split('|')
        .map((part) => part.trim());
      return { author, category, tags, subject: toSubject(subject), title, text: lines.join('\n') };
    });
}

/** Publishes the demo articles over the last month, and leaves one as a draft. */
export async function writeArticles(app: App, cast: Cast, chance: Random): Promise<void> {
  const categories = new Map((await listCategories(app, 'blogs')).map(({ id, name }) => [name, id]));
  const now = app.clock.now().getTime();
  const all = getWritten();
  for (const [i, { author, category, subject, ...article }] of chance.shuffle(all).entries()) {
    const then = at(app, now - hours(5) - days(27) * (1 - (i + 1) / all.length));
    const writer = viewerOf(cast, author);
    const cover = await uploadPainting(then, writer, subject, article.title);
    const content = { ...emptyContent, ...article, cover, coverAlt: `${subject}, painted` };
    const id = await addArticle(then, writer, { ...content, category: categories.get(category) ?? '' });
    const readers = chance.shuffle([...cast.keys()].filter((each) => each !== author));
    const soon = at(then, then.clock.now().getTime() + hours(2));
    for (const reader of readers.slice(0, chance.whole(1, 8)))
      await react(soon, viewerOf(cast, reader), id, chance.weigh({ like: 5, love: 4, wow: 2 }));
    const [first = 'ada'] = readers;
    await addComment(soon, viewerOf(cast, first), id, chance.pick(said));
  }
  await saveArticleDraft(
    at(app, now - hours(3)),
    viewerOf(cast, 'ada'),
    {},
    {
      ...emptyContent,
      title: 'On flying, by steam',
      text: 'A horse with a steam engine inside it, and a pair of wings',
    },
  );
}

const said = [
  'I read this twice, and the second time aloud.',
  'Thank you. I shall try it tomorrow.',
  'The last line is the whole of it.',
  'My neighbour says the same, at more length.',
  'Would you write about the winter too?',
];
