import { html, type Html } from '../../../web/html.ts';
import { searchBox } from '../../search/components/search-box.ts';

/** Sidebar with search, trending topics and suggested people. */
export const feedSidebar = (trending: Html | false, people: Html): Html =>
  html`${searchBox({})} ${trending} ${people}`;
