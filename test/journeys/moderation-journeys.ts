// What moderators do with what people write, what its authors can do about that, and two who part ways.
import { addArticle } from '../../src/social/articles/add-article.ts';
import { emptyContent } from '../../src/social/articles/article.ts';
import { addComment } from '../../src/social/comments/add-comment.ts';
import { addReply } from '../../src/social/forums/add-reply.ts';
import { startThread } from '../../src/social/forums/start-thread.ts';
import { connect } from '../../src/social/people/connect.ts';
import { publishPost } from '../../src/social/posts/publish-post.ts';
import { addAnswer } from '../../src/social/questions/add-answer.ts';
import { askQuestion } from '../../src/social/questions/ask-question.ts';
import { react } from '../../src/social/reactions/react.ts';
import type { App } from '../../src/platform/app.ts';
import { followNews, type Member } from './content-people.ts';

/** Something waits for its moderator; something is reported, taken away, and after an appeal back again. */
export async function moderationJourney(ada: Member, bob: Member, olga: Member): Promise<void> {
  const profile = `/@${bob.viewer.username}`;
  await olga.open('/moderation/words');
  await olga.fill('Word, phrase, part of a word, or domain', 'lottery');
  await olga.press('Add to the list');
  await olga.sees('lottery');
  await bob.open('/');
  await bob.fill('What is going on?', 'Here is a quiet morning');
  await bob.press('Post');
  await bob.sees('Here is a quiet morning');
  await bob.open('/');
  await bob.fill('What is going on?', 'My lottery of old books');
  await bob.press('Post');
  await bob.sees('Waiting for a moderator');
  await ada.open(profile);
  await ada.sees('Here is a quiet morning');
  await ada.seesNot('My lottery of old books');
  await olga.open('/moderation');
  await olga.sees('My lottery of old books');
  await olga.press('Let it through');
  await olga.sees('One thing is settled');
  await followNews(bob, 'Your post was let through, and others see it now');
  await bob.sees('My lottery of old books');

  await ada.open(profile);
  await ada.sees('My lottery of old books');
  await ada.open(await ada.linkLike(/^\/report\?handle=post&id=\d+$/));
  await ada.tick('Spam');
  await ada.fill('What a moderator should know, if anything', 'He sells tickets');
  await ada.press('Report');
  await ada.sees('My lottery of old books');
  await olga.open('/moderation');
  await olga.sees('He sells tickets');
  await olga.fill('What its author reads', 'We play no games for money here');
  await olga.press('Take away');
  await olga.sees('One thing is settled');
  await ada.open(profile);
  await ada.sees('Here is a quiet morning');
  await ada.seesNot('My lottery of old books');
  await ada.open('/notifications');
  await ada.sees('What you reported was looked at, and something was done about it');

  await followNews(bob, 'Your post was taken away by a moderator');
  await bob.sees('We play no games for money here');
  await bob.fill('Why it should be looked at again', 'They are books, for nothing');
  await bob.press('Appeal');
  await bob.sees('Your appeal waits');
  await olga.open('/moderation?show=appeals');
  await olga.sees('They are books, for nothing');
  await olga.fill('What they read', 'You are right');
  await olga.press('Grant, and undo it');
  await olga.sees('Nothing waits');
  await followNews(bob, 'Your post was looked at again, and is back');
  await bob.sees('My lottery of old books');
  await ada.open(profile);
  await ada.sees('My lottery of old books');
}

/** Two who have met everywhere; then one blocks the other, and neither sees the other anywhere. */
export async function partingJourney(app: App, ada: Member, bob: Member, forumId: string): Promise<void> {
  const met = await meet(app, ada, bob, forumId);
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
  await bob.sees('Nothing here');
  for (const [one, other] of pairs) {
    const own = `Bread of ${one.viewer.username}`;
    for (const [address, shown] of [
      ['/', own],
      ['/?sort=top', 'Discover'],
      ['/discover', own],
      ['/hashtag/bread', own],
      ['/search?q=bread', own],
      [`/search?q=${other.viewer.username}`, 'Nothing for'],
      [`/@${one.viewer.username}/followers`, 'Followers'],
      ['/articles', own],
      ['/forums/threads', own],
      ['/questions', own],
      ['/people', 'People'],
      ['/trending', 'Trending'],
      ['/notifications', 'Notifications'],
      [`${met.find(({ by }) => by === one)?.address}/reactions`, 'Nobody yet'],
    ] as const) {
      await one.open(address);
      await one.sees(shown);
      await one.seesNot(other.name);
      await one.seesNot(`Bread of ${other.viewer.username}`);
    }
    for (const { by, address } of met) {
      await one.open(address);
      await one.sees(by === one ? own : 'Nothing here');
      await one.seesNot(other.name);
      for (const count of ['1 comment', '1 reply', '1 answer', '1 love']) await one.seesNot(count);
    }
  }
}

/** Each follows the other, writes of every kind, and says something below all that the other wrote. */
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
