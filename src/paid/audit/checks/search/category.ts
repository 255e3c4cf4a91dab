import type { Category } from '../../audit.ts';
import { contentChecks } from './content.ts';
import { crawlingChecks } from './crawling.ts';
import { gatherSearch, type SearchFacts } from './facts.ts';
import { headChecks } from './head.ts';

/** The checks of Lighthouse, and a few more. */
export const searchCategory: Category<SearchFacts> = {
  id: 'seo',
  title: 'Search engines',
  weight: 30,
  gather: gatherSearch,
  checks: [...crawlingChecks, ...contentChecks, ...headChecks],
};
