import { bioAnswerPages } from './answer-pages.ts';
import { bioBlockPages } from './block-pages.ts';
import { bioBuilderPages } from './builder-pages.ts';
import { bioDesignPages } from './design-pages.ts';
import { bioListPages } from './list-pages.ts';
import { bioSettingsPages } from './settings-pages.ts';

/** The owner's pages. Those of visitors are in `public-pages.ts`. */
export const bioPages = [
  ...bioListPages,
  ...bioBuilderPages,
  ...bioBlockPages,
  ...bioDesignPages,
  ...bioSettingsPages,
  ...bioAnswerPages,
];
