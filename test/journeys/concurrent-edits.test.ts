import assert from 'node:assert/strict';
import { ownedChannels } from '../../src/links/channels/channels.ts';
import { getOwned } from '../../src/links/owned/owned.ts';
import { addLink } from '../../src/links/shorten/add-links.ts';
import { updateLink } from '../../src/links/shorten/change-links.ts';
import { emptyContent } from '../../src/social/posts/post.ts';
import { addArticle, updateArticle } from '../../src/social/articles/articles.ts';
import { getArticle } from '../../src/social/articles/reading.ts';
import { addPage, changePage } from '../../src/social/pages/editing.ts';
import { getPage } from '../../src/social/pages/reading.ts';
import { editPost } from '../../src/social/posts/editing.ts';
import { publishPost } from '../../src/social/posts/publishing.ts';
import { getPost } from '../../src/social/posts/reading/get-posts.ts';
import { testWithDatabase } from '../app.ts';
import { createWorld } from '../world.ts';

const rounds = 8;
const alts: ReadonlyMap<string, string> = new Map();

/** Runs all changes concurrently, several times. */
async function together(
  changes: readonly ((round: number) => Promise<unknown>)[],
  check: () => Promise<void>,
) {
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(changes.map((change) => change(round)));
    await check();
  }
}

testWithDatabase('two concurrent edits of a post do not overwrite each other', async ({ app }) => {
  const { ada } = await createWorld(app);
  for (let round = 0; round < rounds; round += 1) {
    const id = await publishPost(app, ada, { text: 'Hello', privacy: 'public', photos: [], warning: '' });
    await Promise.all([
      editPost(app, ada, id, { text: `Secret ${round}`, privacy: 'me', alts }),
      editPost(app, ada, id, { text: `Corrected ${round}`, alts }),
      editPost(app, ada, id, { text: `Again ${round}`, warning: 'Loud', alts }),
    ]);
    const { privacy, warning } = await getPost(app, ada, id);
    assert.deepEqual({ privacy, warning }, { privacy: 'me', warning: 'Loud' });
  }
});

testWithDatabase('two concurrent edits of an article do not overwrite each other', async ({ app }) => {
  const { ada } = await createWorld(app);
  for (let round = 0; round < rounds; round += 1) {
    const id = await addArticle(app, ada, {
      ...emptyContent,
      title: `Tea ${round}`,
      text: `How to make tea, part ${round}.`,
    });
    await Promise.all([
      updateArticle(app, ada, id, { privacy: 'me' }),
      updateArticle(app, ada, id, { title: `Coffee ${round}` }),
      updateArticle(app, ada, id, { tags: 'drinks' }),
    ]);
    const { privacy, title, article } = await getArticle(app, ada, id);
    assert.deepEqual([privacy, title, article.tags], ['me', `Coffee ${round}`, ['drinks']]);
  }
});

testWithDatabase(
  'concurrent edits of a page, a link or a channel do not overwrite each other',
  async ({ app }) => {
    const { ada } = await createWorld(app);
    const pageId = await addPage(app, ada, {
      title: 'Bakery',
      username: 'bakery',
      about: 'Bread',
      website: '',
      category: '',
    });
    let now = 0;
    await together(
      [
        (round) => changePage(app, ada, pageId, { title: `Bakery ${round}` }),
        (round) => changePage(app, ada, pageId, { about: `Bread number ${(now = round)}` }),
      ],
      async () => {
        const { title, about } = await getPage(app, ada, { id: pageId });
        assert.deepEqual([title, about], [`Bakery ${now}`, `Bread number ${now}`]);
      },
    );
    const url = 'https://example.org/tea';
    const { id } = await addLink(app, ada, { url });
    await together(
      [
        (round) => updateLink(app, ada, id, { url, title: `Tea ${round}` }),
        (round) => updateLink(app, ada, id, { url, alias: `tea-${(now = round)}` }),
        (round) => updateLink(app, ada, id, { url, description: `Hot ${round}` }),
      ],
      async () => {
        const link = await app.db
          .selectFrom('links.link')
          .select(['title', 'alias', 'description'])
          .where('id', '=', id)
          .executeTakeFirst();
        assert.deepEqual(link, { title: `Tea ${now}`, alias: `tea-${now}`, description: `Hot ${now}` });
      },
    );
    const channel = await ownedChannels.add(app, ada, { name: 'News' });
    await together(
      [
        (round) => ownedChannels.update(app, ada, channel.id, { name: `News ${round}` }),
        (round) => ownedChannels.update(app, ada, channel.id, { description: `Daily ${(now = round)}` }),
      ],
      async () => {
        const { name, description } = await getOwned(app, ada, ownedChannels, channel.id);
        assert.deepEqual([name, description], [`News ${now}`, `Daily ${now}`]);
      },
    );
  },
);
