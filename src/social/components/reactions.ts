import { inSentence, t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { loadSharp } from '../../platform/files/sharp.ts';
import type { IconName } from '../../web/components/icon-names.ts';
import { bareIcon, icon, iconShapes } from '../../web/components/controls.ts';
import { attributes, html, type Html, shortNumber, shortNumberText } from '../../web/html.ts';
import { type ReactionKind, reactionKinds } from '../tallies/reaction-kinds.ts';

/** The label and icon of each reaction. */
export const reactionStyles = (): Readonly<Record<ReactionKind, { label: string; icon: IconName }>> => ({
  like: { label: t('Like'), icon: 'thumbs-up' },
  love: { label: t('Love'), icon: 'heart' },
  haha: { label: t('Haha'), icon: 'laugh' },
  yay: { label: t('Yay'), icon: 'party-popper' },
  wow: { label: t('Wow'), icon: 'sparkles' },
  sad: { label: t('Sad'), icon: 'frown' },
  angry: { label: t('Angry'), icon: 'angry' },
});

type ReactionBarOptions = {
  /** The viewer's own reaction. */
  mine: ReactionKind | null;
  counts: Partial<Record<ReactionKind, number>>;
  /** Whether the viewer can react. Visitors get a link to the sign-in page instead. */
  mayReact: boolean;
} & ({ postId: string } | { commentId: string });

/** The reaction bar: one click likes, and the picker has the other reactions. */
export function reactionBar(options: ReactionBarOptions): Html {
  const isPost = 'postId' in options;
  const path = isPost ? `/posts/${options.postId}` : `/comments/${options.commentId}`;
  const frame = isPost ? `reactions-${options.postId}` : `reactions-c-${options.commentId}`;
  return html`<turbo-frame class="reactions" id="${frame}">
    ${options.mayReact ? controls(`${path}/react`, options.mine) : stranger(path)}
    ${summary(options.counts, `${path}/reactions`)}
  </turbo-frame>`;
}

function controls(to: string, mine: ReactionKind | null): Html {
  const { label, icon: drawing } = reactionStyles()[mine ?? 'like'];
  const act = mine ? `${label}: remove` : label;
  return html`<form action="${to}" method="post">
      <button
        class="post-action"
        type="submit"
        name="kind"
        value="${mine ? '' : 'like'}"
        title="${act}"
        aria-label="${act}"
        ${mine ? attributes({ 'aria-pressed': 'true', 'data-reaction': mine }) : unpressed}
      >
        ${bareIcon(drawing)}
      </button>
    </form>
    <a
      class="icon-button small reaction-more"
      href="${to}"
      data-menu="reactions"
      data-turbo-frame="_top"
      ${mine && attributes({ 'data-mine': mine })}
      aria-label="React"
      >${bareIcon('smile')}</a
    >`;
}

const unpressed = attributes({ 'aria-pressed': 'false' });

/** The picker that the reaction bars of a page share. */
export const reactionsMenu = (): Html =>
  html`<div class="menu-panel row-menu picker" popover="manual" role="menu">
    <form class="reaction-picker" action="{address}" method="post" data-turbo-frame="{frame}" role="none">
      ${reactionKinds.map((kind) => choice(kind, { role: 'menuitemradio', 'aria-checked': 'false' }))}
    </form>
  </div>`;

/** The picker on its own page. */
export const picker = (to: string, mine: ReactionKind | null): Html =>
  html`<form class="reaction-picker" action="${to}" method="post">
    ${reactionKinds.map((kind) => choice(kind, { 'aria-pressed': String(kind === mine) }))}
  </form>`;

function choice(kind: ReactionKind, state: Readonly<Record<string, string>>): Html {
  const { label, icon: drawing } = reactionStyles()[kind];
  return html`<button
    class="menu-item"
    ${attributes({ type: 'submit', name: 'kind', value: kind, 'data-reaction': kind, ...state })}
  >
    ${icon(drawing)}<span>${label}</span>
  </button>`;
}

function stranger(path: string): Html {
  return html`<a
    class="post-action"
    href="/signin?next=${path}"
    title="Sign in to react"
    aria-label="Sign in to react"
    data-turbo-frame="_top"
    >${bareIcon('thumbs-up')}</a
  >`;
}

/** The three most frequent reactions and the total. */
function summary(counts: ReactionBarOptions['counts'], href: string): Html | false {
  const kinds = reactionKinds
    .filter((kind) => counts[kind])
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
  const total = kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  if (total === 0) return false;
  const inWords = kinds
    .map((kind) => `${counts[kind] ?? 0} ${inSentence(reactionStyles()[kind].label)}`)
    .join(', ');
  const inTotal = kinds.length > 1 ? `; ${shortNumberText(total)} ${t('in total')}` : '';
  const name = `${t('Reactions')}: ${inWords}${inTotal}`;
  return html`<a class="reaction-summary" href="${href}" aria-label="${name}" data-turbo-frame="_top"
    ><span
      >${kinds.slice(0, 3).map((kind) => html`<i data-reaction="${kind}">${bareIcon(reactionStyles()[kind].icon)}</i>`)}</span
    ><span>${shortNumber(total)}</span></a
  >`;
}

/** Width and height in pixels. */
const size = 96;

const colors: Readonly<Record<ReactionKind, string>> = {
  like: '#1e8bd2',
  love: '#d6336c',
  haha: '#b97700',
  yay: '#7048e8',
  wow: '#0b7285',
  sad: '#495057',
  angry: '#c92a2a',
};

/** URL of a reaction's picture, for apps that show who reacted. */
export const reactionPictureUrl = ({ config }: Pick<App, 'config'>, kind: ReactionKind): string =>
  `${config.plazaUrl}/reactions/${kind}.png`;

const drawn = new Map<ReactionKind, Promise<Buffer>>();

/** Draws the icon of a reaction on a disc as PNG, which image widgets of apps can show. */
export function drawReaction(kind: ReactionKind): Promise<Buffer> {
  const known = drawn.get(kind) ?? draw(kind);
  drawn.set(kind, known);
  return known;
}

async function draw(kind: ReactionKind): Promise<Buffer> {
  const sharp = await loadSharp();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-8 -8 40 40">
    <circle cx="12" cy="12" r="20" fill="${colors[kind]}"/>
    <g fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
    ${iconShapes(reactionStyles()[kind].icon)}</g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
