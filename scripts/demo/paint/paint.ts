import sharp from 'sharp';
import { createChance } from '../chance.ts';
import type { Random } from '../chance.ts';
import { forest, hills, night, sea, snow, sun } from './landscapes.ts';
import { cards, flame, flower, tiles } from './patterns.ts';

const [width, height] = [1200, 800];

/** Draws on a canvas of `width` by `height`, as SVG. */
type Painter = (chance: Random) => string;

const painters = { cards, flame, flower, forest, hills, night, sea, snow, sun, tiles } satisfies Record<
  string,
  Painter
>;

export type Subject = keyof typeof painters;

const isSubject = (word: string): word is Subject => word in painters;

export function toSubject(word: string): Subject {
  if (!isSubject(word)) throw new Error(`There is no picture of “${word}”`);
  return word;
}

/** Renders a picture as JPEG, like a camera photo. Every seed gives another picture of the subject. */
export function paint(
  subject: Subject,
  seed: string,
  shape: 'photo' | 'portrait' = 'photo',
): Promise<Buffer> {
  const drawing = painters[subject](createChance(`${subject} ${seed}`));
  const view = shape === 'photo' ? `0 0 ${width} ${height}` : `${(width - height) / 2} 0 ${height} ${height}`;
  const size = shape === 'photo' ? 'width="640" height="427"' : 'width="400" height="400"';
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${view}">${drawing}</svg>`;
  return sharp(Buffer.from(sheet)).jpeg({ quality: 88 }).toBuffer();
}
