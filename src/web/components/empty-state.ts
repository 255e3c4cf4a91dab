import { html, type Fragment, type Html } from '../html.ts';
import { illustration, type IllustrationName } from './illustration.ts';

/** A placeholder for an empty list: explains what will appear, with one next action. */
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
