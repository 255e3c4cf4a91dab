import { html, type Html } from '../../../web/html.ts';
import { searchBox } from '../../search/components/search-box.ts';

/** The search, what is moving, and people to meet. */
export const besideFeed = (trending: Html | false, people: Html): Html =>
  html`${searchBox({})} ${trending} ${people}`;
