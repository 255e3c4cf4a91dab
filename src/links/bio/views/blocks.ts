import { t } from '../../../web/translation/translate.ts';
import { badge, emptyState, undoNotice, pageHeader } from '../../../web/components/surfaces.ts';
import { linkButton, icon } from '../../../web/components/controls.ts';
import { dialog } from '../../../web/components/fields/dialog.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { menuList, menuOpener, rowMenu } from '../../../web/components/navigation/row-menu.ts';
import type { MenuEntry, RowMenu } from '../../../web/components/navigation/row-menu.ts';
import { form, type FormState } from '../../../web/form.ts';
import { attributes, classes, html, type Html, type View } from '../../../web/html.ts';
import type { Featured } from '../bio.ts';
import {
  type BioBlock,
  type BlockKind,
  blockTitle,
  type BioBuilderState,
  blockKindNames,
  socialNetworks,
} from '../block.ts';
import { blockFields } from './block-fields.ts';
import { bioPath, builderFrame, kindIcons, newBlockFrame } from './builder-frame.ts';

interface TitledPage extends BioBuilderState {
  featured: ReadonlyMap<string, Featured>;
}

/** Where a block is on its page. */
interface Place {
  isFirst: boolean;
  isLast: boolean;
}

interface BlocksPage extends TitledPage {
  now: Date;
  blocks: readonly BioBlock[];
  /** Clicks by block id. */
  clicks: ReadonlyMap<string, number>;
  /** The block just deleted. */
  deletedId: number | undefined;
}

/** The blocks of a page in order, with their actions. */
export const blocksView = (page: BlocksPage): View =>
  builderFrame(page, {
    tab: 'blocks',
    body: html`${page.deletedId && undoNotice(t('Block deleted'), `${bioPath(page)}/blocks/${page.deletedId}/restore`)}
    ${adder(page)} ${blockList(page)}`,
  });

/** Opens the sheet of block kinds, which is loaded on demand. Without scripts, it is a separate page. */
const adder = (state: BioBuilderState): Html =>
  html`<div class="toolbar">
      <h2>Blocks</h2>
      ${linkButton({
        label: t('Add block'),
        href: `${bioPath(state)}/blocks/new`,
        kind: 'primary',
        icon: 'plus',
        data: { 'data-turbo-frame': newBlockFrame },
      })}
    </div>
    ${dialog({
      id: 'add-block',
      title: t('Add block'),
      data: { 'data-controller': 'drawer' },
      body: html`<turbo-frame id="${newBlockFrame}"></turbo-frame>`,
    })}`;

function blockList(page: BlocksPage): Html {
  const { blocks } = page;
  if (blocks.length === 0)
    return emptyState({
      illustration: 'links',
      title: t('No blocks yet'),
      text: t('Start with the link people ask you for most.'),
    });
  const path = bioPath(page);
  return html`<section aria-labelledby="blocks-title">
    <h3 id="blocks-title" class="visually-hidden">On this page</h3>
    <div data-controller="sortable" data-at-once>
      <form action="${path}/order" method="post" data-sortable-target="form" hidden>
        <input type="hidden" name="order" data-sortable-target="order" value="" />
        <button type="submit">Save the order</button>
      </form>
      <ol class="bio-blocks" data-sortable-target="list">
        ${blocks.map((block, i) => blockRow(page, block, { isFirst: i === 0, isLast: i === blocks.length - 1 }))}
      </ol>
    </div>
  </section>`;
}

function blockRow(page: BlocksPage, block: BioBlock, place: Place): Html {
  const { id, kind, isHidden } = block;
  const path = `${bioPath(page)}/blocks/${id}`;
  const title = titleOf(page, block);
  return html`<li class="${classes('bio-block', isHidden && 'is-hidden')}" data-id="${id}">
    <div class="bio-block-row">
      <span class="bio-block-grip needs-script" data-action="pointerdown->sortable#lift" title="Drag to move"
        >${icon('grip-vertical')}</span
      >
      <span class="bio-block-icon">${icon(kindIcons[kind])}</span>
      <div class="bio-block-what">
        <p class="bio-block-title">${title}</p>
        <p class="bio-block-about">
          ${blockKindNames()[kind]} ${counted(page, block)} ${badges(block, page.now)}
        </p>
      </div>
      <div class="bio-block-acts">
        ${
          kind !== 'divider' &&
          html`<a
            class="icon-button"
            ${attributes({
              href: path,
              'aria-label': t('Edit {title}', { title }),
              title: t('Edit {title}', { title }),
              'data-turbo-frame': `block-${id}`,
            })}
            >${icon('pencil')}</a
          >`
        }
        ${menuOpener('block', menuOf(page, block, place))}
      </div>
    </div>
    <turbo-frame id="block-${id}" class="bio-block-form"></turbo-frame>
  </li>`;
}

