import { loadSharp } from '../../platform/files/sharp.ts';
import type { App } from '../../platform/app.ts';
import { iconShapes } from '../../web/components/icon.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';
import { reactionStyles } from './reaction-styles.ts';

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
