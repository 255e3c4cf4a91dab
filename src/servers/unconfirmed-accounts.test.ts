import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../test/ask-plaza.ts';
import { addPerson } from '../../test/world.ts';
import { deleteUnconfirmed } from '../identity/account-deletion/unconfirmed.ts';
import { confirmAddress } from '../identity/activation/activation.ts';
import { addRegistrationRequest } from '../identity/sign-up/requests.ts';
import { startSession } from '../identity/sessions/sessions.ts';
import type { Viewer } from '../platform/app.ts';
import { days } from '../kernel/time.ts';
import { getSiteSettings, writeSetting } from '../platform/settings/site-settings.ts';
import { eraseLinks, hasLinks } from '../links/account/erase.ts';
import { addLink } from '../links/shorten/add-links.ts';
import { erasePlaza, hasPublished } from '../social/accounts/data/erase-plaza.ts';
import { publishPost } from '../social/posts/publishing.ts';

const services = {
  erasers: { plaza: erasePlaza, links: eraseLinks },
  hasContent: [hasPublished, hasLinks],
};

const nameOf = async ({ app }: World, id: string) => {
  const { username } = await app.db
    .selectFrom('identity.account')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return username;
};

testPlaza('deletes unused accounts whose address was never confirmed, and nothing else', async (world) => {
  const { app } = world;
  const unconfirmed = async (username: string, before?: (person: Viewer) => Promise<unknown>) => {
    const person = await addPerson(app, username);
    await before?.(person);
    await app.db
      .updateTable('identity.account')
      .set({ activated_at: null, registered_at: app.clock.now() })
      .where('id', '=', person.id)
      .execute();
    return person;
  };
  const post = { text: 'Hello', privacy: 'public', photos: [] } as const;
  const author = await unconfirmed('author', (person) => publishPost(app, person, post));
  await writeSetting(app, 'site', { ...(await getSiteSettings(app)), activation: true });
  const idle = await unconfirmed('idle');
  const confirmed = await unconfirmed('confirmed');
  const linker = await unconfirmed('linker');
  const caller = await unconfirmed('caller');
  const visitor = await unconfirmed('visitor');
  const waiting = await unconfirmed('waiting');
  await addRegistrationRequest(app, waiting.id, '');
  await addLink(app, linker, { url: 'https://example.com/' });
  app.clock.turn(days(29));
  await app.db
    .updateTable('identity.access_key')
    .set({ last_used_at: app.clock.now() })
    .where('account_id', '=', caller.id)
    .execute();
  await startSession(app, visitor.id, { createdVia: 'page', userAgent: '', address: '127.0.0.1' });
  for (const { id } of [confirmed, waiting]) await confirmAddress(app, id);
  await deleteUnconfirmed(app, services);
  assert.equal(await nameOf(world, idle.id), 'idle', 'too early');

  app.clock.turn(days(2));
  const late = await unconfirmed('late');
  const never = { ...app, config: { ...app.config, UNCONFIRMED_ACCOUNT_DAYS: 0 } };
  await deleteUnconfirmed(never, services);
  assert.equal(await nameOf(world, idle.id), 'idle', 'switched off');
  await deleteUnconfirmed(app, services);
  assert.equal(await nameOf(world, idle.id), `deleted-${idle.id}`);
  for (const kept of [confirmed, author, linker, caller, visitor, waiting, late])
    assert.equal(await nameOf(world, kept.id), kept.username);

  app.clock.turn(days(31));
  await deleteUnconfirmed(app, services);
  for (const unused of [visitor, caller])
    assert.equal(await nameOf(world, unused.id), `deleted-${unused.id}`, 'no longer used');
});
