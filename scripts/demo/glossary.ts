import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { days, minutes } from '../../src/kernel/time.ts';
import type { App, Viewer } from '../../src/platform/app.ts';
import { findByNames } from '../../src/social/glossary/reading.ts';
import { saveSet } from '../../src/social/glossary/sets.ts';
import { suggestTerm, writeTerm } from '../../src/social/glossary/terms.ts';
import { slugOf } from '../../src/social/posts/paths.ts';
import { at } from './at.ts';
import { viewerOf, type Cast } from './cast.ts';

/**
 * Adds glossary terms about the web. In texts/glossary.txt, `= title | description` is a set, and `== name |
 * aliases | sets | see also` starts a term.
 */
export async function addGlossary(app: App, cast: Cast): Promise<void> {
  const keeper: Viewer = { ...viewerOf(cast, 'ada'), permissions: ['glossary'] };
  const [sets = '', ...terms] = readFileSync(join(import.meta.dirname, 'texts/glossary.txt'), 'utf8').split(
    /^== /m,
  );
  const began = app.clock.now().getTime() - days(20);
  const ids = new Map<string, string>();
  for (const line of sets.split('\n').filter((each) => each.startsWith('= '))) {
    const [title = '', description = ''] = partsOf(line.slice(2));
    const slug = await saveSet(at(app, began), keeper, { title, description });
    const { id } = await app.db
      .selectFrom('social.term_set')
      .where('slug', '=', slug)
      .select('id')
      .executeTakeFirstOrThrow();
    ids.set(title, id);
  }
  const written = terms.map(toTerm);
  for (const [i, { seeAlso, sets: titles, ...term }] of written.entries()) {
    const found = await findByNames(app, seeAlso);
    await writeTerm(at(app, began + minutes(i * 40)), {
      content: {
        ...term,
        seeAlso: [...found.values()],
        sets: titles.flatMap((title) => ids.get(title) ?? []),
      },
      editorId: keeper.id,
    });
  }
  await suggestTerm(app, viewerOf(cast, 'faraday'), {
    name: 'Permalink',
    aliases: 'Permanent link',
    definition: 'An address that always leads to the same thing, however old it gets.',
    seeAlso: 'Canonical URL',
    sets: [slugOf('The web')],
    note: 'People ask what the last word of an address is for.',
  });
}

const partsOf = (line: string) => line.split('|').map((part) => part.trim());
const listOf = (part = '') =>
  part
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

function toTerm(text: string) {
  const [head = '', ...lines] = text.split('\n');
  const [name = '', aliases, sets, seeAlso] = partsOf(head);
  return {
    name,
    aliases: listOf(aliases),
    sets: listOf(sets),
    seeAlso: listOf(seeAlso),
    definition: lines.join('\n').trim(),
  };
}
