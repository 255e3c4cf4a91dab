import { days } from '../../src/kernel/time.ts';
import { addBioAnswer } from '../../src/links/bio/answers.ts';
import { addBio, setAvatar, updateBio } from '../../src/links/bio/bios.ts';
import { addBlock, updateBioDesign } from '../../src/links/bio/blocks.ts';
import type { BlockKind, BlockOf } from '../../src/links/bio/block.ts';
import type { App } from '../../src/platform/app.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { at } from './at.ts';
import { viewerOf } from './cast.ts';
import type { Cast } from './cast.ts';
import type { FollowedLink } from './follow-links.ts';
import { paint } from './paint/paint.ts';

const owner = 'ada';
const title = 'Ada Lovelace';
const page = { owner, alias: 'ada', url: '', title, pull: 180, age: 24 };

const letters = {
  purpose: 'newsletter',
  title: 'A letter a month',
  note: 'What was read, and what is read next.',
  button: 'Send me the letter',
} as const;

/** Blocks with their share of the clicks. Blocks without a link have none. */
const blocks: readonly [BlockKind, Record<string, string>, pull?: number][] = [
  [
    'link',
    { title: 'My notes on the Engine', url: 'https://en.wikipedia.org/wiki/Note_G', highlight: 'on' },
    70,
  ],
  [
    'link',
    { title: 'What we read in May', url: 'https://www.gutenberg.org/ebooks/1342', note: 'Austen' },
    36,
  ],
  ['link', { title: 'Read aloud', url: 'https://librivox.org/', note: 'For long walks' }, 22],
  ['heading', { text: 'The reading room' }],
  ['text', { text: 'Open on **Thursdays** from six.\n\n- Bring a book\n- Leave with another' }],
  ['divider', {}],
  ['social', { website: 'en.wikipedia.org/wiki/Ada_Lovelace', github: 'ada', email: 'ada@example.org' }, 12],
];

const readers = ['brunel@example.org', 'somerville@example.org', 'wheatstone@example.org'];

/** Creates a bio page with every kind of block, adds newsletter subscribers, and clicks on its blocks. */
export async function addBioPage(app: App, cast: Cast): Promise<FollowedLink[]> {
  const now = app.clock.now().getTime();
  const then = at(app, now - days(page.age));
  const viewer = viewerOf(cast, owner);
  const { id } = await addBio(then, viewer, { title, alias: page.alias }).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'conflict') return addBio(then, viewer, { title });
    throw error;
  });
  await updateBio(then, viewer, id, { about: 'Poetical science, and a reading room that keeps late hours.' });
  await updateBioDesign(then, viewer, id, { theme: 'meadow' });
  await setAvatar(then, viewer, id, await paint('cards', owner, 'portrait'));
  const pressed: FollowedLink[] = [];
  for (const [kind, fields, pull = 0] of blocks) {
    const block = await addBlock(then, viewer, id, kind, { fields, files: [] });
    pressed.push({ ...page, id: block, alias: `${page.alias} ${block}`, pull });
  }
  const form = await addBlock(then, viewer, id, 'form', { fields: letters, files: [] });
  const content: BlockOf<'form'>['content'] = { ...letters, thanks: '' };
  const block: BlockOf<'form'> = {
    id: form,
    kind: 'form',
    content,
    startsAt: null,
    endsAt: null,
    isHidden: false,
  };
  for (const [i, email] of readers.entries())
    await addBioAnswer(at(app, now - days(20 - 6 * i)), id, block, { email });
  return [{ ...page, id }, ...pressed];
}
