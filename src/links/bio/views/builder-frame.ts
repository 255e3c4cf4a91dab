import { t } from '../../../web/translation/translate.ts';
import { badge, notice, pageHeader } from '../../../web/components/surfaces.ts';
import { linkButton, copyButton, icon } from '../../../web/components/controls.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { buttonForm } from '../../../web/form.ts';
import { type Fragment, html, type Html, type View } from '../../../web/html.ts';
import { type BlockKind, blockKinds, type BioBuilderState, blockKindNames } from '../block.ts';

const tabNames = () =>
  ({
    blocks: t('Blocks'),
    design: t('Design'),
    settings: t('Settings'),
    statistics: t('Statistics'),
    answers: t('Responses'),
  }) as const;
type BuilderTab = keyof ReturnType<typeof tabNames>;

export const bioPath = ({ bio }: Pick<BioBuilderState, 'bio'>): string => `/dashboard/bio/${bio.id}`;

/** Layout of all builder pages of a bio page, with a preview next to pages that edit it. */
export function builderFrame(
  state: BioBuilderState,
  { tab, body, withPreview = true }: { tab: BuilderTab; body: Fragment; withPreview?: boolean },
): View {
  const { bio } = state;
  return {
    title: `${bio.title}: ${tabNames()[tab]}`,
    section: 'bio',
    style: 'design',
    body: html`${header(state)} ${bio.isSuspended && suspended()} ${tabRow(state, tab)}
    ${
      withPreview
        ? html`<div class="bio-builder">
            <div class="sections">${body}</div>
            ${phone(state)}
          </div>`
        : html`<div class="sections">${body}</div>`
    }`,
  };
}

function header(state: BioBuilderState): Html {
  const { bio, address, name } = state;
  const path = bioPath(state);
  return pageHeader({
    title: bio.title,
    above: breadcrumbs([{ label: t('Bio pages'), href: '/dashboard/bio' }, { label: name }]),
    lead: html`<span class="bio-address"
      ><a href="${address}" target="_blank">${name}</a> ${copyButton(address, t('Copy {name}', { name }))}
      ${bio.isDisabled ? badge(t('Off'), 'warning') : badge(t('Published'), 'success')}</span
    >`,
    actions: html`${linkButton({ label: t('Preview'), href: `${path}/preview`, icon: 'eye', data: { target: '_blank' } })}
    ${buttonForm({
      to: `${path}/publish`,
      label: bio.isDisabled ? t('Publish') : t('Turn off'),
      icon: bio.isDisabled ? 'zap' : 'eye-off',
      kind: bio.isDisabled ? 'primary' : 'quiet',
      fields: { published: bio.isDisabled ? 'yes' : 'no' },
    })}
    ${menu({
      label: t('More actions'),
      items: menuButton({ label: t('Delete'), to: `${path}/delete`, icon: 'trash-2', danger: true }),
    })}`,
  });
}

const tabRow = (state: BioBuilderState, current: BuilderTab): Html =>
  tabs(
    t('Page sections'),
    Object.entries(tabNames()).map(([key, label]) => ({
      label,
      href: key === 'blocks' ? bioPath(state) : `${bioPath(state)}/${key}`,
      current: key === current,
    })),
  );

const suspended = () =>
  notice({
    tone: 'danger',
    title: t('This page was removed'),
    body: html`<p>
      Visitors see that it was removed. You can still edit it and ask the operator to review it again.
    </p>`,
  });

/** A preview in an iframe, so that the styles of the page and the dashboard do not mix. */
const phone = (state: BioBuilderState): Html =>
  html`<aside class="bio-phone" aria-label="Preview">
    <turbo-frame id="bio-preview" class="bio-phone-case">
      <iframe
        src="${bioPath(state)}/preview?v=${state.bio.version}"
        title="How visitors see ${state.bio.title}"
      ></iframe>
    </turbo-frame>
  </aside>`;

/** The frame for adding a block, used in the builder's sheet and on the pages it loads. */
export const newBlockFrame = 'new-block';

export const kindIcons: Readonly<Record<BlockKind, IconName>> = {
  link: 'link',
  heading: 'heading',
  text: 'file-text',
  image: 'image',
  video: 'video',
  social: 'at-sign',
  form: 'mail',
  featured: 'zap',
  divider: 'minus',
};

const kindHints = (): Readonly<Record<BlockKind, string>> => ({
  link: t('Button to any URL'),
  heading: t('Section title'),
  text: t('Text with bold, lists and links'),
  image: t('Image, with or without a link'),
  video: t('YouTube, Vimeo or a file'),
  social: t('Your profiles on other networks'),
  form: t('Newsletter or contact form'),
  featured: t('One of your links or QR codes'),
  divider: t('Separator'),
});

/** The list of block kinds that can be added. The builder shows it as a sheet. */
export function blockKindsView(page: BioBuilderState): View {
  const path = bioPath(page);
  const title = t('Add block');
  return {
    title,
    section: 'bio',
    style: 'design',
    body: html`${pageHeader({
        title,
        above: breadcrumbs([
          { label: t('Bio pages'), href: '/dashboard/bio' },
          { label: page.bio.title, href: path },
          { label: title },
        ]),
      })}
      <turbo-frame id="${newBlockFrame}">
        <ul class="bio-kinds">
          ${blockKinds.map(
            (kind) =>
              html`<li>
                <a href="${path}/blocks/new?kind=${kind}"
                  ><span class="bio-block-icon">${icon(kindIcons[kind])}</span
                  ><strong>${blockKindNames()[kind]}</strong> <small>${kindHints()[kind]}</small>${icon(
                    'chevron-right',
                  )}</a
                >
              </li>`,
          )}
        </ul>
      </turbo-frame>`,
  };
}
