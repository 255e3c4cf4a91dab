import sharp from 'sharp';
import { password } from '../world.ts';
import type { Enter, Person, Picture } from './person.ts';

/**
 * The tasks of people on Plaza's pages, from sign-up to a block. `suffix` makes the names of this journey
 * unique.
 */
export async function plazaJourney(enter: Enter, base: string, suffix: string): Promise<void> {
  const ada = await enter(base);
  const bob = await enter(base);
  const stranger = await enter(base);
  await signUp(ada, 'Ada', suffix);
  await signUp(bob, 'Bob', suffix);

  const words = `Good morning, ${suffix}`;
  await ada.open('/compose');
  await ada.fill(
    'What’s on your mind?',
    `${words} #sun${suffix} with @bob_${suffix} at https://example.org/walk`,
  );
  await ada.attach('Add photos', await picture());
  await ada.choose('Audience', 'Public');
  await ada.press('Post');
  await ada.sees(words);
  await ada.open(`/@ada_${suffix}`);
  await ada.sees(words);
  const post = new URL(await ada.linkLike(/^\/posts\/\d+$/), base).href;

  await stranger.open(post);
  await stranger.sees(words);
  await stranger.sees('example.org/walk');
  await stranger.linkLike(new RegExp(`/@bob_${suffix}$`));
  await stranger.open(await stranger.linkLike(new RegExp(`/hashtag/sun${suffix}$`)));
  await stranger.sees(words);

  await bob.open(`/@ada_${suffix}`);
  await bob.press(`Follow: Ada ${suffix}`);
  await bob.sees('Following');
  await bob.press(`Add friend: Ada ${suffix}`);
  await bob.sees('Request sent');
  await ada.open('/people/requests');
  await ada.press(`Accept: Bob ${suffix}`);
  await bob.open(post);
  await bob.press('Like');
  await bob.sees('Reactions: 1 like');
  await bob.fill('Write a comment', 'Same to you');
  await bob.press('Send');
  await bob.sees('Same to you');
  await ada.open(post);
  await ada.sees('Same to you');

  await ada.open('/compose');
  await ada.fill('What’s on your mind?', `Between friends, ${suffix}`);
  await ada.choose('Audience', 'Friends');
  await ada.press('Post');
  await ada.sees(`Between friends, ${suffix}`);
  await bob.open('/');
  await bob.sees(`Between friends, ${suffix}`);
  await stranger.open(`/@ada_${suffix}`);
  await stranger.sees(words);
  await stranger.seesNot(`Between friends, ${suffix}`);

  await ada.open(`/@bob_${suffix}`);
  await ada.press('Block');
  await ada.sees('Unblock');
  await bob.open(post);
  await bob.sees('not found');
  await bob.open('/');
  await bob.sees('What’s on your mind?');
  await bob.seesNot(words);

  await ada.press('Sign out');
  await ada.sees('Signed out');
  await ada.open('/settings');
  await ada.fill('Username or email', `ada_${suffix}@example.org`);
  await ada.fill('Password', password);
  await ada.press('Sign in');
  await ada.sees('First name');
  await ada.open('/');
  await ada.sees(words);
  await Promise.all([ada, bob, stranger].map((person) => person.leave()));
}

export async function signUp(person: Person, name: string, suffix: string): Promise<void> {
  const username = `${name.toLowerCase()}_${suffix}`;
  await person.open('/signup');
  await person.fill('Name', `${name} ${suffix}`);
  await person.fill('Username', username);
  await person.fill('Email', `${username}@example.org`);
  await person.fill('Password', password);
  await person.press('Create account');
  await person.sees(`Welcome, ${name}`);
}

async function picture(): Promise<Picture> {
  const body = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#d8a657' } })
    .png()
    .toBuffer();
  return { name: 'sunrise.png', type: 'image/png', body };
}
