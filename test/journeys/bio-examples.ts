import { addBio } from '../../src/links/bio/bios.ts';
import { addBlock } from '../../src/links/bio/blocks.ts';
import type { BlockKind } from '../../src/links/bio/block.ts';
import type { App, Viewer } from '../../src/platform/app.ts';

/** Adds a bio page with every kind of block. Returns its addresses. */
export async function bioExamples(app: App, viewer: Viewer): Promise<Record<string, string>> {
  const { id } = await addBio(app, viewer, { title: 'Ada Lovelace', alias: 'ada-lovelace' });
  const add = (kind: BlockKind, fields: Record<string, string>) =>
    addBlock(app, viewer, id, kind, { fields, files: [] });
  const link = await add('link', { title: 'My notes', url: 'https://example.org/notes', highlight: 'on' });
  await add('heading', { text: 'Watch and read' });
  await add('text', { text: 'Letters about **numbers**.\n\n- no noise' });
  await add('video', { title: 'The engine', url: 'https://youtu.be/dQw4w9WgXcQ' });
  await add('social', { instagram: 'ada', email: 'ada@example.org' });
  await add('divider', {});
  await add('form', { purpose: 'contact', title: 'Write to me' });
  const letters = await add('form', { purpose: 'newsletter', title: 'Letters' });
  const path = `/dashboard/bio/${id}`;
  const parts = ['', '/preview', '/design', '/settings', '/statistics', '/answers', '/answers.csv'];
  return {
    ...Object.fromEntries(parts.map((part) => [`/dashboard/bio/:id${part}`, path + part])),
    '/dashboard/bio/:id/blocks/new': `${path}/blocks/new?kind=social`,
    '/dashboard/bio/:id/blocks/:block': `${path}/blocks/${link}`,
    '/dashboard/bio/:id/blocks/:block/menu': `${path}/blocks/${link}/menu`,
    '/bio/:id/to/:block': `/bio/${id}/to/${link}`,
    '/bio/:id/sent/:block': `/bio/${id}/sent/${letters}`,
  };
}
