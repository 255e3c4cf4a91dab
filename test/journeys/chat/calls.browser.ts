// People call each other in browsers, with Chromium's fake cameras and microphones.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { Viewer } from '../../../src/platform/app.ts';
import { createGroup } from '../../../src/social/chat/conversations/conversations.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { openSignedIn } from '../../chromium/enter-as.ts';
import { startServices, type Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { eventually } from '../../peers/eventually.ts';

interface Received {
  frames: number;
  packets: number;
}
interface Watched {
  /** Video frames and audio packets received on each open connection. */
  received: () => Promise<Received[]>;
}

/** Records the connections of a page and what they receive. */
const watchConnections = () => {
  const created: RTCPeerConnection[] = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      created.push(this);
    }
  };
  const read = async (connection: RTCPeerConnection): Promise<Received> => {
    const stats = [...(await connection.getStats()).values()] as Record<string, unknown>[];
    const inbound = stats.filter(({ type }) => type === 'inbound-rtp');
    const sum = (name: string) => inbound.reduce((total, each) => total + Number(each[name] ?? 0), 0);
    return { frames: sum('framesDecoded'), packets: sum('packetsReceived') };
  };
  const received = () =>
    Promise.all(created.filter(({ connectionState }) => connectionState === 'connected').map(read));
  Object.assign(window, { received });
};

