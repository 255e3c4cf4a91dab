import type { App, Viewer } from '../../../src/platform/app.ts';
import { addArticle } from '../../../src/social/articles/articles.ts';
import { emptyContent } from '../../../src/social/posts/post.ts';
import { addComment } from '../../../src/social/comments/comments.ts';
import { addReply, startThread } from '../../../src/social/forums/threads/posting.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { addAnswer } from '../../../src/social/questions/answers.ts';
import { askQuestion } from '../../../src/social/questions/questions.ts';
import { react } from '../../../src/social/reactions/reactions.ts';
import type { Member } from '../content/content-people.ts';

/** Two people interact everywhere. After one blocks the other, neither sees the other anywhere. */
export async function blockJourney(
  app: App,
  ada: Member,
  bob: Member,
  { host, forumId }: { host: Viewer; forumId: string },
): Promise<void> {
  const met = await meet(app, ada, bob, forumId);
  const shared = await meetAtHost(app, host, ada.viewer, bob.viewer, forumId);
  const pairs = [
    [ada, bob],
    [bob, ada],
  ] as const;
  for (const [one, other] of pairs) {
    await one.open('/');
    await one.sees(`Bread of ${other.viewer.username}`);
  }
  await ada.open(`/@${bob.viewer.username}`);
  await ada.press('Block');
  await ada.sees('Unblock');

  await bob.open(`/@${ada.viewer.username}`);
  await bob.sees('Person not found');
  await Promise.all(pairs.map(([one, other]) => visitPages(one, other, { host, met, shared })));
}

/** Checks that `one` finds nothing of the other on any page that lists people or content. */
async function visitPages(
  one: Member,
  other: Member,
  {
    host,
    met,
    shared,
  }: { host: Viewer; met: readonly { by: Member; address: string }[]; shared: readonly string[] },
): Promise<void> {
  const own = `Bread of ${one.viewer.username}`;
  for (const [address, shown] of [
    ['/', own],
    ['/?sort=top', 'Discover'],
    ['/discover', own],
    ['/hashtag/bread', own],
    ['/search?q=bread', own],
    [`/search?q=${other.viewer.username}`, 'No results for'],
    [`/@${one.viewer.username}/followers`, 'Followers'],
    ['/articles', own],
    ['/forums', 'Kitchen'],
    ['/forums/threads', own],
    ['/questions', own],
    ['/people', 'People'],
    ['/trending', 'Trending'],
    ['/notifications', 'Notifications'],
    [`${met.find(({ by }) => by === one)?.address}/reactions`, 'No one yet'],
  ] as const) {
    await one.open(address);
    await one.sees(shown);
    await one.seesNot(other.name);
    await one.seesNot(`Bread of ${other.viewer.username}`);
  }
  for (const address of shared) {
    await one.open(address);
    await one.sees(`Bread of ${host.username}`);
    await one.seesNot(other.name);
    await one.seesNot(`@${other.viewer.username}`);
    await one.seesNot(`Bread of ${other.viewer.username}`);
  }
  for (const { by, address } of met) {
    await one.open(address);
    await one.sees(by === one ? own : 'not found');
    await one.seesNot(other.name);
    for (const count of ['1 comment', '1 reply', '1 answer', '1 love']) await one.seesNot(count);
  }
}

/** Each follows the other, publishes every kind of content, and comments on everything by the other. */
async function meet(app: App, ada: Member, bob: Member, forumId: string) {
  const met: { by: Member; address: string }[] = [];
  const pairs = [
    [ada, bob],
    [bob, ada],
  ] as const;
  for (const [one, other] of pairs) await connect(app, one.viewer, 'follow', other.viewer.id);
  for (const [by, other] of pairs) {
    const textOf = (kind: string) => `Bread of ${by.viewer.username}, a ${kind} #bread`;
    const answerTo = (kind: string) => `Bread of ${other.viewer.username}, below a ${kind}`;
    const title = `Bread of ${by.viewer.username}`;
    const post = await publishPost(app, by.viewer, {
      text: textOf('post'),
      privacy: 'public',
      photos: [],
    });
    const article = await addArticle(app, by.viewer, { ...emptyContent, title, text: textOf('story') });
    await addComment(app, other.viewer, post, answerTo('post'));
    await addComment(app, other.viewer, article, answerTo('story'));
    await react(app, other.viewer, post, 'love');
    const threadId = await startThread(app, by.viewer, {
      forumId,
      title,
      text: textOf('thread'),
      follows: true,
    });
    await addReply(app, other.viewer, {
      threadId,
      text: answerTo('thread'),
      quoteId: threadId,
      follows: true,
    });
    const question = await askQuestion(app, by.viewer, { title, text: textOf('question'), tags: 'bread' });
    await addAnswer(app, other.viewer, question, answerTo('question'));
    met.push(
      { by, address: `/posts/${post}` },
      { by, address: `/articles/${article}` },
      { by, address: `/forums/threads/${threadId}` },
      { by, address: `/questions/${question}` },
    );
  }
  return met;
}

/**
 * Both comment on content by a third person and reply to each other there. The third person shares their
 * posts.
 */
async function meetAtHost(app: App, host: Viewer, ada: Viewer, bob: Viewer, forumId: string) {
  const title = `Bread of ${host.username}`;
  const text = (kind: string) => `${title}, a ${kind} for all`;
  const post = await publishPost(app, host, { text: text('post'), privacy: 'public', photos: [] });
  const threadId = await startThread(app, host, { forumId, title, text: text('thread'), follows: false });
  const question = await askQuestion(app, host, { title: 'For guests', text: text('question'), tags: '' });
  let [comment, reply] = ['', threadId];
  for (const guest of [ada, bob, ada, bob]) {
    const said = (kind: string) => `Bread of ${guest.username}, said to ${comment} at the ${kind} of a third`;
    comment = await addComment(app, guest, post, said('post'), comment === '' ? undefined : comment);
    reply = await addReply(app, guest, { threadId, text: said('thread'), quoteId: reply, follows: true });
  }
  for (const guest of [ada, bob]) {
    const own = await publishPost(app, guest, {
      text: `Bread of ${guest.username}, to be passed on`,
      privacy: 'public',
      photos: [],
    });
    const shares = `${title}, passing on what ${guest.id} said`;
    await publishPost(app, host, { text: shares, privacy: 'public', photos: [], quoteId: own });
    await addAnswer(app, guest, question, `Bread of ${guest.username}, as an answer to a third`);
  }
  return [
    `/posts/${post}`,
    `/posts/${post}/comments`,
    `/forums/threads/${threadId}`,
    `/forums/${forumId}`,
    `/questions/${question}`,
    `/@${host.username}`,
  ];
}
