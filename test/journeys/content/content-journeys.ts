// Two people's content on Plaza: each kind is written, read, answered, found, and sends notifications.
import sharp from 'sharp';
import { openNotification, type Member } from './content-people.ts';
import type { Person } from '../person.ts';

/**
 * A post with a picture, a poll and a content warning, with comments, reactions, and a share with a comment.
 */
export async function postJourney(ada: Member, bob: Member, stranger: Person): Promise<void> {
  await ada.open('/compose');
  await ada.fill('What’s on your mind?', `Which flour, @${bob.viewer.username}? #flour`);
  await ada.attach('Add photos', await picture());
  await ada.fill('Content warning optional', 'Talk of bread');
  await ada.fill('Choice 1', 'Rye');
  await ada.fill('Choice 2', 'Wheat');
  await ada.press('Post');
  await ada.sees('Talk of bread');
  await ada.open(`/@${ada.viewer.username}`);
  await ada.sees('Talk of bread');
  const post = await ada.linkLike(/^\/posts\/\d+$/);

  await bob.open('/notifications');
  await bob.sees(`${ada.name} mentioned you in a post`);
  await bob.seesNot('Which flour');
  await bob.follow(`${ada.name} mentioned you in a post`);
  await bob.unfold('Talk of bread');
  await bob.sees('Which flour');
  await bob.tick('Rye');
  await bob.press('Vote');
  await bob.sees('1 person has voted');
  await bob.open(`${post}/react`);
  await bob.press('Love');
  await bob.open(post);
  await bob.sees('Reactions: 1 love');
  await bob.fill('Write a comment', 'Rye, always');
  await bob.press('Send');
  await bob.sees('Rye, always');

  await openNotification(ada, `${bob.name} commented on your post`);
  await ada.sees('Rye, always');
  await ada.seesNot('Which flour');
  await ada.follow(`Reply to ${bob.name}`);
  await ada.fill(`Reply to ${bob.name}`, 'And never wheat?');
  await ada.press('Reply');
  await ada.sees('And never wheat?');
  await ada.press('Like');
  await ada.sees('Reactions: 1 like');
  await openNotification(bob, `${ada.name} likes your comment`);
  await bob.sees('Rye, always');
  await openNotification(bob, `${ada.name} replied to your comment`);
  await bob.sees('And never wheat?');

  await bob.open(post);
  await bob.open(await bob.linkLike(/\/share$/));
  await bob.fill('Add a comment optional', 'A vote on bread');
  await bob.press('Share');
  await bob.sees('A vote on bread');
  await openNotification(ada, `${bob.name} shared your post`);
  await ada.sees('A vote on bread');

  await stranger.open('/search?q=flour');
  await stranger.sees('Talk of bread');
  await stranger.open('/search?q=vote');
  await stranger.sees('A vote on bread');
  await stranger.open(post);
  await stranger.sees('And never wheat?');
}

/** An article from draft to publication, and a suggested glossary term that is accepted. */
export async function textJourney(
  ada: Member,
  bob: Member,
  olga: Person,
  stranger: Person,
  { saves }: { saves: (writer: Person) => Promise<void> },
): Promise<void> {
  await ada.open('/articles/new');
  await ada.fill('Title', 'On sourdough');
  await saves(ada);
  await ada.open('/drafts');
  await ada.follow('On sourdough');
  await ada.sees('Audience');
  await ada.fill(
    'Text',
    `## Begin\n\nFlour and **water**, as @${bob.viewer.username} says.\n\n## Wait\n\nA day.`,
  );
  await ada.press('Preview');
  await ada.sees('Flour and water');
  await ada.press('Publish');
  await ada.sees('Flour and water');

  await openNotification(bob, `${ada.name} mentioned you in an article`);
  await bob.sees('Flour and water');
  await bob.open('/articles');
  await bob.follow('On sourdough');
  await bob.sees('Flour and water');
  await bob.fill('Write a comment', 'A day is not enough');
  await bob.press('Send');
  await bob.sees('A day is not enough');
  await openNotification(ada, `${bob.name} commented on your article`);
  await ada.sees('A day is not enough');

  await bob.open('/glossary/new');
  await bob.fill('Term', 'Levain');
  await bob.fill('Meaning', 'A ferment of **flour**.');
  await bob.press('Submit suggestion');
  await bob.sees('Levain');
  await olga.open('/glossary/suggestions');
  await olga.press('Accept: Levain');
  await olga.sees('All caught up');
  await openNotification(bob, 'Your glossary suggestion was accepted');
  await bob.sees('Accepted');
  await bob.follow('Levain');
  await bob.sees('A ferment of flour.');

  await stranger.open('/search?q=sourdough');
  await stranger.sees('On sourdough');
  await stranger.open('/search?q=levain');
  await stranger.sees('A ferment of flour.');
}

