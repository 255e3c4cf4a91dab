import { button, linkButton } from '../../../web/components/button.ts';
import { copyButton } from '../../../web/components/copy.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { table } from '../../../web/components/table.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { bind, buttonForm, form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { shortAddress, shortName, type Link } from '../link.ts';

/** The form that puts a link into a channel or a campaign, by the address that people know it by. */
export const addByShort = (action: string, state: FormState, label = 'Add a link of yours'): Html =>
  form({
    action,
    state,
    body: html`<div class="maker">
      ${textField({
        ...bind(state)('short'),
        label,
        required: true,
        icon: 'link',
        placeholder: 'Its short address or alias',
        autocomplete: 'off',
      })}
      ${button({ label: 'Add', kind: 'primary', busyLabel: 'Adding' })}
    </div>`,
  });

interface GroupedLinks {
  hopUrl: string;
  now: Date;
  links: readonly Link[];
  caption: string;
  /** Where the button sends that takes a link out. */
  removeTo: (link: Link) => string;
}

/** The links of a channel or a campaign. */
export const groupedLinks = ({ hopUrl, now, links, caption, removeTo }: GroupedLinks): Html =>
  table({
    caption,
    rows: links,
    rowId: (link) => `link-${link.id}`,
    columns: [
      { label: 'Link', main: true, cell: (link) => linkCell(hopUrl, link) },
      { label: 'Made', cell: (link) => relativeTime(link.createdAt, now) },
      {
        label: 'Take out',
        hideLabel: true,
        align: 'end',
        cell: (link) => buttonForm({ to: removeTo(link), label: 'Take out', icon: 'x', small: true }),
      },
    ],
    empty: emptyState({
      illustration: 'links',
      title: 'Nothing in it yet',
      text: 'Name a link of yours above by its short address.',
      action: linkButton({ label: 'See your links', href: '/dashboard' }),
    }),
  });

const linkCell = (hopUrl: string, link: Link): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short">
      <a href="/dashboard/links/${link.id}">${shortName({ hopUrl }, link)}</a>
      ${copyButton(shortAddress({ hopUrl }, link), `Copy ${shortName({ hopUrl }, link)}`)}
    </p>
    <p class="link-cell-about"><span>${link.title}</span> · ${link.url}</p>
  </div>`;