/** What can be done with a block besides editing it. */
const entries = () =>
  ({
    up: { label: t('Move up'), icon: 'arrow-up', to: '{href}/move', fields: { direction: 'up' } },
    down: { label: t('Move down'), icon: 'arrow-down', to: '{href}/move', fields: { direction: 'down' } },
    hide: { label: t('Hide'), icon: 'eye-off', to: '{href}/hide', fields: { hidden: 'yes' } },
    show: { label: t('Show'), icon: 'eye', to: '{href}/hide', fields: { hidden: 'no' } },
    delete: { label: t('Delete'), icon: 'trash-2', to: '{href}/delete', danger: true },
  }) as const satisfies Record<string, MenuEntry>;
type Entry = keyof ReturnType<typeof entries>;

const usual = 'up down hide delete';

/** The menu that all blocks share, loaded at first use. */
export const blockMenu = (): Html => rowMenu(entries(), true, usual);

function menuOf(page: TitledPage, block: BioBlock, { isFirst, isLast }: Place): RowMenu<Entry> {
  const path = `${bioPath(page)}/blocks/${block.id}`;
  return {
    label: t('Actions for {name}', { name: titleOf(page, block) }),
    href: `${path}/menu`,
    entries: [!isFirst && 'up', !isLast && 'down', block.isHidden ? 'show' : 'hide', 'delete'],
    usual,
    values: { 'data-href': path },
  };
}

/** The menu of a block as a page, for readers without scripts. */
export function blockMenuView(page: TitledPage, block: BioBlock, place: Place): View {
  const title = titleOf(page, block);
  return {
    title,
    section: 'bio',
    body: html`${pageHeader({ title, above: pathTo(page, title) })}
    ${menuList(entries(), menuOf(page, block, place))}`,
  };
}

function titleOf({ featured }: TitledPage, block: BioBlock): string {
  if (block.kind === 'featured') return featured.get(block.content.linkId)?.title ?? t('Deleted link');
  if (block.kind === 'social')
    return block.content.accounts.map(({ network }) => socialNetworks[network].name).join(', ');
  return blockTitle(block);
}

function counted({ clicks }: BlocksPage, { id, kind }: BioBlock): string {
  if (kind === 'heading' || kind === 'text' || kind === 'divider' || kind === 'form') return '';
  const count = clicks.get(id) ?? 0;
  return `· ${t('{count, plural, one {# click} other {# clicks}}', { count })}`;
}

function badges({ isHidden, startsAt, endsAt }: BioBlock, now: Date): (Html | false)[] {
  return [
    isHidden && badge(t('Hidden'), 'neutral', 'eye-off'),
    startsAt !== null && startsAt > now && badge(t('Not yet'), 'warning', 'clock'),
    endsAt !== null && endsAt <= now && badge(t('Ended'), 'warning', 'clock'),
    endsAt !== null &&
      endsAt > now &&
      (startsAt === null || startsAt <= now) &&
      badge(t('Scheduled'), 'neutral', 'clock'),
  ];
}

interface BlockFormPage extends BioBuilderState {
  kind: BlockKind;
  /** Undefined for a new block. */
  blockId?: string | undefined;
  /** URL of the current picture. */
  picture?: string | undefined;
  state: FormState;
}

/** The form of a block, in a frame so that the builder can show it in place of the block. */
export function blockFormView(page: BlockFormPage): View {
  const { kind, blockId } = page;
  const title =
    blockId === undefined
      ? t('New block: {value}', { value: blockKindNames()[kind] })
      : t('Edit block: {value}', { value: blockKindNames()[kind] });
  return {
    title,
    section: 'bio',
    style: 'design',
    body: html`${pageHeader({
      title,
      above: pathTo(page, title),
    })}
    ${framedForm(page)}`,
  };
}

const pathTo = (page: BioBuilderState, title: string): Html =>
  breadcrumbs([
    { label: t('Bio pages'), href: '/dashboard/bio' },
    { label: page.bio.title, href: bioPath(page) },
    { label: title },
  ]);

function framedForm(page: BlockFormPage): Html {
  const { kind, blockId, state, picture } = page;
  const blocks = `${bioPath(page)}/blocks`;
  return html`<turbo-frame
    id="${blockId === undefined ? newBlockFrame : `block-${blockId}`}"
    class="bio-block-form"
  >
    ${blockId === undefined && html`<h2>${blockKindNames()[kind]}</h2>`}
    ${form({
      action: blockId === undefined ? `${blocks}/new?kind=${kind}` : `${blocks}/${blockId}`,
      state,
      upload: kind === 'image' || kind === 'link' || kind === 'video',
      submit: blockId === undefined ? t('Add block') : t('Save'),
      busyLabel: blockId === undefined ? t('Adding') : t('Saving'),
      frame: '_top',
      cancel: { label: t('Cancel'), href: bioPath(page) },
      body: blockFields(kind, state, { picture, idOf: blockId ?? 'new' }),
    })}
  </turbo-frame>`;
}
