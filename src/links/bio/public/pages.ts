import { bioAnswerPages } from '../forms/answer-pages.ts';
import { bioBlockPages } from '../blocks/block-pages.ts';
import { bioBuilderPages } from '../blocks/builder-pages.ts';
import { bioDesignPages } from '../design/design-pages.ts';
import { bioListPages } from '../page/list-pages.ts';
import { bioSettingsPages } from '../page/settings-pages.ts';

/** Dashboard pages for bio pages. The public ones are in `public-pages.ts`. */
export const bioPages = [
  ...bioListPages,
  ...bioBuilderPages,
  ...bioBlockPages,
  ...bioDesignPages,
  ...bioSettingsPages,
  ...bioAnswerPages,
];