/** A thread with a quoting reply, and a question with an accepted answer. */
export async function talkJourney(ada: Member, bob: Member, stranger: Person): Promise<void> {
  await ada.open('/forums/new');
  await ada.choose('Forum', 'Kitchen');
  await ada.fill('Title', 'Who salts the water?');
  await ada.fill('Text', 'I do, **always**.');
  await ada.press('Create thread');
  await ada.sees('0 replies');

  await bob.open('/forums');
  await bob.follow('Who salts the water?');
  await bob.follow(`Quote ${ada.name}`);
  await bob.sees('Remove quote');
  await bob.fill('Your reply', 'So do I, but late.');
  await bob.press('Reply');
  await bob.sees('1 reply');
  await openNotification(ada, `${bob.name} replied in “Who salts the water?”`);
  await ada.sees('So do I, but late.');

  await ada.open('/questions/new');
  await ada.fill('Title', 'Why does dough rise?');
  await ada.fill('Text', 'Mine does not.');
  await ada.fill('Tags optional', 'dough');
  await ada.press('Ask');
  await ada.sees('No answers yet');
  await bob.open('/questions?tag=dough');
  await bob.follow('Why does dough rise?');
  await bob.fill('Answer', 'Because of *yeast*.');
  await bob.press('Answer');
  await bob.sees('Because of yeast.');
  await openNotification(ada, `${bob.name} answered “Why does dough rise?”`);
  await ada.press('This answer is useful');
  await ada.sees('1 vote');
  await ada.press('Accept this answer');
  await ada.sees('Solved');
  await openNotification(bob, `${ada.name} accepted your answer to “Why does dough rise?”`);
  await bob.sees('Accepted answer');

  await stranger.open('/search?q=salts');
  await stranger.sees('Who salts the water?');
  await stranger.open('/search?q=dough+is:solved');
  await stranger.sees('Why does dough rise?');
}

/** A page that posts in its own name, and two people who post on its behalf. */
export async function pageJourney(ada: Member, bob: Member, stranger: Person): Promise<void> {
  await ada.open('/pages/new');
  await ada.fill('Name', 'Corner bakery');
  await ada.fill('URL', 'bakery');
  await ada.press('Create page');
  await ada.sees('0 people like it');
  await ada.fill('Post as Corner bakery', 'Rolls from seven on');
  await ada.press('Post');
  await ada.sees('1 post');
  await bob.open('/search?q=bakery');
  await bob.follow('Corner bakery');
  await bob.press('Like: Corner bakery');
  await bob.sees('1 person likes it');
  await ada.open('/pages/bakery/team');
  await ada.fill('Username', bob.viewer.username);
  await ada.press('Add');
  await ada.sees(bob.name);
  await openNotification(bob, `${ada.name} added you to the team of Corner bakery`);
  await bob.fill('Post as Corner bakery', 'Closed on Monday');
  await bob.press('Post');
  await bob.sees('2 posts');
  await stranger.open('/search?q=monday');
  await stranger.sees('Closed on Monday');
  await stranger.seesNot(bob.name);
}

async function picture() {
  const body = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#d8a657' } })
    .png()
    .toBuffer();
  return { name: 'loaf.png', type: 'image/png', body };
}
