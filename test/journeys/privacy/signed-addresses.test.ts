// Addresses of private files stop working for a viewer who can no longer see them, whatever stores the files.
import assert from 'node:assert/strict';
import { openPlaza, testPlaza, type World } from '../../ask-plaza.ts';
import { startBucket } from '../../peers/bucket.ts';
import { openFiles } from '../../../src/platform/files.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { deletePost } from '../../../src/social/posts/deleting.ts';
import { sendFriendRequest } from '../../../src/social/relationships/connect.ts';
import { publish, upload } from './photos.ts';

async function endAddresses(world: World): Promise<void> {
  const { app, ada, bob, plaza } = world;
  await sendFriendRequest(app, ada, bob.id);
  await sendFriendRequest(app, bob, ada.id);
  const addressFor = async (viewer: Viewer, id: string) => {
    const { body } = await plaza.api(viewer, 'GET', `/apis/php/posts/post/${id}`);
    const [address = ''] = /http[^" ]+\.webp/.exec(JSON.stringify(body).replaceAll('-small.', '.')) ?? [];
    return new URL(address).pathname;
  };
  const status = async (path: string) => (await plaza.inject({ method: 'GET', url: path })).statusCode;
  const ends: [why: string, end: (post: string) => Promise<unknown>, ownerSees: boolean][] = [
    [
      'private',
      (id) => plaza.api(ada, 'PUT', `/apis/php/posts/post/${id}`, { text: 'Mine', privacy: 'me' }),
      true,
    ],
    ['deleted', (id) => deletePost(app, ada, id), true],
    ['blocked', () => plaza.api(ada, 'POST', '/apis/php/user/connect', { do: 'block', id: bob.id }), true],
  ];
  for (const [why, end, ownerSees] of ends) {
    const photo = await upload(world, ada, '#246');
    const id = await publish(world, ada, photo, 'friends');
    app.clock.turn(2 * 3_600_000);
    const [own, theirs] = [await addressFor(ada, id), await addressFor(bob, id)];
    assert.notEqual(own, theirs);
    assert.deepEqual([await status(own), await status(theirs)], [200, 200]);
    await end(id);
    app.clock.turn(61_000);
    assert.deepEqual([await status(own), await status(theirs)], [ownerSees ? 200 : 404, 404], why);
  }
}

testPlaza('the address of a private file stops working with the access of its viewer', endAddresses);

testPlaza(
  'the address of a private file in a bucket stops working with the access of its viewer',
  async (world) => {
    const { objects, settings, stop } = await startBucket();
    const app = { ...world.app, files: openFiles({ ...world.app.config, ...settings }) };
    const plaza = await openPlaza(app);
    try {
      await endAddresses({ ...world, app, plaza });
      assert.equal(objects.size, 6, 'three photos in two sizes');
    } finally {
      await plaza.close();
      stop();
    }
  },
);
