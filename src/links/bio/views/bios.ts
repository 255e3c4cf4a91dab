import { t } from '../../../web/translation/translate.ts';
import {
  badge,
  card,
  emptyState,
  pageHeader,
  table,
  relativeTime,
} from '../../../web/components/surfaces.ts';
import { button, linkButton, copyButton } from '../../../web/components/controls.ts';
import { checkbox, radioGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html, type Html, type View, shortNumber } from '../../../web/html.ts';
import { aliasField } from '../../dashboard/components.ts';
import { deletedNotice } from '../../owned/lists.ts';
import { ownedActions } from '../../owned/menu.ts';
import { addressList } from '../../owned/views.ts';
import { shortAddress, shortName } from '../../link/link.ts';
import { type ListedBio, max } from '../bio.ts';
import type { BioBuilderState } from '../block.ts';
import { templates } from '../templates.ts';
import { resolveDesign } from '../design.ts';
import { bioPath, builderFrame } from './builder-frame.ts';
import { themeDrawing } from './design.ts';

interface BiosPage {
  hopUrl: string;
  now: Date;
  bios: readonly ListedBio[];
  total: number;
  page: number;
  perPage: number;
  search: string;
  /** The owner's branded domains, as `https://…`. */
  domains: readonly string[];
  /** State of the form above the list. */
  form: FormState;
  deletedId: number | undefined;
}

/** The list of bio pages, with the form for a new one above it. */
export function biosView(page: BiosPage): View {
  return {
    title: t('Bio pages'),
    section: 'bio',
    style: 'design',
    body: html`${pageHeader({
      title: t('Bio pages'),
      lead: t('One short URL for everything you share: links, videos, images and a form.'),
    })}
    ${deletedNotice('/dashboard/bio', page.deletedId, t('Page deleted'), t('Its short URL no longer works.'))}
    ${createForm(page)} ${list(page)}`,
  };
}

function createForm({ hopUrl, domains, form: createForm }: BiosPage): Html {
  const field = bind(createForm);
  const { value, ...profile } = field('profile');
  return html`<div class="maker-card">
    ${card({
      title: t('New page'),
      body: form({
        action: '/dashboard/bio',
        state: createForm,
        body: html`<div class="more-fields">
            ${textField({
              ...field('title'),
              label: t('Name'),
              required: true,
              placeholder: t('Ada Lovelace'),
              autocomplete: 'off',
              maxlength: 80,
            })}
            ${aliasField(createForm, hopUrl, t('Leave empty for a random one.'))}
            ${domains.length > 0 && domainField(createForm, hopUrl, domains)}
          </div>
          ${radioGroup({
            ...field('template'),
            value: field('template').value ?? 'blank',
            label: t('Start with'),
            required: false,
            choices: Object.entries(templates()).map(([value, { name, hint }]) => ({
              value,
              label: name,
              hint,
            })),
          })}
          ${checkbox({
            ...profile,
            label: t('Use the picture and description of my profile'),
            checked: value !== undefined,
          })}
          <div class="form-actions">
            ${button({ label: t('Create page'), kind: 'primary', icon: 'plus', busyLabel: t('Creating') })}
          </div>`,
      }),
    })}
  </div>`;
}

