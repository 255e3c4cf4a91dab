import { attributes, html, type Fragment, type Html } from '../html.ts';
import { avatar, type Person } from './avatar.ts';

/** A person in a list, with actions at the end. */
export function personRow(options: {
  person: Person & { username: string };
  href: string;
  /** Beside the name: the type of account, if it is not a person. */
  badge?: Fragment;
  /** A line below the name: their biography or a mutual connection. */
  detail?: Fragment;
  actions?: Fragment;
}): Html {
  const { person, href, badge, detail, actions } = options;
  return html`<div class="person-row">
    ${avatar(person)}
    <div class="person-row-text">
      <p class="person-row-name">
        <a href="${href}">${person.name}</a> ${badge} <span class="handle">@${person.username}</span>
      </p>
      ${detail && html`<p class="person-row-detail">${detail}</p>`}
    </div>
    ${actions && html`<div class="person-row-actions">${actions}</div>`}
  </div>`;
}

/** Rows of people, posts or comments, separated by lines. */
export function stack(rows: readonly Html[], label?: string): Html {
  return html`<ul class="stack" ${attributes({ 'aria-label': label })}>
    ${rows.map((row) => html`<li>${row}</li>`)}
  </ul>`;
}
