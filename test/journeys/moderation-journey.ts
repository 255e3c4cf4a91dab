import { openNotification, type Member } from './content/content-people.ts';

/** A held post is reviewed. A post is reported, removed, and restored after an appeal. */
export async function moderationJourney(ada: Member, bob: Member, olga: Member): Promise<void> {
  const profile = `/@${bob.viewer.username}`;
  await olga.open('/moderation/words');
  await olga.fill('Word, phrase, part of a word, or domain', 'lottery');
  await olga.press('Add to the list');
  await olga.sees('lottery');
  await bob.open('/compose');
  await bob.fill('What’s on your mind?', 'Here is a quiet morning');
  await bob.press('Post');
  await bob.sees('Here is a quiet morning');
  await bob.open('/compose');
  await bob.fill('What’s on your mind?', 'My lottery of old books');
  await bob.press('Post');
  await bob.sees('Waiting for review');
  await ada.open(profile);
  await ada.sees('Here is a quiet morning');
  await ada.seesNot('My lottery of old books');
  await olga.open('/moderation');
  await olga.sees('My lottery of old books');
  await olga.press('Approve');
  await olga.sees('1 case resolved.');
  await openNotification(bob, 'Your post was approved and published');
  await bob.sees('My lottery of old books');

  await ada.open(profile);
  await ada.sees('My lottery of old books');
  await ada.open(await ada.linkLike(/^\/posts\/\d+\/menu$/));
  await ada.open(await ada.linkLike(/^\/report\?handle=post&id=\d+$/));
  await ada.tick('Spam');
  await ada.fill('Details optional', 'He sells tickets');
  await ada.press('Report');
  await ada.sees('My lottery of old books');
  await olga.open('/moderation');
  await olga.sees('He sells tickets');
  await olga.fill('Message to the author', 'We play no games for money here');
  await olga.press('Remove');
  await olga.sees('1 case resolved.');
  await ada.open(profile);
  await ada.sees('Here is a quiet morning');
  await ada.seesNot('My lottery of old books');
  await ada.open('/notifications');
  await ada.sees('Your report was reviewed and action was taken');

  await openNotification(bob, 'Your post was removed by a moderator');
  await bob.sees('We play no games for money here');
  await bob.fill('Reason for appeal', 'They are books, for nothing');
  await bob.press('Appeal');
  await bob.sees('Appeal pending');
  await olga.open('/moderation?show=appeals');
  await olga.sees('They are books, for nothing');
  await olga.fill('Message to the author', 'You are right');
  await olga.press('Grant and reverse');
  await olga.sees('All caught up');
  await openNotification(bob, 'Your appeal was granted: your post was restored');
  await bob.sees('My lottery of old books');
  await ada.open(profile);
  await ada.sees('My lottery of old books');
}
