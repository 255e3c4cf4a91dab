import { toLine } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Person } from '../people/person.ts';
import { getProfiles } from '../people/profile.ts';
import { findPages, type FoundPage } from './find-pages.ts';
import { findPeople } from './find-people.ts';
import { findTags, type FoundTag } from './find-tags.ts';
import { findTermsBeginning } from './find-terms.ts';

export interface Suggestions {
  people: Person[];
  pages: FoundPage[];
  terms: { slug: string; name: string }[];
  tags: FoundTag[];
}

const fewOfEach = 3;

/** Returns suggestions of people and content for the text typed so far. */
export async function suggest(app: App, viewer: Viewer | undefined, typed: string): Promise<Suggestions> {
  const begun = toLine(typed);
  const words = begun.split(' ').filter((word) => /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u.test(word));
  if (begun.length < 2 || words.length === 0) return { people: [], pages: [], terms: [], tags: [] };
  if (begun.startsWith('#'))
    return { people: [], pages: [], terms: [], tags: await findTags(app, viewer, begun, fewOfEach * 2) };
  const [people, pages, terms, tags] = await Promise.all([
    findPeople(app, viewer, words, fewOfEach).then((ids) => getProfiles(app, viewer, ids)),
    begun.startsWith('@') ? [] : findPages(app, words, fewOfEach),
    begun.startsWith('@') ? [] : findTermsBeginning(app, begun, fewOfEach),
    begun.startsWith('@') ? [] : findTags(app, viewer, words.join(''), fewOfEach),
  ]);
  return { people, pages, terms, tags };
}