/** Selects the domain of the page: the default domain or one of the owner's. */
const domainField = (state: FormState, hopUrl: string, domains: readonly string[]): Html =>
  selectField({
    ...bind(state)('domain'),
    label: t('Domain'),
    required: false,
    choices: [hopUrl, ...domains].map((value) => ({ value, label: value.replace(/^https?:\/\//, '') })),
  });

const list = (page: BiosPage): Html =>
  page.total === 0 && page.search === ''
    ? firstSteps()
    : addressList(
        {
          path: '/dashboard/bio',
          words: {
            counted: (count) => t('{count, plural, one {# page} other {# pages}}', { count }),
            search: t('Search bio pages'),
          },
          search: page.search,
          table: bioTable(page),
        },
        page,
      );

const bioTable = ({ hopUrl, now, bios, search }: BiosPage): Html =>
  table({
    caption: t('Your bio pages'),
    rows: bios,
    rowId: ({ id }) => `bio-${id}`,
    columns: [
      { label: t('Page'), main: true, cell: (bio) => bioCell(hopUrl, bio) },
      {
        label: t('Visits'),
        align: 'end',
        cell: ({ id, visits }) =>
          html`<a class="click-count" href="/dashboard/bio/${id}/statistics">${shortNumber(visits)}</a>`,
      },
      { label: t('Blocks'), align: 'end', cell: ({ blocks }) => shortNumber(blocks) },
      { label: t('Updated'), cell: ({ updatedAt }) => relativeTime(updatedAt, now) },
      {
        label: t('Actions'),
        hideLabel: true,
        align: 'end',
        cell: (bio) => ownedActions('/dashboard/bio', bioRow(hopUrl, bio)),
      },
    ],
    empty: emptyState({
      illustration: 'search',
      title: t('No matching pages'),
      text: html`No page has “${search}” in its alias or name.`,
      action: linkButton({ label: t('Show all pages'), href: '/dashboard/bio' }),
    }),
  });

const bioCell = (hopUrl: string, bio: ListedBio): Html =>
  html`<div class="bio-cell">
    ${themeDrawing(resolveDesign(bio.design))}
    <div class="link-cell">
      <p class="link-cell-short">
        <a href="/dashboard/bio/${bio.id}">${bio.title}</a>
        ${bio.isSuspended ? badge(t('Removed'), 'danger') : bio.isDisabled && badge(t('Off'), 'warning')}
      </p>
      <p class="link-cell-about link-cell-short">
        <span>${shortName({ hopUrl }, bio)}</span>
        ${copyButton(shortAddress({ hopUrl }, bio), t('Copy {shortName}', { shortName: shortName({ hopUrl }, bio) }))}
      </p>
    </div>
  </div>`;

/** What the menu of a bio page offers. */
export const bioRow = (hopUrl: string, bio: Pick<ListedBio, 'id' | 'title' | 'domain' | 'alias'>) => ({
  id: bio.id,
  name: bio.title,
  short: shortAddress({ hopUrl }, bio),
  entries: ['change', 'design', 'statistics', 'copy', 'share', 'delete'] as const,
});

const firstSteps = () =>
  emptyState({
    illustration: 'links',
    title: t('Create your first bio page'),
    text: t('Give it a name above, add your links, choose a design, and share its short URL.'),
  });

interface SettingsPage extends BioBuilderState {
  hopUrl: string;
  domains: readonly string[];
  avatar: string | null;
  state: FormState;
}

/** The settings page: title, description, address and preview. */
export function bioSettingsView(page: SettingsPage): View {
  const { state, bio } = page;
  const field = bind(state);
  return builderFrame(page, {
    tab: 'settings',
    body: form({
      action: `${bioPath(page)}/settings`,
      state,
      upload: true,
      body: html`${card({
          title: t('Header'),
          body: html`${textField({ ...field('title'), label: t('Name'), required: true, autocomplete: 'off', maxlength: max.title })}
          ${textArea({
            ...field('about'),
            label: t('About'),
            required: false,
            rows: 3,
            maxlength: max.about,
            hint: t('Shown below the name.'),
          })}
          ${avatarFields(page)}`,
        })}
        ${card({
          title: t('Short URL'),
          body: html`${aliasField(state, bio.domain ?? page.hopUrl, t('The old URL stops working immediately.'))}
          ${page.domains.length > 0 && domainField(state, page.hopUrl, page.domains)}`,
        })}
        ${card({
          title: t('Search and social preview'),
          lead: t('Default to the page’s name, description and picture.'),
          body: html`${textField({ ...field('metatitle'), label: t('Title'), required: false, autocomplete: 'off', maxlength: 255 })}
          ${textArea({ ...field('metadescription'), label: t('Description'), required: false, rows: 2, maxlength: 500 })}
          ${textField({
            ...field('metaimage'),
            label: t('Image URL'),
            required: false,
            type: 'url',
            icon: 'image',
            placeholder: 'https://example.com/card.jpg',
            autocomplete: 'off',
          })}`,
        })}
        <div class="form-actions">
          ${button({ label: t('Save'), kind: 'primary', busyLabel: t('Saving') })}
        </div>`,
    }),
  });
}

function avatarFields({ state, avatar }: SettingsPage) {
  const field = bind(state);
  const { name, error } = field('avatar');
  const { value, ...remove } = field('removeAvatar');
  return html`${fileField({
    ...{ name, error },
    label: t('Picture'),
    required: false,
    accept: pictureTypes,
    current: avatar,
  })}
  ${avatar !== null && checkbox({ ...remove, label: t('Remove image'), checked: value !== undefined })}`;
}