describe('people in a call', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer, carol: Viewer;
  let pair: string, group: string;

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    const { app } = services;
    ada = await addPerson(app, 'ada');
    bob = await addPerson(app, 'bob');
    carol = await addPerson(app, 'carol');
    for (const other of [bob, carol]) {
      await connect(app, ada, 'friend-add', other.id);
      await connect(app, other, 'friend-accept', ada.id);
    }
    pair = (await sendMessage(app, ada, { recipients: [bob.id], text: 'Hello' })).conversationId;
    group = await createGroup(app, ada, { title: 'Choir', memberIds: [bob.id, carol.id] });
  });
  after(() => services.stop());

  async function enter(viewer: Viewer): Promise<BrowserContext> {
    const context = await openSignedIn(services, viewer, { permissions: ['camera', 'microphone'] });
    await context.addInitScript(watchConnections);
    return context;
  }

  async function withPeople(people: Viewer[], work: (contexts: BrowserContext[]) => Promise<void>) {
    const contexts = await Promise.all(people.map(enter));
    try {
      await work(contexts);
    } finally {
      for (const context of contexts) await context.close();
    }
  }

  const opened = async (context: BrowserContext, act: () => Promise<unknown>): Promise<Page> => {
    const [page] = await Promise.all([context.waitForEvent('page'), act()]);
    return page;
  };
  /**
   * Waits for video or audio of the given number of participants. Not `waitForFunction`, which treats a
   * promise as true.
   */
  async function receives(page: Page, others: number, what: keyof Received = 'frames') {
    const isAll = (counted: Received[]) =>
      counted.length === others && counted.every((each) => each[what] > 5);
    const counted = await eventually(
      () => page.evaluate(() => (window as unknown as Watched).received()),
      isAll,
      300,
    );
    assert.ok(isAll(counted), `${what} of ${others} others did not arrive: ${JSON.stringify(counted)}`);
  }
  const ended = (page: Page) => page.locator('.call[data-state=ended]').waitFor();

  it('see each other, mute, share a screen, reload, and hang up for both', async () => {
    await withPeople([ada, bob], async ([hers, his]) => {
      assert.ok(hers && his);
      const [page, first, second] = [await hers.newPage(), await his.newPage(), await his.newPage()];
      await first.goto('/');
      await second.goto(`/messages/${pair}`);
      await page.goto(`/messages/${pair}`);
      assert.equal(
        (await page.request.get('/')).headers()['permissions-policy']?.includes('camera=()'),
        true,
      );
      const call = await opened(hers, () => page.getByRole('link', { name: 'Video call' }).click());
      await call.getByText('Ringing…').waitFor();
      await first.getByText('Incoming video call').waitFor();
      const answered = await opened(his, async () => {
        await second.locator('.call-ring').getByRole('link', { name: 'Answer' }).click();
      });
      await first.locator('.call-ring').waitFor({ state: 'detached' });
      await receives(call, 1);
      await receives(answered, 1);
      await second.getByText('You are in a call').waitFor();

      await call.getByRole('button', { name: 'Mute' }).click();
      await answered.locator('.call-tile.muted', { hasText: 'Ada' }).waitFor();
      await call.getByRole('button', { name: 'Turn camera off' }).click();
      await answered.locator('.call-tile:not(.has-video)', { hasText: 'Ada' }).waitFor();
      await call.getByRole('button', { name: 'Turn camera on' }).click();
      await answered.locator('.call-tile.has-video', { hasText: 'Ada' }).waitFor();
      await call.getByRole('button', { name: 'Share screen' }).click();
      await answered.locator('.call-tile.screen', { hasText: 'Ada’s screen' }).waitFor();
      await call.getByRole('button', { name: 'Stop sharing' }).click();
      await answered.locator('.call-tile.screen').waitFor({ state: 'detached' });

      await answered.reload();
      await receives(answered, 1);
      await receives(call, 1);
      await call.getByRole('button', { name: 'Hang up' }).click();
      await ended(answered);
      assert.match(await answered.locator('.call-status').innerText(), /Call ended/);
      await page.locator('.message-event', { hasText: /Video call, \d+ s/ }).waitFor();
      await second.locator('.message-event', { hasText: /Video call, \d+ s/ }).waitFor();
      assert.equal(await second.locator('.chat-call').isVisible(), false);
    });
  });

  it('decline, and see missed calls', async () => {
    await withPeople([ada, bob], async ([hers, his]) => {
      assert.ok(hers && his);
      const other = await his.newPage();
      await other.goto('/');
      const call = await hers.newPage();
      await call.goto(`/messages/${pair}/call?type=audio`);
      await other.locator('.call-ring').getByRole('button', { name: 'Decline' }).click();
      await call.getByText('Call declined').waitFor();
      await call.getByRole('link', { name: 'Call again' }).click();
      await other.locator('.call-ring').waitFor();
      await call.getByRole('button', { name: 'Hang up' }).click();
      await other.locator('.call-ring').waitFor({ state: 'detached' });
      await other.goto('/messages/calls');
      const rows = await other.locator('.chat-call-text').allInnerTexts();
      assert.match(rows[0] ?? '', /Missed call/);
      assert.match(rows[1] ?? '', /Declined call/);
    });
  });

  it('talk in a group that a third person joins and that one is disconnected from', async () => {
    await withPeople([ada, bob, carol], async ([hers, his, theirs]) => {
      assert.ok(hers && his && theirs);
      const [one, two, late] = [await hers.newPage(), await his.newPage(), await theirs.newPage()];
      await one.goto(`/messages/${group}/call?type=video`);
      await two.goto(`/messages/${group}`);
      await two.locator('.chat-call').getByRole('link', { name: 'Answer' }).waitFor();
      await two.goto(`/messages/${group}/call?type=audio`);
      await receives(two, 1);
      await late.goto('/');
      const third = await opened(theirs, () =>
        late.locator('.call-ring').getByRole('link', { name: 'Answer' }).click(),
      );
      await receives(one, 2, 'packets');
      await receives(third, 2, 'packets');
      await one.locator('.call-tiles[data-count="3"]').waitFor();
      await two.close();
      await one.locator('.call-tile', { hasText: 'Bob' }).waitFor({ state: 'detached' });
      await receives(one, 1);
      await third.getByRole('button', { name: 'Hang up' }).click();
      await ended(one);
    });
  });

  it('see their calls without scripts, without call buttons', async () => {
    const hers = await openSignedIn(services, ada, { javaScriptEnabled: false });
    try {
      const page = await hers.newPage();
      await page.goto('/messages/calls');
      assert.match(await page.locator('.chat-calls').innerText(), /Video call, \d+ s/);
      assert.equal(await page.getByRole('link', { name: 'Video call', exact: true }).count(), 0);
      await page.goto(`/messages/${pair}`);
      assert.match(await page.locator('.messages').innerText(), /Video call, \d+ s/);
      assert.equal(await page.locator('.call-buttons').first().isVisible(), false);
    } finally {
      await hers.close();
    }
  });
});
