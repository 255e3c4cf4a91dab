import { html, type Fragment, type Html } from '../html.ts';
import { illustration, type IllustrationName } from './illustration.ts';

/** What stands where nothing is yet: says what will be here, and the one thing to do next. */
export function emptyState(options: {
  illustration: IllustrationName;
  title: string;
  text: Fragment;
  action?: Html;
}): Html {
  return html`<div class="empty">
    ${illustration(options.illustration)}
    <h2>${options.title}</h2>
    <p>${options.text}</p>
    ${options.action && html`<div class="empty-action">${options.action}</div>`}
  </div>`;
}
